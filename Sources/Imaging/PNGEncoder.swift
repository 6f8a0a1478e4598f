internal import CFFmpeg
public import Media

/// Why a picture could not be encoded.
public struct ImagingError: Error, Sendable, CustomStringConvertible {
    /// The library function that failed.
    public let call: StaticString
    /// Its result, a negative `AVERROR`; zero where it only said no.
    public let code: CInt

    public var description: String { "\(call) failed (\(code))" }
}

/// Makes PNG files with libavcodec.
///
/// Thread: reentrant. Takes some 20 ms a megapixel: not for the presentation thread.
public enum PNGEncoder {
    /// Encodes packed rows of blue, green, red and unused bytes as an RGB picture.
    ///
    /// - Parameters:
    ///   - pixels: Four bytes a pixel, without padding between rows.
    ///   - size: 1x1 to 16384x16384.
    /// - Returns: The file's bytes.
    /// - Throws: `ImagingError` when libavcodec has no PNG encoder or no memory.
    public static func encode(bgrx pixels: [UInt8], size: PixelSize) throws(ImagingError) -> [UInt8]
    {
        precondition(pixels.count == Int(size.width) * Int(size.height) * 4, "Not packed BGRX")
        let encoder = try Encoder.open(size: size)
        return try encoder.encode(pixels, size: size)
    }
}

/// One open libavcodec PNG encoder with its frame and packet.
private struct Encoder: ~Copyable {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>

    private init(taking context: UnsafeMutablePointer<AVCodecContext>) {
        guard let frame = av_frame_alloc(), let packet = av_packet_alloc() else {
            fatalError("Out of memory")
        }
        self.context = context
        self.frame = frame
        self.packet = packet
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        avcodec_free_context(&context)
        av_frame_free(&frame)
        av_packet_free(&packet)
    }

    static func open(size: PixelSize) throws(ImagingError) -> Self {
        guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
            throw ImagingError(call: "avcodec_find_encoder", code: 0)
        }
        guard let context = avcodec_alloc_context3(codec) else { fatalError("Out of memory") }
        let encoder = Self(taking: context)
        context.pointee.width = size.width
        context.pointee.height = size.height
        context.pointee.pix_fmt = AV_PIX_FMT_RGB24
        context.pointee.time_base = AVRational(num: 1, den: 1)
        // Level 1 is three times as fast as the default for a fifth more bytes.
        context.pointee.compression_level = 1
        try check("avcodec_open2", avcodec_open2(context, codec, nil))
        return encoder
    }

    borrowing func encode(_ pixels: [UInt8], size: PixelSize) throws(ImagingError) -> [UInt8] {
        frame.pointee.width = size.width
        frame.pointee.height = size.height
        frame.pointee.format = AV_PIX_FMT_RGB24.rawValue
        try Self.check("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
        fill(from: pixels, size: size)
        try Self.check("avcodec_send_frame", avcodec_send_frame(context, frame))
        try Self.check("avcodec_receive_packet", avcodec_receive_packet(context, packet))
        return Array(
            UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        )
    }

    /// Turns BGRX into RGB, row by row.
    private borrowing func fill(from pixels: [UInt8], size: PixelSize) {
        guard let base = frame.pointee.data.0 else { return }
        let stride = Int(frame.pointee.linesize.0)
        pixels.withUnsafeBufferPointer { source in
            for row in 0..<Int(size.height) {
                let target = base + row * stride
                let start = row * Int(size.width) * 4
                for column in 0..<Int(size.width) {
                    target[column * 3] = source[start + column * 4 + 2]
                    target[column * 3 + 1] = source[start + column * 4 + 1]
                    target[column * 3 + 2] = source[start + column * 4]
                }
            }
        }
    }

    private static func check(_ call: StaticString, _ result: CInt) throws(ImagingError) {
        if result < 0 { throw ImagingError(call: call, code: result) }
    }
}
