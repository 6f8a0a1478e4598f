internal import CFFmpeg
internal import Decoding

/// Finds the best video of a container that was opened.
///
/// Thread: bound to the thread that opened the container; not kept beyond a call.
struct VideoSearch {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let formatName: String

    init(_ context: UnsafeMutablePointer<AVFormatContext>, formatName: String) {
        (self.context, self.formatName) = (context, formatName)
    }

    /// Whether the container's own words suffice, so that nothing is read and decoded.
    func isDone(before probing: Demuxer.Probing) -> Bool {
        let says = ContainerIndex(context, formatName: formatName)
        return switch probing {
        case .thorough: false
        case .again, .brief: says.describesVideo
        case .playing: says.describesVideo && says.describesOrder
        }
    }

    /// Has libavformat read and decode to know more.
    ///
    /// - Throws: `AVError`.
    func probe(isStill: Bool, _ gate: InterruptGate) throws(AVError) {
        try StreamProbe(context).run(isStill: isStill)
        // It makes do with what had come by then, and the next read of such an input
        // fails at once.
        if gate.hasGivenUp, context.pointee.pb != nil {
            throw AVError(call: "avformat_find_stream_info", code: .exit)
        }
    }

    /// Has libavformat drop every other stream.
    ///
    /// - Returns: The video's index.
    /// - Throws: `AVError`; `streamNotFound` without video, `noKey` for one that is encrypted.
    func choose() throws(AVError) -> CInt {
        if context.pointee.nb_streams == 0, formatName == "hls" {
            throw AVError(call: "avformat_find_stream_info", code: .noSegments)
        }
        let index = try avCall("av_find_best_stream") {
            av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        }
        // The cover of a song is a picture, not video.
        guard let stream = context.pointee.streams[Int(index)],
            stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        else { throw AVError(call: "av_find_best_stream", code: .streamNotFound) }
        if cffmpeg_stream_is_encrypted(stream) != 0 {
            throw AVError(call: "av_find_best_stream", code: .noKey)
        }
        for other in 0..<CInt(context.pointee.nb_streams) where other != index {
            context.pointee.streams[Int(other)]?.pointee.discard = AVDISCARD_ALL
        }
        return index
    }
}
