internal import CFFmpeg
internal import Media
internal import Platform

/// One connection: a demuxer, its decoder, and what lies between.
///
/// Thread: bound to the ingest thread.
final class MediaSession {
    let description: MediaDescription
    let containerFormat: ContainerFormat
    let startTime: MediaTime
    /// As the container states it; what is decoded may differ.
    let size: PixelSize
    private let isSeekable: Bool
    private let canRewind: Bool
    /// The picture that `step` delivered; empty otherwise.
    let frame = FrameStorage.allocate()
    /// The time scale of packets and frames.
    private let timeBase: AVRational
    private var demuxer: Demuxer
    private let decoder: VideoDecoder
    private let packet: UnsafeMutablePointer<AVPacket>
    /// Where packets are kept; nil for a stream that keeps none.
    private let record: Record?
    private var damage: DamageWatch
    /// Tells of missing packets; nil for codecs that do not count them.
    private var numbering: H264Continuity?
    /// Whether the picture that `step` delivered is not whole.
    private(set) var isPictureDamaged = false
    /// Whether packets are dropped until one starts afresh.
    private var awaitsKeyFrame: Bool
    private var skippedPackets = 0
    private var isDraining = false
    private var failures = 0

    /// - Parameters:
    ///   - demuxer: Positioned at its start.
    ///   - threads: The decoder's; nil chooses.
    ///   - isLive: Whether delay matters more than speed.
    ///   - awaitsKeyFrame: For a source that is joined in the middle.
    ///   - history: Where its packets are kept; nil for nowhere.
    /// - Throws: `AVError` when there is no decoder or it does not open.
    init(
        demuxer: consuming Demuxer,
        threads: Int?,
        isLive: Bool,
        awaitsKeyFrame: Bool,
        history: PacketHistory?
    ) throws(AVError) {
        timeBase = demuxer.stream.pointee.time_base
        decoder = try VideoDecoder.open(
            for: demuxer.parameters,
            settings: VideoDecoder.Settings(threads: threads, isLive: isLive, timeBase: timeBase)
        )
        let stream = CodedStream(demuxer)
        record = history.map { Record(history: $0, stream: stream) }
        numbering = stream.makeContinuity()
        damage = DamageWatch(isJoined: awaitsKeyFrame)
        description = demuxer.description
        containerFormat = demuxer.containerFormat
        startTime = demuxer.startTime
        size = demuxer.size
        isSeekable = demuxer.isSeekable
        canRewind = demuxer.canRewind
        self.demuxer = demuxer
        self.awaitsKeyFrame = awaitsKeyFrame
        guard let packet = av_packet_alloc() else { fatalError("Out of memory") }
        self.packet = packet
        if let record { record.history.begin(record.stream) }
    }

    private struct Record {
        let history: PacketHistory
        let stream: CodedStream
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        FrameStorage.free(frame)
    }

    /// Whether everything was read of a source that states its size.
    var isReadCompletely: Bool { demuxer.isReadCompletely }

    /// A time of the stream's scale, to the nearest nanosecond; nil for one that is not set.
    func time(_ ticks: Int64) -> MediaTime? { timeBase.time(ticks) }

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
        /// All pictures were taken out.
        case endOfStream
    }

    /// Reads or decodes one packet.
    ///
    /// - Throws: `AVError` when the source itself failed.
    func step() throws(AVError) -> Step {
        do throws(AVError) {
            switch try decoder.receive(into: frame) {
            case .picture: return delivered()
            case .needsInput: break
            case .endOfStream: return .endOfStream
            }
        } catch {
            return failedDecoding()
        }
        return try feed()
    }

    /// Reads a packet and drops it undecoded; false at the end.
    ///
    /// - Throws: `AVError` when the source itself failed.
    func skipPacket() throws(AVError) -> Bool {
        guard case .packet = try demuxer.read(into: packet) else { return false }
        keep()
        av_packet_unref(packet)
        return true
    }

    /// Begins anew with the next key frame, after packets were skipped.
    func resume() {
        flush(isJoining: true)
        awaitsKeyFrame = true
        skippedPackets = 0
    }

    /// Goes to the key frame at or before `time`; nil is the start.
    ///
    /// - Throws: `AVError` where only opening again helps.
    func seek(to time: MediaTime?) throws(AVError) {
        guard time == nil ? canRewind : isSeekable else {
            throw AVError(call: "avformat_seek_file", code: .inputOutput)
        }
        try demuxer.seek(to: time)
        flush(isJoining: time != nil)
        isDraining = false
        failures = 0
    }

    /// What follows bears no relation to what was before.
    private func flush(isJoining: Bool) {
        decoder.flush()
        numbering?.forget()
        damage = DamageWatch(isJoined: isJoining)
    }

    private func feed() throws(AVError) -> Step {
        do throws(AVError) {
            guard case .packet = try demuxer.read(into: packet) else { return drain() }
        } catch {
            guard error.code == .invalidData else { throw error }
            // Most containers find their way again after a broken part.
            return failedReading()
        }
        defer { av_packet_unref(packet) }
        keep()
        if isBeforeKeyFrame() { return .nothing }
        watchPacket()
        do throws(AVError) {
            try decoder.send(packet)
            return .nothing
        } catch {
            return failedDecoding()
        }
    }

    private func keep() {
        guard let record else { return }
        record.history.append(packet, of: record.stream, at: MonotonicClock.now())
    }

    /// Whether the packet cannot be decoded yet, for want of what it refers to.
    ///
    /// A stream that marks no key frames is decoded after a while all the same.
    private func isBeforeKeyFrame() -> Bool {
        guard awaitsKeyFrame else { return false }
        skippedPackets += 1
        awaitsKeyFrame =
            packet.pointee.flags & AV_PKT_FLAG_KEY == 0 && skippedPackets < Self.longestInterval
        return awaitsKeyFrame
    }

    /// Packets between two key frames at most: 15 s at 60 Hz.
    private static let longestInterval = 900

    private func watchPacket() {
        damage.send(
            DamageWatch.Packet(
                time: time(packet.pointee.pts),
                isKey: packet.pointee.flags & AV_PKT_FLAG_KEY != 0,
                isDamaged: packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0,
                followsGap: numbering?.follows(UnsafePointer(packet).headers) == false
            )
        )
    }

    private func delivered() -> Step {
        failures = 0
        let frame = UnsafePointer(frame)
        isPictureDamaged = damage.isDamaged(
            DamageWatch.Picture(
                time: time(frame.pointee.pts),
                isWhole: frame.isWhole,
                role: frame.isEntry ? .entry : frame.isKey ? .refresh : .other
            )
        )
        return .picture
    }

    private func drain() -> Step {
        isDraining = true
        decoder.drain()
        return .nothing
    }

    /// A decoder holds no more pictures back than this.
    private static let longestDrain = 64
    /// A container that is broken so many times in a row is over.
    private static let mostUnreadable = 8

    private func failedDecoding() -> Step {
        failures += 1
        damage.fail()
        return isDraining && failures > Self.longestDrain ? .endOfStream : .corrupt
    }

    private func failedReading() -> Step {
        failures += 1
        damage.fail()
        return failures > Self.mostUnreadable ? drain() : .unreadable
    }
}
