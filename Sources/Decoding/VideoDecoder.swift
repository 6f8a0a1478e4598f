package import CFFmpeg
package import Media

/// One open libavcodec video decoder.
///
/// Thread: bound to the thread that opened it.
package struct VideoDecoder: ~Copyable {
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// Owns `context` from here on, so that every later failure frees it.
    private init(taking context: UnsafeMutablePointer<AVCodecContext>) {
        self.context = context
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }

    /// Whether packets that no other picture needs are dropped undecoded, from the next one on.
    ///
    /// The corresponding libav option is `skip_frame`, at `nonref`. Only for codecs
    /// whose unreferenced pictures are marked so for every reader.
    package func skipUnreferenced(_ skips: Bool) {
        context.pointee.skip_frame = skips ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    }

    /// Whether pictures other than key pictures are made without the loop filter,
    /// from the next packet on.
    ///
    /// The corresponding libav option is `skip_loop_filter`, at `nokey`. Codecs
    /// without one decode as ever.
    package func skipLoopFilter(_ skips: Bool) {
        context.pointee.skip_loop_filter = skips ? AVDISCARD_NONKEY : AVDISCARD_DEFAULT
    }

    /// How a decoder is to run.
    package struct Settings {
        /// 1 to 16; nil chooses by the picture's size.
        var threads: Int?
        /// Low delay matters: no thread may hold pictures back.
        var isLive: Bool
        var timeBase: AVRational
        /// Whether pictures come out that are known to be incomplete, such as
        /// those before a recovery point.
        var outputsIncomplete: Bool

        package init(
            threads: Int?,
            isLive: Bool,
            timeBase: AVRational,
            outputsIncomplete: Bool = false
        ) {
            self.threads = threads
            self.isLive = isLive
            self.timeBase = timeBase
            self.outputsIncomplete = outputsIncomplete
        }
    }

    /// Opens the decoder for a demuxed stream.
    ///
    /// - Throws: `AVError`: no such decoder, or it rejects the parameters.
    package static func open(
        for parameters: UnsafePointer<AVCodecParameters>,
        settings: Settings
    ) throws(AVError) -> Self {
        try open(parameters.pointee.codec_id, settings) { (context) throws(AVError) in
            try avCall("avcodec_parameters_to_context") {
                avcodec_parameters_to_context(context, parameters)
            }
            if PNGChunks.are(context.pointee.codec_id) { PNGChunks.lean(context) }
        }
    }

    /// Opens a decoder of what states everything itself, such as JPEG and PNG.
    ///
    /// - Parameters:
    ///   - codec: What it decodes.
    ///   - size: That is expected; it chooses the threads.
    ///   - settings: How it is to run.
    /// - Returns: It, without anything decoded.
    /// - Throws: `AVError`: no such decoder, and without memory.
    package static func open(
        _ codec: AVCodecID,
        size: PixelSize? = nil,
        settings: Settings
    ) throws(AVError) -> Self {
        try open(codec, settings) { context in
            guard let size else { return }
            (context.pointee.width, context.pointee.height) = (size.width, size.height)
        }
    }

    private static func open(
        _ id: AVCodecID,
        _ settings: Settings,
        _ describe: (UnsafeMutablePointer<AVCodecContext>) throws(AVError) -> Void
    ) throws(AVError) -> Self {
        guard let codec = avcodec_find_decoder(id) else {
            throw AVError(call: "avcodec_find_decoder", code: .decoderNotFound)
        }
        guard let context = avcodec_alloc_context3(codec) else {
            throw AVError(call: "avcodec_alloc_context3", code: .outOfMemory)
        }
        let decoder = Self(taking: context)
        try describe(context)
        decoder.apply(settings)
        try avCall("avcodec_open2") { avcodec_open2(context, codec, nil) }
        return decoder
    }

    /// A decoder holds no more pictures back than this, and fails no more often without a
    /// packet between.
    package static let mostHeld = 64

    /// Whatever is coded larger than is shown, and what codecs round that up to, can neither be
    /// shown nor paid for.
    package static let mostPixels: Int64 = {
        let side = Int64(PixelSize.largestSide + 64)
        return side * side
    }()

    /// What the decoder has for us. Running dry is not an error.
    package enum Output {
        /// `frame` holds the next picture in presentation order.
        case picture
        case needsInput
        /// Everything was taken out after `drain`.
        case endOfStream
    }

    /// Takes the next decoded picture into an empty frame.
    ///
    /// The corresponding C function is `avcodec_receive_frame`.
    ///
    /// - Throws: `AVError` for corrupt input. The decoder stays usable.
    package func receive(into frame: UnsafeMutablePointer<AVFrame>) throws(AVError) -> Output {
        let result = avcodec_receive_frame(context, frame)
        if result >= 0 { return .picture }
        let code = AVError.Code(rawValue: result)
        switch code {
        case .tryAgain: return .needsInput
        case .endOfFile: return .endOfStream
        default: throw AVError(call: "avcodec_receive_frame", code: code)
        }
    }

    /// Gives the decoder a packet, after `receive` said `needsInput`: of a still what its picture
    /// is made of, and no more.
    ///
    /// The corresponding C function is `avcodec_send_packet`.
    ///
    /// - Throws: `AVError` for corrupt input; the packet is used up.
    package func send(_ packet: UnsafePointer<AVPacket>) throws(AVError) {
        let lean = try leaned(packet)
        defer { withExtendedLifetime(lean) {} }
        let packet = lean.map { UnsafePointer($0.pointer) } ?? packet
        try avCall("avcodec_send_packet") { avcodec_send_packet(context, packet) }
    }

    private func leaned(_ packet: UnsafePointer<AVPacket>) throws(AVError) -> OwnedPacket? {
        let codec = context.pointee.codec_id
        if PNGChunks.are(codec) { return try PNGChunks.leaned(packet) }
        guard let container = ExifReduction.Container(codec) else { return nil }
        return try ExifReduction.reduced(packet, container)
    }

    /// Decodes one picture that is a packet of its own, such as a JPEG, into an empty frame.
    ///
    /// libavcodec copies the bytes first, with the padding that its parsers read beyond the
    /// end: they are free afterwards.
    ///
    /// - Parameters:
    ///   - start: Where the picture lies.
    ///   - bytes: Its length; none, and one that libavcodec cannot count, is of no picture.
    ///   - packet: An empty one, which stays so.
    ///   - frame: Is empty still where there was no picture.
    /// - Returns: Whether `frame` holds it.
    package func decode(
        _ start: UnsafeMutableRawPointer,
        bytes: Int,
        through packet: OwnedPacket,
        into frame: UnsafeMutablePointer<AVFrame>
    ) -> Bool {
        // An empty packet would end the stream.
        guard let size = CInt(exactly: bytes), size > 0 else { return false }
        let packet = packet.pointer
        packet.pointee.data = start.assumingMemoryBound(to: UInt8.self)
        packet.pointee.size = size
        packet.pointee.flags = AV_PKT_FLAG_KEY
        defer { av_packet_unref(packet) }
        do throws(AVError) {
            try send(packet)
            guard case .picture = try receive(into: frame) else { return false }
            return true
        } catch {
            av_frame_unref(frame)
            return false
        }
    }

    /// Says that no packet follows; `receive` now gives out what is held back.
    ///
    /// - Throws: `AVError` for a packet that a thread of the decoder had begun and could not decode;
    ///   it is drained all the same.
    package func drain() throws(AVError) {
        let result = avcodec_send_packet(context, nil)
        let code = AVError.Code(rawValue: result)
        // At its end is one to which it was said before.
        guard result < 0, code != .endOfFile else { return }
        throw AVError(call: "avcodec_send_packet", code: code)
    }

    /// Forgets everything, for a jump in the stream; also ends a drain.
    package func flush() {
        avcodec_flush_buffers(context)
    }

    private func apply(_ settings: Settings) {
        let pixels = Int64(context.pointee.width) * Int64(context.pointee.height)
        // Two frame threads cost a third more memory and gain 1.7 times the
        // speed; only pictures beyond 1080p need it to keep a usual rate.
        let chosen = pixels > 1920 * 1088 && !settings.isLive ? 2 : 1
        context.pointee.thread_count = CInt(min(max(settings.threads ?? chosen, 1), 16))
        // A frame thread holds one picture back.
        context.pointee.thread_type =
            settings.isLive ? FF_THREAD_SLICE : FF_THREAD_FRAME | FF_THREAD_SLICE
        context.pointee.pkt_timebase = settings.timeBase
        if settings.outputsIncomplete { context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT }
        context.pointee.max_pixels = Self.mostPixels
    }
}
