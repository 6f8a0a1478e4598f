internal import CFFmpeg
internal import Decoding
internal import Media

/// Decodes the pictures of a camera that delivers Motion JPEG.
///
/// Thread: bound to the ingest thread.
final class CameraDecoder {
    /// The picture that `decode` delivered; its taker leaves it empty.
    let frame: UnsafeMutablePointer<AVFrame>
    private let decoder: VideoDecoder
    private let packet: OwnedPacket

    /// - Parameters:
    ///   - size: As negotiated; each JPEG states its own.
    ///   - threads: The decoder's; nil chooses.
    /// - Throws: `AVError` when this libavcodec has no JPEG, and without memory.
    init(size: PixelSize, threads: Int?) throws(AVError) {
        var parameters = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&parameters) }
        guard let parameters else {
            throw AVError(call: "avcodec_parameters_alloc", code: .outOfMemory)
        }
        parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        parameters.pointee.codec_id = AV_CODEC_ID_MJPEG
        parameters.pointee.width = size.width
        parameters.pointee.height = size.height
        decoder = try VideoDecoder.open(
            for: parameters,
            settings: VideoDecoder.Settings(
                threads: threads,
                isLive: true,
                timeBase: AVRational(num: 1, den: 1_000_000_000)
            )
        )
        packet = try OwnedPacket()
        // Last: the deinit of what was not all made does not run.
        frame = try FrameStorage.allocate()
    }

    deinit {
        FrameStorage.free(frame)
    }

    /// Decodes one JPEG. libavcodec copies it first, with the padding that its
    /// parser reads beyond the end: the buffer is free afterwards.
    ///
    /// - Parameters:
    ///   - buffer: Where the JPEG lies.
    ///   - bytes: Its length; what libavcodec cannot count, or nothing, is no picture.
    /// - Returns: Whether `frame` now holds a picture.
    func decode(_ buffer: UnsafeMutableRawPointer, bytes: Int) -> Bool {
        // An empty packet would end the stream.
        guard let size = CInt(exactly: bytes), size > 0 else { return false }
        let packet = packet.pointer
        packet.pointee.data = buffer.assumingMemoryBound(to: UInt8.self)
        packet.pointee.size = size
        packet.pointee.flags = AV_PKT_FLAG_KEY
        defer { av_packet_unref(packet) }
        do throws(AVError) {
            try decoder.send(packet)
            guard case .picture = try decoder.receive(into: frame) else { return false }
            return true
        } catch {
            av_frame_unref(frame)
            return false
        }
    }
}
