internal import CFFmpeg

/// What `avformat_find_stream_info` may decode to learn about streams.
///
/// Thread: bound to the thread that opened the container; not kept beyond a call.
struct DecoderChoice {
    private let context: UnsafeMutablePointer<AVFormatContext>

    init(_ context: UnsafeMutablePointer<AVFormatContext>) { self.context = context }

    /// Keeps it from decoding PNG: what is compressed in one beside the picture may have any
    /// length. Everything else that the container has is decoded as ever.
    func forbidPNG() {
        let codecs = (0..<Int(context.pointee.nb_streams))
            .compactMap { context.pointee.streams[$0]?.pointee.codecpar.pointee.codec_id }
        guard codecs.contains(where: PNGHeader.leads) else { return }
        let others = codecs.filter { !PNGHeader.leads($0) }
            .compactMap { avcodec_find_decoder($0)?.pointee.name }
            .map { String(cString: $0) }
        // A list without anything would allow all.
        let list = others.isEmpty ? "none" : others.joined(separator: ",")
        _ = av_opt_set(context, "codec_whitelist", list, 0)
    }
}
