internal import Demuxing
internal import Media

/// The packets from a key packet on that it takes to know, undecoded, which
/// picture is on the screen at a time, and to decode it.
///
/// Packets come in decoding order; the one that is shown at a time may come after
/// many that are shown later, but after no more than the codec reorders. So once
/// more later ones than that were read, the answer is certain:
///
///     decoding order   I0  P3  B1  B2  P6  B4  B5  …        asked for: 2.5
///     shown at         0   3   1   2   6   4   5
///                      └── group: up to here ─┘ then as many more as are reordered
///
/// Thread: reentrant.
struct PacketGroup<Packet> {
    /// What is to be done next.
    enum Verdict: Hashable {
        case needsMore
        /// Everything that matters was read.
        case complete
        /// The packets do not tell: decode from further back and see.
        case unsuitable
    }

    /// The packet whose picture answers, and when that picture is shown.
    struct Target: Hashable {
        var index: Int
        var interval: ShownInterval
    }

    private let time: MediaTime
    private let reordering: Int
    private(set) var packets: [Packet] = []
    private(set) var facts: [PacketFacts] = []
    private var bytes = 0
    private var laterCount = 0
    /// Of everything read so far.
    private var latest: MediaTime?
    /// Whether packets of the group may be missing.
    private var isIncomplete = false
    private var hasBegun = false
    /// Whether it begins with the very first packet that was read, which is marked as
    /// damaged: reading from further back tells whether it is.
    private(set) var isDoubtful = false

    /// Beyond these nothing is kept: 30 s at 60 Hz, and what a machine can spare.
    static var mostPackets: Int { 2_000 }
    static var mostBytes: Int { 64 << 20 }

    /// - Parameters:
    ///   - time: What is asked for.
    ///   - reordering: How many packets may precede one that is shown before them.
    init(time: MediaTime, reordering: Int) {
        self.time = time
        self.reordering = reordering
    }

    /// Takes the next packet in decoding order; those before the first key packet are left out.
    mutating func add(_ packet: Packet, _ facts: PacketFacts, bytes: Int) -> Verdict {
        guard let shownAt = facts.time else { return .unsuitable }
        if facts.isKey, packets.isEmpty || isLaterEntry(shownAt) {
            restart()
            isDoubtful = facts.isDamaged && !hasBegun
        }
        hasBegun = true
        guard facts.isKey || !packets.isEmpty else { return .needsMore }
        packets.append(packet)
        self.facts.append(facts)
        self.bytes += bytes
        if facts.isDamaged { isIncomplete = true }
        latest = max(latest ?? shownAt, shownAt)
        if facts.isShown, shownAt > time { laterCount += 1 }
        if packets.count > Self.mostPackets || self.bytes > Self.mostBytes { return .unsuitable }
        // One more than are reordered makes the next picture certain, another the one after.
        return laterCount >= reordering + 2 ? .complete : .needsMore
    }

    /// Nothing follows, though more should: pictures may be missing at the end.
    mutating func cut() {
        isIncomplete = true
    }

    /// When the group's first picture is shown; nil for an empty one.
    var start: MediaTime? { facts.first?.time }

    /// The packet whose picture is on the screen at the time, else the first that
    /// is shown after it; nil where the times cannot be trusted or there is none.
    var target: Target? {
        guard let start else { return nil }
        let shown = facts.indices.filter { facts[$0].isShown }
        let times = shown.compactMap { facts[$0].time }.sorted()
        guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
        // What is shown before the key picture may need what was before it.
        let whole = times.drop { $0 < start }
        guard let answer = whole.last(where: { $0 <= time }) ?? whole.first,
            let index = shown.first(where: { facts[$0].time == answer })
        else { return nil }
        let own = answer + facts[index].duration
        let end = times.first { $0 > answer } ?? own
        return Target(
            index: index,
            // Where something is missing, that may be what came next.
            interval: ShownInterval(start: answer, end: isIncomplete ? min(end, own) : end)
        )
    }

    /// Whether a key packet begins a later group that has the answer as well.
    private func isLaterEntry(_ shownAt: MediaTime) -> Bool {
        shownAt <= time && shownAt >= latest ?? shownAt
    }

    private mutating func restart() {
        isIncomplete = false
        packets.removeAll(keepingCapacity: true)
        facts.removeAll(keepingCapacity: true)
        bytes = 0
        laterCount = 0
    }
}
