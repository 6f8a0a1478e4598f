package import CFFmpeg
package import Decoding
package import Media
internal import Platform

/// One open libavformat input and its best video stream.
///
/// Thread: bound to the thread that opened it.
package struct Demuxer: ~Copyable {
    private let context: UnsafeMutablePointer<AVFormatContext>
    /// libav holds a pointer to it.
    private let gate: InterruptGate
    private var index: CInt = 0
    private var thread = ThreadBound()
    /// Whether packets were read and decoded to know more than the container says.
    package private(set) var isProbed = false
    /// Whether the first packets lie before what was read of a file to open it, and cannot
    /// be gone back to: an MP4's index was behind them.
    package private(set) var needsRanges = false
    /// Whether the packet before the next one was marked as damaged.
    private var followsMark = false
    /// The first packets, where they had to be read to open the input.
    private var first: [OwnedPacket] = []
    /// The name of the container's format, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    package let formatName: String
    /// Whether its media are inputs of their own. Asked for every packet.
    private let isPlaylist: Bool
    /// Whether it is an image: one picture, which lasts as long as one likes.
    package private(set) var isStill: Bool

    /// Owns `context` from here on, so that every later failure closes it.
    private init(taking context: UnsafeMutablePointer<AVFormatContext>, gate: InterruptGate) {
        self.context = context
        self.gate = gate
        formatName = String(cString: context.pointee.iformat.pointee.name)
        isPlaylist = ["hls", "dash"].contains(formatName)
        isStill = formatName == "image2" || formatName.hasSuffix("_pipe")
    }

    deinit {
        var closing: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&closing)
        gate.playlists.forget(context)
    }

    /// Opens an input and finds its video.
    ///
    /// - Parameters:
    ///   - url: As libav takes it.
    ///   - format: libavformat's name of what it is; nil: it finds that out.
    ///   - options: For the protocol and the container.
    ///   - probing: How closely the input is looked at before.
    ///   - gate: Bounds the time that this and every later call takes.
    /// - Returns: The input, positioned at its start.
    /// - Throws: `AVError`; `streamNotFound` for media without video.
    package static func open(
        _ url: String,
        format: StaticString? = nil,
        options: consuming AVOptions,
        probing: Probing = .thorough,
        gate: InterruptGate
    ) throws(AVError) -> Self {
        var context: UnsafeMutablePointer<AVFormatContext>? = avformat_alloc_context()
        guard let allocated = context else {
            throw AVError(call: "avformat_alloc_context", code: .outOfMemory)
        }
        allocated.pointee.interrupt_callback = gate.callback
        gate.playlists.watch(allocated, url: url)
        gate.watch(opening: allocated)
        var options = options
        options.setForPlaylists()
        if case .again = probing { options.setForHaste() }
        // Frees the context when it fails.
        do throws(AVError) {
            let format = format.flatMap { av_find_input_format("\($0)") }
            let result = try options.withPointer { avformat_open_input(&context, url, format, $0) }
            try avCall("avformat_open_input") { result }
        } catch {
            gate.watch(opening: nil)
            gate.playlists.forget(allocated)
            throw error
        }
        var demuxer = Self(taking: allocated, gate: gate)
        demuxer.needsRanges =
            demuxer.formatName.hasPrefix("mov") && !demuxer.isSeekable
            && ContainerIndex(allocated, formatName: demuxer.formatName).beginsBehind
        let search = VideoSearch(allocated, formatName: demuxer.formatName)
        do {
            defer { gate.watch(opening: nil) }
            if !search.isDone(before: probing) {
                try search.probe(isStill: demuxer.isStill, gate)
                demuxer.isProbed = true
            }
        }
        demuxer.index = try search.choose()
        try demuxer.findSize()
        demuxer.countPictures()
        gate.playlists.sourceOpened()
        return demuxer
    }

    /// Is bound to the thread that calls this from now on, which has its gate, too.
    package mutating func adopt() { thread = ThreadBound() }

    /// How much is read and decoded before an input counts as known.
    package enum Probing {
        /// As much as it takes.
        case thorough
        /// Nothing where the container says all that a decoder needs.
        case brief
        /// What a decoder needs: it is a form of something that is known.
        case again
        /// Nothing where it also says the rate, and how many pictures the decoder
        /// has to hold back: every picture and its time is as after `thorough`.
        case playing
    }

    /// A container that is broken so many times in a row is over.
    package static let mostUnreadable = 8

    /// What came of a read.
    package enum Output {
        /// `packet` holds the next packet of the video stream.
        case packet
        /// The packets that follow are of another stream. Demuxers never say so.
        case anotherStream
        case endOfFile
    }

    /// Reads the next packet of the video into an empty packet.
    ///
    /// A packet of which something may be missing bears `AV_PKT_FLAG_CORRUPT`. Where
    /// libavformat finds the packets' bounds itself, as in MPEG-TS, it marks the one
    /// that the damaged data complete, which is the one before: so the next one bears
    /// the mark, too.
    ///
    /// The corresponding C function is `av_read_frame`.
    ///
    /// - Throws: `AVError`; of code `exit` when the gate said so, also where libavformat
    ///   has a packet left that it had held back; `noKey` for a packet that is encrypted.
    package mutating func read(into packet: UnsafeMutablePointer<AVPacket>) throws(AVError)
        -> Output
    {
        thread.check()
        if !first.isEmpty {
            let next = first.removeFirst()
            av_packet_move_ref(packet, next.pointer)
            return .packet
        }
        return try readOn(into: packet)
    }

    private mutating func readOn(into packet: UnsafeMutablePointer<AVPacket>) throws(AVError)
        -> Output
    {
        while true {
            gate.watch(input)
            let result = av_read_frame(context, packet)
            gate.watch(nil)
            if gate.hasGivenUp {
                av_packet_unref(packet)
                throw AVError(call: "av_read_frame", code: .exit)
            }
            if result >= 0 {
                if packet.pointee.stream_index == index {
                    if cffmpeg_packet_is_encrypted(packet) != 0 {
                        av_packet_unref(packet)
                        throw AVError(call: "av_read_frame", code: .noKey)
                    }
                    carryMark(to: packet)
                    return .packet
                }
                av_packet_unref(packet)
                continue
            }
            let code = AVError.Code(rawValue: result)
            switch code {
            case .endOfFile: return .endOfFile
            // Said by demuxers that have a packet soon; the gate bounds how long.
            case .tryAgain where !gate.shouldGiveUp(): continue
            default: throw AVError(call: "av_read_frame", code: code)
            }
        }
    }

    private mutating func carryMark(to packet: UnsafeMutablePointer<AVPacket>) {
        let isMarked = packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0
        if followsMark { packet.pointee.flags |= AV_PKT_FLAG_CORRUPT }
        followsMark = isMarked
    }

    /// Goes to the last key frame at or before `time`; nil is the start.
    ///
    /// - Throws: `AVError` where the container or the source cannot; reopen then.
    package mutating func seek(to time: MediaTime?) throws(AVError) {
        let start = context.pointee.start_time
        let target =
            time.map { $0.nanoseconds / 1_000 }
            ?? (start == cffmpeg_AV_NOPTS_VALUE ? 0 : start)
        try avCall("avformat_seek_file") {
            avformat_seek_file(context, -1, .min, target, target, 0)
        }
        first = []
        followsMark = losesFirstMark
    }

    /// Goes to an entry point of the video at or before a time of its own scale,
    /// or near it: what follows need not begin with a key packet.
    ///
    /// The corresponding C function is `av_seek_frame`.
    ///
    /// - Throws: `AVError` where the container or the source cannot.
    package mutating func seek(toTicks ticks: Int64) throws(AVError) {
        try avCall("av_seek_frame") { av_seek_frame(context, index, ticks, AVSEEK_FLAG_BACKWARD) }
        first = []
        followsMark = losesFirstMark
    }

    /// Whether the mark of the first packet behind a seek is lost with the one before,
    /// so that nobody knows whether it is whole.
    private var losesFirstMark: Bool { formatName == "mpegts" }

    /// Whether the input has ended or failed, so that a packet read now may have been
    /// held back until then.
    ///
    /// A playlist is at its end all the time; its media say nothing here.
    package var isDry: Bool {
        guard let input else { return false }
        return input.pointee.eof_reached != 0 || input.pointee.error < 0
    }

    /// Nil where libavformat does not tell what was read, as with RTSP, and for a playlist,
    /// whose media have inputs of their own.
    private var input: UnsafeMutablePointer<AVIOContext>? {
        isPlaylist ? nil : context.pointee.pb
    }

    /// Whether it is known how much was read of the input.
    package var tellsBytes: Bool { input != nil }

    /// Whether everything was read of a source that states its size.
    ///
    /// A playlist's own size says nothing about its media.
    package var isReadCompletely: Bool {
        guard let input else { return false }
        let size = avio_size(input)
        return size > 0 && avio_tell(input) >= size
    }

    /// Whether a seek to the start finds the very first picture. Containers whose
    /// timestamps may jump, such as MPEG-TS, are searched and not indexed: the
    /// search ends behind the first key frames.
    package var canRewind: Bool {
        isSeekable && context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT == 0
    }

    /// Whether `seek` may work: raw streams have no timestamps to find.
    package var isSeekable: Bool {
        guard context.pointee.iformat.pointee.flags & AVFMT_NOTIMESTAMPS == 0,
            context.pointee.ctx_flags & AVFMTCTX_UNSEEKABLE == 0
        else { return false }
        // What lies behind a playlist is asked for segment by segment.
        guard let input else { return true }
        return input.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
    }
}

extension Demuxer {
    package var stream: UnsafeMutablePointer<AVStream> {
        guard let stream = context.pointee.streams[Int(index)] else {
            preconditionFailure("libavformat counted a stream that is not there")
        }
        return stream
    }

    package var parameters: UnsafePointer<AVCodecParameters> {
        UnsafePointer(stream.pointee.codecpar)
    }

    package var video: VideoFacts { VideoFacts(context, stream) }

    /// Whether every packet says when it is shown. Elsewhere libavformat counts
    /// packets, or guesses.
    var hasPresentationTimes: Bool {
        ["mov", "matroska", "mpegts", "hls", "rtsp", "rtp", "sdp", "mpjpeg", "flv", "nut"]
            .contains { formatName.hasPrefix($0) }
    }

    /// Has the first packet say it where nothing was decoded that would.
    private mutating func findSize() throws(AVError) {
        guard video.size.isEmpty, let header = StillHeader(parameters.pointee.codec_id) else {
            return
        }
        let packet = try OwnedPacket()
        guard case .packet = try readOn(into: packet.pointer) else { return }
        let bytes = UnsafeRawBufferPointer(
            start: packet.pointer.pointee.data,
            count: Int(max(0, packet.pointer.pointee.size))
        )
        if let size = header.size(bytes) {
            stream.pointee.codecpar.pointee.width = size.width
            stream.pointee.codecpar.pointee.height = size.height
        }
        first = [packet]
    }

    /// Finds out whether what may be animated is: a container of those has as many pictures as it
    /// likes, and says not how many. Of what is still being sent it is not known.
    private mutating func countPictures() {
        guard ["gif", "apng", "webp"].contains(formatName), let input, avio_size(input) > 0 else {
            return
        }
        while first.count < 2, let packet = try? OwnedPacket() {
            guard let output = try? readOn(into: packet.pointer) else { return }
            guard case .packet = output else {
                isStill = first.count == 1 && !gate.hasGivenUp
                return
            }
            first.append(packet)
        }
    }
}
