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
        decoder = try VideoDecoder.open(
            AV_CODEC_ID_MJPEG,
            size: size,
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

    /// Decodes one JPEG, whose bytes are free afterwards.
    ///
    /// - Parameters:
    ///   - buffer: Where the JPEG lies.
    ///   - bytes: Its length.
    /// - Returns: Whether `frame` now holds a picture.
    func decode(_ buffer: UnsafeMutableRawPointer, bytes: Int) -> Bool {
        decoder.decode(buffer, bytes: bytes, through: packet, into: frame)
    }
}
