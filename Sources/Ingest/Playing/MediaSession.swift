internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Platform
internal import Presentation
internal import Stills

/// One connection: a demuxer, its decoder, and what lies between.
///
/// Thread: bound to the ingest thread.
final class MediaSession {
    let description: MediaDescription
    let startTime: MediaTime
    /// As the container states it; what is decoded may differ.
    let size: PixelSize
    private var input: MediaInput
    var decoding: DecodingRun
    var packets: PacketQueue
    /// Leaves out pictures that are dropped for their rate; nil where none are.
    private let omission: PictureOmission?
    private let isLive: Bool
    /// Libavcodec's threads as configured; nil chooses.
    let threads: Int?
    /// What its packets belong to.
    private(set) var stream: CodedStream
    /// Where packets are kept; nil for a stream that keeps none.
    let history: PacketHistory?
    /// Whether the picture that `step` delivered is not whole.
    var isPictureDamaged = false
    /// Whether the picture that `step` delivered may differ from what its codec asks for.
    var isPictureApproximate = false
    /// When the packet of the picture that `step` delivered came, if that is long ago.
    var pictureArrived: MonotonicTime?
    /// Whether the last packet read was held back while nothing came, until the input
    /// ended: it says nothing about the present.
    private(set) var isLeftOver = false
    private var lastRead: MonotonicTime?
    /// What became of the decoder when the stream was shown again.
    var pursuit = Pursuit.none
    /// Whether packets are dropped until one starts afresh.
    var awaitsKeyFrame: Bool
    private var skippedPackets = 0
    private var isDraining = false
    private var failures = 0
    /// What the decoder or the container said last of a part that is of no use.
    private(set) var lastFailure: AVError.Code?
    /// Whether its packets lie before what was read to open it, which cannot be gone
    /// back to; no longer when one was read, as of a file that is read at once.
    private(set) var needsRanges: Bool
    /// Whether it is an image: one picture, which lasts as long as one likes.
    let isStill: Bool
    /// What is done about the first picture, which the decoder would hold back.
    var entry = Entry()
    private var cut = VariantCut()
    /// Another variant that is decoded from the next step on.
    private var turn: StreamTurn?
    /// Another variant that a seek led to, which nobody was told of yet.
    private var untoldTurn: StreamTurn?

    /// How a connection is decoded.
    struct Configuration {
        /// The decoder's; nil chooses.
        var threads: Int?
        /// Whether delay matters more than speed.
        var isLive: Bool
        /// For a source that is joined in the middle.
        var awaitsKeyFrame: Bool
        /// Where its packets are kept; nil for nowhere.
        var history: PacketHistory?
        /// What leaves out pictures that are dropped for their rate; nil decodes all.
        var omission: PictureOmission?
    }

    /// - Parameters:
    ///   - demuxer: Positioned at its start.
    ///   - configuration: How it is decoded.
    /// - Throws: `AVError` when there is no decoder or it does not open.
    init(
        demuxer: OwnedDemuxer,
        configuration: Configuration
    ) throws(AVError) {
        isLive = configuration.isLive
        threads = configuration.threads
        stream = try CodedStream(demuxer.value)
        decoding = try DecodingRun(
            stream,
            decoder: stream.makeDecoder(threads: threads, isLive: isLive),
            damage: DamageWatch(isJoined: configuration.awaitsKeyFrame)
        )
        packets = try PacketQueue()
        history = configuration.history
        omission = configuration.omission
        omission?.begin(stream.makeReferences())
        awaitsKeyFrame = configuration.awaitsKeyFrame
        description = demuxer.value.video.description
        startTime = demuxer.value.video.startTime
        size = demuxer.value.video.size
        needsRanges = demuxer.value.needsRanges
        isStill = demuxer.value.isStill
        input = .demuxer(demuxer)
        history?.begin(stream)
    }

    /// Leaves the demuxer to what reads it ahead; for a session at its start.
    func read(from ahead: ReadAhead) { (input, stream) = (.ahead(ahead), ahead.stream) }

    /// The picture that `step` delivered; empty otherwise.
    var frame: UnsafeMutablePointer<AVFrame> { decoding.frame }

    var containerFormat: ContainerFormat { stream.containerFormat }

    /// Whether it can go to another time of its source.
    var isSeekable: Bool { input.isSeekable }

    /// Whether it is a list of clips, played one after the other.
    var isClipList: Bool { input.isClipList }

    /// Whether it is known how much was read of its input.
    var tellsBytes: Bool { input.tellsBytes }

    /// Whether everything was read of a source that states its size.
    var isReadCompletely: Bool { input.isReadCompletely }

    /// Whether another thread reads its packets.
    var isReadAhead: Bool { input.ahead != nil }

    /// Why the last read failed, where that is known already.
    var inputFailure: SourceError? { input.ahead?.failure }

    /// A time of the stream's scale, to the nearest nanosecond; nil for one that is not set.
    func time(_ ticks: Int64) -> MediaTime? { stream.time(ticks) }

    /// What one step brought.
    enum Step {
        /// `frame` holds the next picture; its taker leaves it empty.
        case picture
        /// The decoder rejected a packet.
        case corrupt
        /// The container was broken there.
        case unreadable
        /// Nothing to see yet.
        case nothing
        /// Pictures come with the next key packet: there is none to begin with.
        case joining
        /// What follows is of another variant.
        case turned(StreamTurn)
        /// All pictures were taken out.
        case endOfStream
    }

    /// Saves work at the expense of exactness, or no longer does, from the next packet on.
    func decode(fast: Bool) { decoding.decode(fast: fast) }

    /// Reads or decodes one packet.
    ///
    /// - Throws: `AVError` when the source itself failed.
    func step() throws(AVError) -> Step {
        if let turn = untoldTurn.take() { return .turned(turn) }
        if let turn = turn.take() { try begin(turn) }
        do throws(AVError) {
            switch try decoding.receive() {
            case .picture:
                failures = 0
                pictureArrived = nil
                judgePicture()
                return isDeliveredEntry() || isCutOff() ? .nothing : .picture
            case .needsInput: break
            case .endOfStream where pursuit == .ending: break
            case .endOfStream: return end()
            }
        } catch {
            return failedDecoding(error)
        }
        if pursuit == .ending { try endPursuit() }
        return try feed()
    }

    /// Reads a packet and drops it undecoded; false at the end.
    ///
    /// - Throws: `AVError` when the source itself failed.
    func skipPacket() throws(AVError) -> Bool {
        guard let packet = try nextPacket() else { return false }
        try keep(packet)
        packets.removeFirst()
        return true
    }

    /// Forgets what was before the packets that were skipped. The next key packet
    /// begins anew, unless one was kept.
    func joinAgain() {
        flush(isJoining: true)
        awaitsKeyFrame = true
        skippedPackets = 0
    }

    /// Goes to the key frame at or before `time`; nil is the start.
    ///
    /// - Throws: `AVError` where only opening again helps.
    func seek(to time: MediaTime?) throws(AVError) {
        guard time == nil ? input.canRewind : input.isSeekable else {
            throw AVError(call: "avformat_seek_file", code: .inputOutput)
        }
        try input.seek(to: time)
        flush(isJoining: time != nil)
        (cut, turn) = (VariantCut(), nil)
        if let ahead = input.ahead, ahead.stream !== stream {
            untoldTurn = ahead.turn
            try begin(ahead.stream, isJoined: time != nil)
        }
        isDraining = false
        failures = 0
    }

    /// Goes to the key frame at or before `time`, to begin there. Where the container has
    /// no index that is anywhere, and packets are dropped up to a key frame.
    ///
    /// - Throws: `AVError` where only opening again helps.
    func join(at time: MediaTime) throws(AVError) {
        try seek(to: time)
        if !input.canRewind { joinAgain() }
    }

    /// What follows bears no relation to what was before.
    private func flush(isJoining: Bool) {
        decoding.flush(isJoining: isJoining)
        packets.removeAll()
        entry = Entry()
        omission?.flush()
    }

    private func feed() throws(AVError) -> Step {
        let packet: UnsafeMutablePointer<AVPacket>
        do throws(AVError) {
            guard let first = try nextPacket() else { return drain() }
            packet = first
        } catch {
            guard error.code == .invalidData else { throw error }
            // Most containers find their way again after a broken part.
            return failedReading(error)
        }
        if case .again = entry.turn { return send(packet) }
        if pursuit == .underWay, stream.beginsAnew(packet) {
            pursuit = .ending
            return drainDecoder()
        }
        try keep(packet)
        if isBeforeKeyFrame(packet) {
            packets.removeFirst()
            return .nothing
        }
        watch(packet)
        if case .next = entry.turn, deliversEntry(packet) { return .picture }
        return send(packet)
    }

    /// Decodes the packet to be decoded next, or leaves it out.
    private func send(_ packet: UnsafePointer<AVPacket>) -> Step {
        entry.turn = .own
        defer { packets.removeFirst() }
        if leavesOut(packet) { return .nothing }
        do throws(AVError) {
            try decoding.decode(packet)
            return .nothing
        } catch {
            return failedDecoding(error)
        }
    }

    /// The packet to decode next; nil at the end.
    private func nextPacket() throws(AVError) -> UnsafeMutablePointer<AVPacket>? {
        if packets.isEmpty { readPacket() }
        return try packets.first()
    }

    /// Reads one packet more.
    ///
    /// - Returns: Whether there is one and room for it.
    @discardableResult
    func readPacket() -> Bool {
        let packet = packets.append { (packet) throws(AVError) in try input.read(into: packet) }
        guard let packet else {
            if packets.isBeforeAnotherStream { cut.end(at: input.ahead?.turn?.cut) }
            return false
        }
        needsRanges = false
        if isLive { noteSilence() }
        if !cut.leavesOut(time(packet.pointee.pts)) { omission?.read(packet, of: stream) }
        return true
    }

    /// Takes what a packet says of the codec's levels.
    func noteHeaders(of packet: UnsafePointer<AVPacket>) {
        _ = omission?.isUnreferenced(packet)
    }

    /// Whether nobody misses the packet's picture. Files are read ahead for the
    /// answer, live streams wait for nothing.
    private func leavesOut(_ packet: UnsafePointer<AVPacket>) -> Bool {
        // Every packet is shown to it: some say what the codec's levels are.
        guard let omission, omission.isUnreferenced(packet), decoding.damage.isWhole,
            let pts = time(packet.pointee.pts), !cut.leavesOut(pts)
        else { return false }
        while true {
            switch omission.answer(for: pts, atOnce: isLive) {
            case .decode: return false
            case .leaveOut: return true
            case .needsPacket:
                guard !isLive, packets.count < Self.mostAhead, readPacket() else { return false }
            }
        }
    }

    /// Packets read ahead to know whether one is left out.
    private static let mostAhead = 4

    private func noteSilence() {
        let now = MonotonicClock.now()
        let silence = lastRead.map { now - $0 } ?? .zero
        isLeftOver = silence >= StallDetector.shortestStall && input.isDry
        lastRead = now
    }

    private func keep(_ packet: UnsafeMutablePointer<AVPacket>) throws(AVError) {
        // One that was held back did not come now, and nobody knows when.
        guard let history, !isLeftOver else { return }
        try history.append(packet, of: stream, at: MonotonicClock.now())
    }

    /// Whether the packet cannot be decoded yet, for want of what it refers to.
    ///
    /// A stream that marks no key frames is decoded after a while all the same.
    private func isBeforeKeyFrame(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard awaitsKeyFrame else { return false }
        skippedPackets += 1
        awaitsKeyFrame =
            packet.pointee.flags & AV_PKT_FLAG_KEY == 0 && skippedPackets < Self.longestInterval
        return awaitsKeyFrame
    }

    /// Packets between two key frames at most: 15 s at 60 Hz.
    private static let longestInterval = 900

    func watch(_ packet: UnsafePointer<AVPacket>) {
        decoding.note(packet, PacketFacts(packet, of: stream))
    }

    /// Tells how good the picture in `frame` is.
    func judgePicture() {
        isPictureApproximate = decoding.isApproximate()
        isPictureDamaged = decoding.isDamaged()
    }

    private func drain() -> Step {
        isDraining = true
        return drainDecoder()
    }

    private func drainDecoder() -> Step {
        do throws(AVError) {
            try decoding.drain()
            return .nothing
        } catch {
            return failedDecoding(error)
        }
    }

    private func failedDecoding(_ error: AVError) -> Step {
        failures += 1
        lastFailure = error.code
        guard isDraining, failures > VideoDecoder.mostHeld else { return .corrupt }
        return end()
    }

    private func failedReading(_ error: AVError) -> Step {
        failures += 1
        lastFailure = error.code
        decoding.damage.fail()
        return failures > Demuxer.mostUnreadable ? drain() : .unreadable
    }

    // MARK: Variants

    /// All pictures were taken out: goes on with another variant's, or it is over.
    private func end() -> Step {
        guard packets.isBeforeAnotherStream, let turn = input.ahead?.turn else {
            return .endOfStream
        }
        self.turn = turn
        return .turned(turn)
    }

    private func begin(_ turn: StreamTurn) throws(AVError) {
        try begin(turn.stream, isJoined: true)
        packets.turn()
        cut.start(behind: turn.cut)
    }

    /// Decodes another stream from the next packet on.
    private func begin(_ stream: CodedStream, isJoined: Bool) throws(AVError) {
        let decoder = try stream.makeDecoder(threads: threads, isLive: isLive)
        let damage = DamageWatch(isJoined: isJoined)
        self.stream = stream
        decoding = try DecodingRun(stream, decoder: decoder, damage: damage)
        omission?.begin(stream.makeReferences())
        (isDraining, failures) = (false, 0)
    }

    /// Whether the picture in `frame` comes from another variant.
    private func isCutOff() -> Bool {
        guard !cut.deliver(time(frame.pointee.best_effort_timestamp)) else { return false }
        av_frame_unref(frame)
        return true
    }
}
