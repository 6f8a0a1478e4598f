internal import CFFmpeg

/// What a container says of its video before a packet was read.
///
/// Decoding the first pictures, as `avformat_find_stream_info` does, says more,
/// and takes as long as the decoding that follows: 20 to 60 ms at 1080p.
///
/// Thread: bound to the thread that opened the container; not kept beyond a call.
struct ContainerIndex {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let formatName: String

    init(_ context: UnsafeMutablePointer<AVFormatContext>, formatName: String) {
        self.context = context
        self.formatName = formatName
    }

    /// Whether the container's own words suffice to decode: one video stream, its
    /// codec, size and headers. MP4 and Matroska have them in their index; what
    /// they leave out, such as how many pictures are held back, the decoder finds.
    var describesVideo: Bool {
        guard ["mov", "matroska"].contains(where: { formatName.hasPrefix($0) }),
            let stream = onlyVideo
        else { return false }
        let parameters = stream.pointee.codecpar.pointee
        let headersAreApart = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG4]
            .contains(parameters.codec_id)
        return parameters.codec_id != AV_CODEC_ID_NONE && parameters.width > 0
            && (!headersAreApart || parameters.extradata_size > 0)
    }

    /// Whether they also suffice for the rate, and for the order of pictures from
    /// the first one on: MP4's table of packets tells.
    var describesOrder: Bool {
        guard formatName.hasPrefix("mov"), let stream = onlyVideo else { return false }
        let rate = av_guess_frame_rate(context, stream, nil)
        guard rate.num > 0, rate.den > 0 else { return false }
        switch stream.pointee.codecpar.pointee.codec_id {
        case AV_CODEC_ID_H264: return describesH264Order(stream.pointee.codecpar.pointee)
        // HEVC's headers always say it; the others hold nothing back.
        case AV_CODEC_ID_HEVC, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1: return true
        default: return false
        }
    }

    /// H.264's headers need not say how many pictures are held back, and its
    /// decoder drops some until it has found out. libavformat counts them for every
    /// packet in the table; it finds none also where there is no table of
    /// presentation times, which proves nothing, unless the profile has no
    /// B pictures.
    private func describesH264Order(_ parameters: AVCodecParameters) -> Bool {
        if parameters.video_delay > 0 { return true }
        let baseline: UInt8 = 66
        guard parameters.extradata_size > 1, let header = parameters.extradata else { return false }
        return header[0] == 1 && header[1] == baseline
    }

    /// Whether packets lie before what was read by now.
    ///
    /// The corresponding C function is `avformat_index_get_entry`.
    var beginsBehind: Bool {
        guard let input = context.pointee.pb else { return false }
        let position = avio_tell(input)
        return (0..<Int(context.pointee.nb_streams)).contains { index in
            guard let entry = avformat_index_get_entry(context.pointee.streams[index], 0) else {
                return false
            }
            return entry.pointee.pos < position
        }
    }

    /// Nil also where there are several: which one is shown takes a closer look.
    private var onlyVideo: UnsafeMutablePointer<AVStream>? {
        var found: UnsafeMutablePointer<AVStream>?
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index],
                stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
            else { continue }
            guard found == nil else { return nil }
            found = stream
        }
        return found
    }
}
