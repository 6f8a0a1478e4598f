public import Media

/// Notices that a source which should deliver pictures does not.
///
///     pictures  │  │  │  │              stalled
///               ├──┤           ├────────►
///             interval   max(3 intervals, 500 ms)
///
/// The interval is learnt from the arrivals themselves, so that a camera with
/// one picture a second is not called stalled between any two of them. One that falls to
/// that, as at night, is called stalled once:
///
///     interval   40 ms │   1 s   │    1 s
///     pictures  │││││││          │           │
///     patience         500 ms    2 s         3 s
public struct StallDetector: Sendable {
    public static let shortestStall = Nanoseconds.milliseconds(500)
    /// So long a stall may be the source's new interval: the next picture has twice as
    /// long. After longer ones it does not, for the next may be a stall as well.
    public static let longestBenefit = Nanoseconds.milliseconds(2_000)

    private var interval: Nanoseconds?
    /// How long the last picture took, if that was a stall.
    private var stall: Nanoseconds?
    private var lastPicture: MonotonicTime?

    /// - Parameter frameInterval: What the stream states, until arrivals show better.
    public init(frameInterval: Nanoseconds? = nil) {
        interval = frameInterval.flatMap { $0.count > 0 ? $0 : nil }
    }

    /// A picture came. Times running backwards are ignored.
    public mutating func picture(at now: MonotonicTime) {
        guard let lastPicture else {
            self.lastPicture = now
            return
        }
        guard now >= lastPicture else { return }
        learn(now - lastPicture)
        self.lastPicture = now
    }

    /// Whether no picture has come for too long; false before the first one,
    /// where a connection's own time limit applies.
    public func isStalled(at now: MonotonicTime) -> Bool {
        deadline.map { now >= $0 } ?? false
    }

    /// When the source counts as stalled unless a picture comes; nil before the first one.
    public var deadline: MonotonicTime? { lastPicture.map { $0 + patience } }

    /// Waits for the first picture again, after a reconnection. The interval stays.
    public mutating func restart() {
        lastPicture = nil
        stall = nil
    }

    /// How long the next picture may take.
    public var patience: Nanoseconds {
        let benefit = stall.flatMap { $0 <= Self.longestBenefit ? $0 * 2 : nil } ?? .zero
        return max(usualPatience, benefit)
    }

    /// The same without the benefit after a stall.
    public var usualPatience: Nanoseconds { max(Self.shortestStall, (interval ?? .zero) * 3) }

    /// A moving average. A stall itself teaches little: it counts as at most
    /// four intervals. Two in a row that are alike are the new interval.
    private mutating func learn(_ distance: Nanoseconds) {
        let previous = stall
        stall = interval != nil && distance >= patience ? distance : nil
        if let previous, distance * 2 >= previous, distance <= previous * 2 {
            interval = (previous + distance) / 2
            stall = nil
            return
        }
        guard let interval else {
            self.interval = distance
            return
        }
        let counted = min(distance, max(interval * 4, .milliseconds(10)))
        self.interval = interval + (counted - interval) / 8
    }
}
