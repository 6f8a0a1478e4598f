internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Platform
internal import Presentation

/// Finds the picture of a time among a source's packets.
///
///     certain ── which packet is it? ── decode up to it ──► whole? ──► exact
///        │ the packets do not tell, or it is not whole
///        ▼
///     scan ── decode everything from further and further back ──► the nearest whole one
///
/// Thread: bound to the thread that searches.
struct PictureFinder {
    let source: any PacketSource
    let time: MediaTime
    let tolerance: Nanoseconds
    let limit: SearchLimit
    /// As that of `ScanRun.Plan`.
    var leastPixels: Int32?

    /// How far before the time a search begins, one attempt after the other; the
    /// beginning of the stream comes last.
    private static let stepsBack: [Int64] = [0, 1, 2, 5, 10, 30, 60]

    /// The picture whose packet is certain to be the right one, if it decodes to a whole one.
    ///
    /// - Throws: `StillError`.
    func findByPackets() throws(StillError) -> FoundPicture? {
        guard source.stream.isTimed else { return nil }
        var isFromStart = false
        for step in Self.stepsBack.map({ Optional($0) }) + [nil] where !isFromStart {
            isFromStart = try source.begin(near: step.map { time - .milliseconds($0 * 1_000) })
            guard let group = try collect() else { return nil }
            guard let start = group.start,
                isFromStart || start <= time && !group.isDoubtful
            else { continue }
            return try decode(group)
        }
        return nil
    }

    /// The nearest whole picture; one that is not whole where there is no other.
    ///
    /// - Throws: `StillError`.
    func findByDecoding() throws(StillError) -> FoundPicture? {
        var (isFromStart, lacksMemory) = (false, false)
        // Everything on the way is decoded: fewer steps.
        for step in SeekPolicy.stepsBack.map({ Optional($0) }) + [nil] where !isFromStart {
            isFromStart = try source.begin(near: step.map { time - $0 })
            let plan = ScanRun.Plan(
                stream: source.stream,
                limit: limit,
                isFromStart: isFromStart,
                leastPixels: leastPixels
            )
            let scan = try ScanRun.scan(for: time, plan) { () throws(StillError) in
                try source.next()
            }
            guard let scan else { continue }
            lacksMemory = lacksMemory || scan.lacksMemory
            // Without a whole picture up to here it may be for want of what came before.
            guard scan.before != nil || isFromStart else { continue }
            if let found = try answer(scan) { return found }
            break
        }
        // The packets may be as good as any.
        if lacksMemory { throw .noMemory }
        return nil
    }

    /// Finds a key picture near the time: the one before it at which reading for the time begins,
    /// else the next.
    ///
    /// - Parameters:
    ///   - earliest: When it may be shown at the earliest; not behind the time.
    ///   - latest: When it may be shown at the latest; not before the time.
    /// - Returns: When it is shown; nil where there is none, or that is not known.
    /// - Throws: `StillError`.
    func entry(from earliest: MediaTime, through latest: MediaTime) throws(StillError)
        -> MediaTime?
    {
        guard source.stream.isTimed else { return nil }
        _ = try source.begin(near: time)
        var bytes = 0
        for _ in 0..<PacketGroup<CodedPacket>.mostPackets {
            guard bytes <= PacketGroup<CodedPacket>.mostBytes, let packet = try source.next() else {
                return nil
            }
            let facts = packet.facts
            bytes += packet.bytes
            guard let shownAt = facts.time else { continue }
            if shownAt > latest { return nil }
            if facts.isKey, facts.isShown, shownAt >= earliest { return shownAt }
        }
        return nil
    }

    /// The group that has the answer; nil where packets do not tell.
    private func collect() throws(StillError) -> PacketGroup<CodedPacket>? {
        var group = PacketGroup<CodedPacket>(
            time: time,
            reordering: source.stream.longestReordering
        )
        while let packet = try source.next() {
            switch group.add(packet, packet.facts, bytes: packet.bytes) {
            case .needsMore: continue
            case .complete: return group
            case .unsuitable: return nil
            }
        }
        if source.isCut { group.cut() }
        return group
    }

    /// Nil unless the picture is certain to be whole.
    private func decode(_ group: PacketGroup<CodedPacket>) throws(StillError) -> FoundPicture? {
        guard let target = group.target else { return nil }
        var needed = group.packets[...target.index]
        let plan = ScanRun.Plan(
            stream: source.stream,
            limit: limit,
            wanted: needed.last,
            leastPixels: leastPixels
        )
        let scan = try ScanRun.scan(for: target.interval.start, plan) { needed.popFirst() }
        guard let answer = scan?.before, answer.interval.start == target.interval.start else {
            return nil
        }
        return try found(answer.frame, target.interval, isCertain: true)
    }

    private func answer(_ scan: PictureScan<OwnedFrame>) throws(StillError) -> FoundPicture? {
        let whole = [scan.before, scan.after].compactMap { $0 }
        let nearest = whole.min {
            $0.interval.distance(to: time) < $1.interval.distance(to: time)
        }
        guard let answer = nearest ?? scan.damaged else { return nil }
        return try found(answer.frame, answer.interval, isCertain: scan.isExact && nearest != nil)
    }

    /// Nil for a size or form that is never shown.
    private func found(
        _ frame: OwnedFrame,
        _ interval: ShownInterval,
        isCertain: Bool
    ) throws(StillError) -> FoundPicture? {
        let (frame, start) = (frame.pointer, interval.start)
        guard FrameFormat.size(of: frame).isShown else { return nil }
        let converter = PictureConverter()
        let format = converter.makeShown(frame, fallback: source.stream.containerFormat)
        if converter.lacksMemory { throw .noMemory }
        guard let format else { return nil }
        let still: StillPicture
        do throws(AVError) {
            still = try StillPicture(moving: frame, format: format, pts: start)
        } catch {
            throw .noMemory
        }
        return FoundPicture(
            still,
            tier: PictureTier(interval, at: time, isCertain: isCertain, tolerance: tolerance),
            requested: time,
            arrived: source.arrival(of: start)
        )
    }
}
