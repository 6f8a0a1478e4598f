internal import CFFmpeg

/// What `avformat_find_stream_info` may decode to learn about streams.
///
/// Thread: bound to the thread that opened the container; not kept beyond a call.
struct DecoderChoice {
    private let context: UnsafeMutablePointer<AVFormatContext>

    init(_ context: UnsafeMutablePointer<AVFormatContext>) { self.context = context }

    /// Keeps it from decoding pictures that are files of their own, also covers: what they have
    /// beside the picture may take any time and memory. Everything else that the container has is
    /// decoded as ever.
    ///
    /// - Parameter isStill: Whether the container is such a file.
    func forbidStills(_ isStill: Bool) {
        let parameters = (0..<Int(context.pointee.nb_streams))
            .compactMap { context.pointee.streams[$0]?.pointee.codecpar.pointee }
        // A live stream whose size is not known would be waited for.
        let isForbidden = { (stream: AVCodecParameters) in
            StillHeader.leads(stream.codec_id) && (isStill || stream.width > 0)
                || stream.codec_id == AV_CODEC_ID_PNG
        }
        guard parameters.contains(where: isForbidden) || hasCover else { return }
        let others = parameters.filter { !StillHeader.leads($0.codec_id) }
            .compactMap { avcodec_find_decoder($0.codec_id)?.pointee.name }
            .map { String(cString: $0) }
        // A list without anything would allow all.
        let list = others.isEmpty ? "none" : others.joined(separator: ",")
        _ = av_opt_set(context, "codec_whitelist", list, 0)
    }

    private var hasCover: Bool {
        (0..<Int(context.pointee.nb_streams)).contains { index in
            let disposition = context.pointee.streams[index]?.pointee.disposition ?? 0
            return disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        }
    }
}
