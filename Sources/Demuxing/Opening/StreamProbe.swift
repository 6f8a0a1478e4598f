internal import CFFmpeg
internal import Decoding
internal import Media

/// Learns about streams by `avformat_find_stream_info`, and says what it may decode for that.
///
/// Thread: bound to the thread that opened the container; not kept beyond a call.
struct StreamProbe {
    private let context: UnsafeMutablePointer<AVFormatContext>

    init(_ context: UnsafeMutablePointer<AVFormatContext>) { self.context = context }

    /// Looks at the streams, and of those that the container has named by now decodes no picture
    /// that has more pixels than are shown: there would be memory for it whatever it says of
    /// itself. To streams that come only now (FLV, MPEG-TS) libavformat tells no such limit.
    ///
    /// - Parameter isStill: Whether the container is a picture that is a file of its own.
    /// - Throws: `AVError`.
    func run(isStill: Bool) throws(AVError) {
        forbidStills(isStill)
        let told = streams.map { PixelSize(width: $0.width, height: $0.height) }
        var options = try told.map { (_) throws(AVError) in try Self.bounded() }
        let result = options.withUnsafeMutableBufferPointer {
            avformat_find_stream_info(context, $0.baseAddress)
        }
        for index in options.indices { av_dict_free(&options[index]) }
        try avCall("avformat_find_stream_info") { result }
        // A decoder forgets a size that is too large for it.
        for (index, size) in told.enumerated() where !size.isEmpty {
            guard let parameters = context.pointee.streams[index]?.pointee.codecpar,
                parameters.pointee.width <= 0
            else { continue }
            (parameters.pointee.width, parameters.pointee.height) = (size.width, size.height)
        }
    }

    private static func bounded() throws(AVError) -> OpaquePointer? {
        var options: OpaquePointer?
        try avCall("av_dict_set") {
            av_dict_set(&options, "max_pixels", "\(VideoDecoder.mostPixels)", 0)
        }
        return options
    }

    /// Keeps it from decoding pictures that are files of their own, also covers: what they have
    /// beside the picture may take any time and memory. Everything else that the container has is
    /// decoded as ever.
    private func forbidStills(_ isStill: Bool) {
        // A live stream whose size is not known would be waited for.
        let isForbidden = { (stream: AVCodecParameters) in
            StillHeader(stream.codec_id) != nil && (isStill || stream.width > 0)
                || stream.codec_id == AV_CODEC_ID_PNG
        }
        guard streams.contains(where: isForbidden) || hasCover else { return }
        let others = streams.filter { StillHeader($0.codec_id) == nil }
            .compactMap { avcodec_find_decoder($0.codec_id)?.pointee.name }
            .map { String(cString: $0) }
        // A list without anything would allow all.
        let list = others.isEmpty ? "none" : others.joined(separator: ",")
        _ = av_opt_set(context, "codec_whitelist", list, 0)
    }

    private var streams: [AVCodecParameters] {
        (0..<Int(context.pointee.nb_streams))
            .compactMap { context.pointee.streams[$0]?.pointee.codecpar.pointee }
    }

    private var hasCover: Bool {
        (0..<Int(context.pointee.nb_streams)).contains { index in
            let disposition = context.pointee.streams[index]?.pointee.disposition ?? 0
            return disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        }
    }
}
