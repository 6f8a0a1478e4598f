internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Platform

/// A movie that is cut: its packets, from any key picture on.
///
/// Thread: bound to whoever has it.
final class MovieSource {
    /// How long it may take to find out what is in it, and then to find a key picture.
    private static let patience = Nanoseconds.milliseconds(60_000)
    /// A key picture that is decoded before a time and shown behind it sends to the one before it
    /// so many times.
    private static let mostSteps = 16

    /// What libavformat keeps of it; owned.
    let context: UnsafeMutablePointer<AVFormatContext>
    private let file: ReadMovie
    private let path: String
    private let progress: ExportProgress
    /// The number of the stream with the pictures.
    let video: CInt

    /// Opens it and looks into it.
    ///
    /// Blocking: up to `patience`.
    ///
    /// - Throws: `ExportError`.
    init(
        _ source: ReadableFile,
        at path: String,
        _ progress: ExportProgress
    ) throws(ExportError) {
        self.path = path
        self.progress = progress
        do throws(AVError) {
            file = try ReadMovie(source, progress)
            file.deadline = MonotonicClock.now() + Self.patience
            context = try Self.open(file)
        } catch {
            throw Self.refusal(error, path, progress)
        }
        do throws(AVError) {
            let opened = context
            try avCall("avformat_find_stream_info") { avformat_find_stream_info(opened, nil) }
            video = try avCall("av_find_best_stream") {
                av_find_best_stream(opened, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
            }
        } catch {
            var closing: UnsafeMutablePointer<AVFormatContext>? = context
            avformat_close_input(&closing)
            throw Self.refusal(error, path, progress)
        }
        file.deadline = nil
    }

    deinit {
        var closing: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&closing)
    }

    private static func open(
        _ file: ReadMovie
    ) throws(AVError) -> UnsafeMutablePointer<AVFormatContext> {
        var context: UnsafeMutablePointer<AVFormatContext>? = avformat_alloc_context()
        guard let allocated = context else {
            throw AVError(call: "avformat_alloc_context", code: .outOfMemory)
        }
        allocated.pointee.pb = file.io
        var options = AVOptions()
        options.set("format_whitelist", MovieContainer.readable)
        // What it names outside of itself is not opened.
        options.set("protocol_whitelist", "none")
        // Frees the context when it fails.
        let result = try options.withPointer { avformat_open_input(&context, "", nil, $0) }
        try avCall("avformat_open_input") { result }
        return allocated
    }

    /// Why a call of libav failed, in people's words.
    private static func refusal(
        _ error: AVError,
        _ path: String,
        _ progress: ExportProgress
    ) -> ExportError {
        switch error.code {
        case .exit where progress.isCancelled: .cancelled
        case .exit: .source(path: path, reason: "it takes too long")
        // The second is said of formats that are not on the list.
        case .invalidData, .invalidArgument, .demuxerNotFound:
            .isUnsupported(path: path, reason: "it is no MP4, MOV, Matroska or WebM file")
        case .streamNotFound: .isUnsupported(path: path, reason: "it has no video")
        default: .source(path: path, reason: "\(error.code)")
        }
    }

    func refusal(_ error: AVError) -> ExportError { Self.refusal(error, path, progress) }

    /// libavformat's name of what it is.
    var format: String { String(cString: context.pointee.iformat.pointee.name) }

    /// All streams, in their order.
    var streams: [UnsafeMutablePointer<AVStream>] {
        (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
    }

    /// When it begins, in microseconds of its own clock.
    var first: Int64 {
        let start = context.pointee.start_time
        return start == cffmpeg_AV_NOPTS_VALUE ? 0 : Self.bounded(start)
    }

    /// In microseconds; nil where it is not known.
    var duration: Int64? {
        context.pointee.duration > 0 ? Self.bounded(context.pointee.duration) : nil
    }

    /// A file may say any time; no movie lasts so long, and sums of a few have room.
    private static func bounded(_ microseconds: Int64) -> Int64 {
        min(max(microseconds, -(1 << 58)), 1 << 58)
    }

    /// Goes to the last key picture that is shown at a time or before it, else to the first.
    ///
    /// - Parameter time: In microseconds of its own clock.
    /// - Returns: When that is shown.
    /// - Throws: `ExportError`.
    func seek(to time: Int64) throws(ExportError) -> Int64 {
        file.deadline = MonotonicClock.now() + Self.patience
        defer { file.deadline = nil }
        let stream = streams[Int(video)]
        var target = av_rescale_q(time, Self.microseconds, stream.pointee.time_base)
        var last: Int64?
        for _ in 0..<Self.mostSteps {
            try go(to: target)
            guard let key = try nextKey() else {
                throw .isUnsupported(path: path, reason: "it has no key picture there")
            }
            guard key.time > time, key.decodeTicks != last else {
                try go(to: target)
                return key.time
            }
            last = key.decodeTicks
            target = key.decodeTicks &- 1
        }
        throw .isUnsupported(path: path, reason: "its key pictures cannot be gone to")
    }

    private func go(to ticks: Int64) throws(ExportError) {
        do throws(AVError) {
            try avCall("av_seek_frame") {
                av_seek_frame(context, video, ticks, AVSEEK_FLAG_BACKWARD)
            }
        } catch {
            throw refusal(error)
        }
    }

    private func nextKey() throws(ExportError) -> (time: Int64, decodeTicks: Int64)? {
        let packet = try makePacket()
        while try read(into: packet) {
            defer { av_packet_unref(packet.pointer) }
            guard packet.pointer.pointee.stream_index == video,
                packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0,
                let times = times(of: packet.pointer)
            else { continue }
            return (times.time, Self.decodeTicks(of: packet.pointer))
        }
        return nil
    }

    func makePacket() throws(ExportError) -> OwnedPacket {
        do throws(AVError) { return try OwnedPacket() } catch { throw refusal(error) }
    }

    /// Reads the next packet of any stream into an empty packet.
    ///
    /// - Returns: False at the end.
    /// - Throws: `ExportError`.
    func read(into packet: OwnedPacket) throws(ExportError) -> Bool {
        let result = av_read_frame(context, packet.pointer)
        guard result < 0 else {
            guard cffmpeg_packet_is_encrypted(packet.pointer) == 0 else {
                av_packet_unref(packet.pointer)
                throw .isUnsupported(path: path, reason: "it is encrypted")
            }
            // What cannot be read is told as short packets, or as the end.
            if let failure = file.failure {
                av_packet_unref(packet.pointer)
                throw refusal(AVError(call: "pread", code: .init(rawValue: failure)))
            }
            guard packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT == 0 else {
                av_packet_unref(packet.pointer)
                throw .source(path: path, reason: "it is damaged, or cut off")
            }
            return true
        }
        let code = AVError.Code(rawValue: file.failure ?? result)
        if code == .endOfFile { return false }
        throw refusal(AVError(call: "av_read_frame", code: code))
    }

    /// The stream that a packet is of.
    func stream(of packet: OwnedPacket) -> UnsafeMutablePointer<AVStream>? {
        context.pointee.streams[Int(packet.pointer.pointee.stream_index)]
    }

    /// What a packet says of itself; nil where it says no time.
    func times(of packet: UnsafeMutablePointer<AVPacket>) -> TrimPlan.Packet? {
        guard let stream = context.pointee.streams[Int(packet.pointee.stream_index)] else {
            return nil
        }
        func time(_ ticks: Int64) -> Int64 {
            Self.bounded(av_rescale_q(ticks, stream.pointee.time_base, Self.microseconds))
        }
        let decodeTicks = Self.decodeTicks(of: packet)
        let ticks =
            packet.pointee.pts == cffmpeg_AV_NOPTS_VALUE ? decodeTicks : packet.pointee.pts
        guard ticks != cffmpeg_AV_NOPTS_VALUE else { return nil }
        return TrimPlan.Packet(
            isVideo: packet.pointee.stream_index == video,
            time: time(ticks),
            decodeTime: time(decodeTicks),
            duration: time(packet.pointee.duration)
        )
    }

    private static func decodeTicks(of packet: UnsafeMutablePointer<AVPacket>) -> Int64 {
        packet.pointee.dts == cffmpeg_AV_NOPTS_VALUE ? packet.pointee.pts : packet.pointee.dts
    }

    static let microseconds = AVRational(num: 1, den: 1_000_000)
}
