public import Media

/// Decides when the last picture of a lost stream gives way to a placeholder.
///
///     lost          placeholder           recovered
///      ├── 2 s ─────►│──────────────────────►│ pictures
///      last picture
public struct PlaceholderPolicy: Sendable {
    /// How long the last picture stays; nil: for ever.
    public var holdTime: Nanoseconds?
    private var lostSince: MonotonicTime?

    public init(holdTime: Nanoseconds?) {
        self.holdTime = holdTime
    }

    /// The stream is gone. Further losses before it recovers extend nothing.
    public mutating func lost(at now: MonotonicTime) {
        if lostSince == nil { lostSince = now }
    }

    /// A picture came.
    public mutating func recovered() {
        lostSince = nil
    }

    /// Whether the placeholder is what should be on the screen.
    public func isDue(at now: MonotonicTime) -> Bool {
        deadline.map { now >= $0 } ?? false
    }

    /// When the placeholder is due; nil while pictures come, and where the last one stays.
    public var deadline: MonotonicTime? {
        guard let lostSince, let holdTime else { return nil }
        return lostSince + holdTime
    }
}
