public import Media
internal import Synchronization

/// A number that threads add to and any thread reads.
///
/// Thread: safe.
public final class Counter: Sendable {
    private let value = Atomic<Int>(0)

    public init() {}

    public func add(_ amount: Int = 1) { value.add(amount, ordering: .relaxed) }

    public func set(_ amount: Int) { value.store(amount, ordering: .relaxed) }

    public var count: Int { value.load(ordering: .relaxed) }
}

/// What became of every frame of one stream.
///
///     received = presented + Σ dropped{reason} + in flight
///
/// A frame is counted as received before anything else can be said of it, and
/// a snapshot reads that counter last: in flight is never negative. What is
/// counted while a snapshot is taken may show as still in flight.
///
/// Thread: safe.
public final class FrameLedger: Sendable {
    private let received = Atomic<Int>(0)
    private let presented = Atomic<Int>(0)
    private let dropped = DropCounters()

    public init() {}

    public func countReceived() { received.add(1, ordering: .relaxed) }

    public func countPresented() { presented.add(1, ordering: .releasing) }

    public func countDropped(_ reason: DropReason) { dropped.add(reason) }

    /// The counters at one moment.
    public struct Snapshot: Sendable {
        public let received: Int
        public let presented: Int
        public let dropped: [DropReason: Int]

        public var inFlight: Int {
            received - presented - dropped.values.reduce(0, +)
        }
    }

    public func snapshot() -> Snapshot {
        var drops: [DropReason: Int] = [:]
        for reason in DropReason.allCases { drops[reason] = dropped.count(reason) }
        let shown = presented.load(ordering: .acquiring)
        // Last: whatever was counted above had been received before, and the
        // acquiring loads, for the releasing additions, bring that along.
        let all = received.load(ordering: .relaxed)
        return Snapshot(received: all, presented: shown, dropped: drops)
    }
}

/// One counter for each reason to drop a frame.
private struct DropCounters: ~Copyable, Sendable {
    private let rate = Atomic<Int>(0)
    private let late = Atomic<Int>(0)
    private let superseded = Atomic<Int>(0)
    private let overflow = Atomic<Int>(0)
    private let flush = Atomic<Int>(0)
    private let decodeError = Atomic<Int>(0)
    private let format = Atomic<Int>(0)
    private let noOutput = Atomic<Int>(0)

    func add(_ reason: DropReason) {
        switch reason {
        case .rate: rate.add(1, ordering: .releasing)
        case .late: late.add(1, ordering: .releasing)
        case .superseded: superseded.add(1, ordering: .releasing)
        case .overflow: overflow.add(1, ordering: .releasing)
        case .flush: flush.add(1, ordering: .releasing)
        case .decodeError: decodeError.add(1, ordering: .releasing)
        case .format: format.add(1, ordering: .releasing)
        case .noOutput: noOutput.add(1, ordering: .releasing)
        }
    }

    func count(_ reason: DropReason) -> Int {
        switch reason {
        case .rate: rate.load(ordering: .acquiring)
        case .late: late.load(ordering: .acquiring)
        case .superseded: superseded.load(ordering: .acquiring)
        case .overflow: overflow.load(ordering: .acquiring)
        case .flush: flush.load(ordering: .acquiring)
        case .decodeError: decodeError.load(ordering: .acquiring)
        case .format: format.load(ordering: .acquiring)
        case .noOutput: noOutput.load(ordering: .acquiring)
        }
    }
}
