internal import CFFmpeg
internal import Decoding
internal import FrameTransport
internal import Media
internal import Streams

/// A whole picture of a camera's, before anybody has decided to keep it.
enum CapturedPicture {
    /// In the driver's buffer; valid until that is given back.
    case raw(PictureComponents, FormatDescription)
    /// Decoded from Motion JPEG.
    case decoded(StillPicture)

    /// See `MeanLuma`.
    var meanLuma: Double? {
        switch self {
        case .raw(let components, let format): MeanLuma.of(components, format)
        case .decoded(let still): still.withComponents { MeanLuma.of($0, still.format) }
        }
    }

    /// The picture with pixels of its own.
    ///
    /// - Parameter pts: Of a raw one; a decoded one has it already.
    /// - Returns: Nil for a size that libav does not have, and without memory.
    func still(at pts: MediaTime) -> StillPicture? {
        switch self {
        case .decoded(let still): return still
        case .raw(let components, let format):
            // A copier of its own: recycled memory of a large photo would stay for good.
            let copier = CameraCopier()
            defer { withExtendedLifetime(copier) {} }
            guard let copy = copier.copy(components, format) else { return nil }
            return try? StillPicture(moving: copy, format: format, pts: pts)
        }
    }
}

/// Reads a camera's buffers as pictures that are to be kept.
///
/// Thread: bound to the ingest thread.
final class CapturedPictureReader {
    private let session: CameraSession
    private let decoder: CameraDecoder?
    private let converter: PictureConverter
    /// JPEGs in a row whose end was missing.
    private var openEnded = 0
    /// A camera that leaves the end out of so many in a row leaves it out of all.
    private static let mostOpenEnded = 5

    /// - Parameters:
    ///   - session: Whose buffers are read.
    ///   - board: Where conversions are counted.
    ///   - threads: Of a decoder; nil chooses.
    /// - Throws: `AVError` when this libavcodec has no JPEG.
    init(_ session: CameraSession, board: StatusBoard, threads: Int?) throws(AVError) {
        self.session = session
        converter = PictureConverter(converted: board.countConversion)
        let mode = session.format.mode
        decoder =
            mode.code.pixelFormat == nil
            ? try CameraDecoder(size: mode.size, threads: threads) : nil
    }

    /// The picture in a buffer; nil when that is not whole.
    func read(_ buffer: CapturedBuffer, at pts: MediaTime) -> CapturedPicture? {
        guard session.isWhole(buffer) else { return nil }
        if let format = session.format.description {
            return .raw(session.components[buffer.index], format)
        }
        let memory = session.buffers.buffers[buffer.index]
        let bytes = min(buffer.bytesUsed, memory.bytes)
        guard let decoder, isComplete(UnsafeRawBufferPointer(start: memory.start, count: bytes)),
            decoder.decode(memory.start, bytes: bytes)
        else { return nil }
        defer { av_frame_unref(decoder.frame) }
        guard FrameFormat.size(of: decoder.frame).isShown,
            let format = converter.makeShown(decoder.frame, fallback: ContainerFormat())
        else { return nil }
        return (try? StillPicture(moving: decoder.frame, format: format, pts: pts))
            .map { .decoded($0) }
    }

    /// Whether a JPEG was not cut off. libavcodec fills what is missing with grey:
    /// good enough for a video, not for a photo.
    private func isComplete(_ jpeg: UnsafeRawBufferPointer) -> Bool {
        // "End of image", FF D9; drivers fill up with zeros.
        let end = (jpeg.lastIndex { $0 != 0 } ?? -1) + 1
        if end >= 2, jpeg[end - 2] == 0xFF, jpeg[end - 1] == 0xD9 {
            openEnded = 0
            return true
        }
        openEnded += 1
        return openEnded > Self.mostOpenEnded
    }
}
