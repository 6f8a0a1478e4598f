internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Platform

/// Decodes packets one after the other until a scan of their pictures has its answer.
///
/// Thread: bound to the thread that searches.
struct ScanRun: ~Copyable {
    /// What is decoded.
    struct Plan {
        let stream: CodedStream
        let limit: SearchLimit
        /// Whether the first packet is the stream's first.
        var isFromStart = false
        /// The packet whose picture alone is wanted, and that whole; nil: all of them.
        var wanted: CodedPacket?
        /// What a picture is to have at least in its longer side, where it can be decoded to less
        /// than all of its pixels; nil: all of them.
        var leastPixels: Int32?
    }

    private let plan: Plan
    private var decoding: DecodingRun
    private var scan: PictureScan<OwnedFrame>
    private var timestamps: TimestampRepair
    /// A picture that was decoded beside the decoder.
    private var reduced: OwnedFrame?
    private var hasPicture = false
    /// Whether pictures have no time, since earlier ones are missing.
    private var isTimeless = false

    /// Looks for the picture of a time.
    ///
    /// - Parameters:
    ///   - time: When it is shown.
    ///   - plan: How.
    ///   - packets: Gives the next packet, nil at the end.
    /// - Returns: Nil where nothing can be decoded, or nothing that is of use.
    /// - Throws: `StillError`.
    static func scan(
        for time: MediaTime,
        _ plan: Plan,
        packets: () throws(StillError) -> CodedPacket?
    ) throws(StillError) -> PictureScan<OwnedFrame>? {
        var next = try packets()
        // In the middle decoding begins with a key packet.
        while let packet = next, !plan.isFromStart, !packet.facts.isKey { next = try packets() }
        guard let first = next, var run = try begin(time, plan, from: first) else { return nil }
        while let packet = next {
            run.send(packet)
            if plan.wanted != nil, run.decoding.damage.awaitsKey { return nil }
            if try run.takeAll() { return run.answer }
            next = try packets()
        }
        do throws(AVError) {
            try run.decoding.drain()
        } catch {
            run.scan.fail(forWantOfMemory: error.code == .outOfMemory)
        }
        if try !run.takeAll() { run.scan.end() }
        return run.answer
    }

    /// Nil where no decoder can be had.
    private static func begin(
        _ time: MediaTime,
        _ plan: Plan,
        from packet: CodedPacket
    ) throws(StillError) -> Self? {
        do throws(AVError) {
            return try Self(time, plan, from: packet)
        } catch {
            if error.code == .outOfMemory { throw .noMemory }
            return nil
        }
    }

    private init(_ time: MediaTime, _ plan: Plan, from packet: CodedPacket) throws(AVError) {
        let first = packet.facts
        self.plan = plan
        scan = PictureScan(time: time)
        timestamps = TimestampRepair(frameInterval: plan.stream.frameInterval)
        decoding = try DecodingRun(
            plan.stream,
            decoder: plan.stream.makeDecoder(alone: plan.limit.countsWork),
            damage: DamageWatch(
                isJoined: !plan.isFromStart || !first.isKey,
                // A key picture that an edit list leaves out does not come out.
                waits: first.isKey && !first.isShown,
                delay: DamageWatch.longestDelay
            )
        )
    }

    private var answer: PictureScan<OwnedFrame>? { isTimeless ? nil : scan }

    private mutating func send(_ packet: CodedPacket) {
        var facts = packet.facts
        if let wanted = plan.wanted {
            // Nobody looks at the others, so those alone are decoded that some picture needs.
            facts.isShown = packet === wanted
            decoding.decoder
                .skipUnreferenced(!facts.isShown && plan.stream.marksUnreferenced)
        }
        do throws(AVError) {
            try packet.withPacket { (packet) throws(AVError) in
                scan.send(decoding.note(packet, facts))
                reduced = try reduce(packet)
                if reduced == nil { try decoding.decode(packet) }
            }
        } catch {
            scan.fail(forWantOfMemory: error.code == .outOfMemory)
        }
    }

    /// The picture without what is not seen of it; nil where it has to be decoded as a whole.
    private func reduce(_ packet: UnsafePointer<AVPacket>) throws(AVError) -> OwnedFrame? {
        guard let leastPixels = plan.leastPixels, plan.stream.isJPEG else { return nil }
        return try ReducedJPEG.decode(packet, of: plan.stream.codedSize, leastPixels: leastPixels)
    }

    /// Takes out what the decoder has; true when the answer is there.
    private mutating func takeAll() throws(StillError) -> Bool {
        var failures = 0
        while failures < VideoDecoder.mostHeld {
            try plan.limit.check()
            do throws(AVError) {
                guard try receive() else { return false }
                defer { av_frame_unref(decoding.frame) }
                if try come() { return true }
            } catch {
                failures += 1
                scan.fail(forWantOfMemory: error.code == .outOfMemory)
            }
        }
        return false
    }

    /// Takes the next picture into the run's frame; false where there is none.
    private mutating func receive() throws(AVError) -> Bool {
        guard let picture = reduced.take() else {
            guard case .picture = try decoding.receive() else { return false }
            return true
        }
        av_frame_move_ref(decoding.frame, picture.pointer)
        return true
    }

    /// Whether the answer is there.
    private mutating func come() throws(AVError) -> Bool {
        let (frame, stream) = (decoding.frame, plan.stream)
        let given = stream.time(frame.pointee.best_effort_timestamp)
        isTimeless = given == nil && !hasPicture && !plan.isFromStart
        hasPicture = true
        let stamp = timestamps.next(
            given,
            duration: stream.duration(ofLast: cffmpeg_frame_duration(frame))
        )
        let picture = PictureScan<OwnedFrame>.Picture(
            time: stamp.pts,
            duration: stamp.duration,
            coded: UnsafePointer(frame).coded(in: stream)
        )
        let isFound = try scan.come(picture, judgedBy: &decoding.damage) { () throws(AVError) in
            let kept = try OwnedFrame()
            av_frame_move_ref(kept.pointer, frame)
            return kept
        }
        return isFound || isTimeless
    }
}
