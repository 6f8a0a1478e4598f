internal import CFFmpeg
internal import Media
internal import Pixels

/// Makes PNG files with libavcodec: RGB of 8 bits, tagged as sRGB.
///
/// An open encoder with its frame and packet, for one image: libavcodec's
/// encoder is told the size when it is opened.
///
/// Thread: bound to one thread.
struct PNGCompressor: ~Copyable {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>

    private init(for codec: UnsafePointer<AVCodec>) throws(ImagingError) {
        var context = avcodec_alloc_context3(codec)
        var frame = av_frame_alloc()
        var packet = av_packet_alloc()
        guard let context, let frame, let packet else {
            avcodec_free_context(&context)
            av_frame_free(&frame)
            av_packet_free(&packet)
            throw .library(call: "avcodec_alloc_context3", reason: "out of memory")
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

    static func encode(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
        try open(size: bitmap.size).encode(bitmap)
    }

    private static func open(size: PixelSize) throws(ImagingError) -> Self {
        try ImagingError.require(CFFMPEG_AVCODEC)
        guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
            throw .library(call: "avcodec_find_encoder", reason: "no PNG encoder is built in")
        }
        let compressor = try Self(for: codec)
        let context = compressor.context
        context.pointee.width = size.width
        context.pointee.height = size.height
        context.pointee.pix_fmt = AV_PIX_FMT_RGB24
        context.pointee.time_base = AVRational(num: 1, den: 1)
        // Level 1 is three times as fast as the default for a fifth more bytes.
        context.pointee.compression_level = 1
        // Of the filters, this one makes the smallest files of photographs and of
        // drawings, and is the fastest.
        try check("av_opt_set", av_opt_set(context, "pred", "up", AV_OPT_SEARCH_CHILDREN))
        try check("avcodec_open2", avcodec_open2(context, codec, nil))
        return compressor
    }

    private borrowing func encode(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
        frame.pointee.width = bitmap.size.width
        frame.pointee.height = bitmap.size.height
        frame.pointee.format = AV_PIX_FMT_RGB24.rawValue
        // libavcodec writes the sRGB chunk for exactly these two.
        frame.pointee.color_primaries = AVCOL_PRI_BT709
        frame.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
        try Self.check("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
        guard let target = frame.pointee.data.0 else {
            throw .library(call: "av_frame_get_buffer", reason: "no memory")
        }
        let width = Int(bitmap.size.width)
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            for row in 0..<Int(bitmap.size.height) {
                PixelRows.dropAlpha(
                    base + 4 * width * row,
                    to: target + Int(frame.pointee.linesize.0) * row,
                    count: width
                )
            }
        }
        try Self.check("avcodec_send_frame", avcodec_send_frame(context, frame))
        try Self.check("avcodec_receive_packet", avcodec_receive_packet(context, packet))
        return Array(
            UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        )
    }

    /// Throws for libav's negative results.
    private static func check(_ call: String, _ result: CInt) throws(ImagingError) {
        guard result < 0 else { return }
        let capacity = Int(AV_ERROR_MAX_STRING_SIZE)
        let text = [CChar](unsafeUninitializedCapacity: capacity) { buffer, count in
            av_strerror(result, buffer.baseAddress, capacity)
            count = capacity
        }
        let reason = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        throw .library(call: call, reason: reason)
    }
}
