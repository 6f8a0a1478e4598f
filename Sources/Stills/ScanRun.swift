internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Platform

/// Decodes a source's packets one after the other until a scan has its answer.
///
/// Thread: bound to the thread that searches.
struct ScanRun {
    let source: any PacketSource
    let limit: SearchLimit
    /// Whether the source stands at its beginning.
    let isFromStart: Bool
    init(source: any PacketSource, limit: SearchLimit, isFromStart: Bool) {
        self.source = source
        self.limit = limit
        self.isFromStart = isFromStart
    }

    /// - Returns: Nil where nothing can be decoded, or pictures have no time
    ///   because earlier ones are missing.
    /// - Throws: `StillError`.
    func scan(for time: MediaTime) throws(StillError) -> PictureScan<DecodedFrame>? {
        guard let decoder = try? source.stream.makeDecoder(), let frame = try? OwnedFrame() else {
            return nil
        }
        var state = State(time: time, isFromStart: isFromStart, stream: source.stream)
        while let packet = try source.next() {
            guard state.begins(with: packet) else { continue }
            state.send(packet, to: decoder)
            if try takeAll(decoder, into: frame, &state) {
                return state.isTimeless ? nil : state.scan
            }
        }
        decoder.drain()
        if try takeAll(decoder, into: frame, &state) {
            return state.isTimeless ? nil : state.scan
        }
        state.scan.end()
        return state.scan
    }

    /// Takes out what the decoder has; true when the answer is there.
    private func takeAll(
        _ decoder: borrowing VideoDecoder,
        into frame: OwnedFrame,
        _ state: inout State
    ) throws(StillError) -> Bool {
        var failures = 0
        while failures < VideoDecoder.mostHeld {
            try limit.check(at: MonotonicClock.now())
            do throws(AVError) {
                guard case .picture = try decoder.receive(into: frame.pointer) else { return false }
                defer { av_frame_unref(frame.pointer) }
                if try state.come(frame.pointer) { return true }
            } catch {
                failures += 1
                state.scan.fail()
            }
        }
        return false
    }

    /// What a run knows.
    private struct State {
        var scan: PictureScan<DecodedFrame>
        private(set) var isTimeless = false
        private let isFromStart: Bool
        private let stream: CodedStream
        private var timestamps: TimestampRepair
        private var continuity: H264Continuity?
        private var hasBegun = false
        private var hasPicture = false
        /// When the newest packets came, by their time.
        private var arrivals: [(time: MediaTime, arrived: MonotonicTime)] = []

        init(time: MediaTime, isFromStart: Bool, stream: CodedStream) {
            scan = PictureScan(time: time, isFromStart: isFromStart)
            timestamps = TimestampRepair(frameInterval: stream.frameInterval)
            continuity = stream.makeContinuity()
            self.isFromStart = isFromStart
            self.stream = stream
        }

        /// Whether the packet is to be decoded: in the middle only from a key packet on.
        mutating func begins(with packet: CodedPacket) -> Bool {
            if isFromStart || packet.facts.isKey { hasBegun = true }
            return hasBegun
        }

        mutating func send(_ packet: CodedPacket, to decoder: borrowing VideoDecoder) {
            if let time = packet.facts.time, let arrived = packet.arrived {
                if arrivals.count == 32 { arrivals.removeFirst() }
                arrivals.append((time, arrived))
            }
            if continuity?.follows(packet) == false { scan.fail() }
            scan.send(packet.facts)
            do throws(AVError) { try packet.send(to: decoder) } catch { scan.fail() }
        }

        /// - Returns: Whether the answer is there.
        mutating func come(_ frame: UnsafeMutablePointer<AVFrame>) throws(AVError) -> Bool {
            let given = stream.time(frame.pointee.best_effort_timestamp)
            if given == nil, !hasPicture, !isFromStart { isTimeless = true }
            hasPicture = true
            let duration = stream.duration(ofLast: cffmpeg_frame_duration(frame))
            let stamp = timestamps.next(given, duration: duration)
            let picture = PictureScan<DecodedFrame>.Picture(
                time: stamp.pts,
                duration: stamp.duration,
                isWhole: UnsafePointer(frame).isWhole,
                isEntry: UnsafePointer(frame).isEntry
            )
            let arrived = arrivals.last { $0.time == stamp.pts }?.arrived
            let isFound = try scan.come(picture) { () throws(AVError) in
                try DecodedFrame(moving: frame, arrived: arrived)
            }
            return isFound || isTimeless
        }
    }
}
