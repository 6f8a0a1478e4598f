public import Media
internal import Synchronization

/// How often a duration fell into each of a fixed set of ranges, with the sum;
/// the numbers behind an OpenMetrics histogram.
///
/// Thread: `record` is bound to one thread; `snapshot` is safe.
public final class Histogram: @unchecked Sendable {
    // @unchecked Sendable: `counts` never changes after init; its elements are atomic.

    /// Upper bounds in ascending order; a last, unbounded range is implied.
    public let bounds: [Nanoseconds]
    private let counts: UnsafeMutablePointer<Atomic<Int>>
    private let sum = Atomic<Int64>(0)

    /// - Parameter bounds: At least one; each above the one before it.
    public init(bounds: [Nanoseconds]) {
        precondition(
            !bounds.isEmpty && zip(bounds, bounds.dropFirst()).allSatisfy(<),
            "A histogram's bounds ascend"
        )
        self.bounds = bounds
        counts = .allocate(capacity: bounds.count + 1)
        for index in 0...bounds.count { (counts + index).initialize(to: Atomic(0)) }
    }

    deinit {
        counts.deinitialize(count: bounds.count + 1)
        counts.deallocate()
    }

    /// Counts a duration in the first range whose bound is not below it. A
    /// negative one counts as zero: a histogram's sum never falls.
    public func record(_ duration: Nanoseconds) {
        let duration = max(duration, .zero)
        var index = 0
        while index < bounds.count, duration > bounds[index] { index += 1 }
        counts[index].add(1, ordering: .relaxed)
        sum.add(duration.count, ordering: .relaxed)
    }

    /// The counts at one moment; the last is that of the unbounded range. While
    /// a thread records, `sum` may be one duration ahead of or behind `counts`.
    public struct Snapshot: Sendable {
        public let bounds: [Nanoseconds]
        public let counts: [Int]
        public let sum: Nanoseconds

        public var count: Int { counts.reduce(0, +) }
    }

    public func snapshot() -> Snapshot {
        Snapshot(
            bounds: bounds,
            counts: (0...bounds.count).map { counts[$0].load(ordering: .relaxed) },
            sum: Nanoseconds(sum.load(ordering: .relaxed))
        )
    }
}
