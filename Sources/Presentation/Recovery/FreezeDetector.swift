public import Media

/// Counts freezes as W3C's webrtc-stats defines `freezeCount`: an interval
/// between two pictures shown that is longer than max(3δ, δ + 150 ms), where δ
/// is the mean of the last 30 intervals.
///
/// https://www.w3.org/TR/webrtc-stats/#dom-rtcinboundrtpstreamstats-freezecount
public struct FreezeDetector: Sendable {
    public private(set) var freezeCount = 0
    /// The sum of all intervals that were freezes.
    public private(set) var totalFreezesDuration = Nanoseconds.zero

    private var intervals: InlineArray<30, Nanoseconds> = .init(repeating: .zero)
    private var count = 0
    private var next = 0
    private var sum = Nanoseconds.zero
    private var lastPresented: MonotonicTime?

    public init() {}

    /// Another picture has been shown.
    ///
    /// - Returns: Whether it ended a freeze. The first interval never is one:
    ///   there is no mean to compare it with.
    public mutating func presented(at now: MonotonicTime) -> Bool {
        guard let lastPresented else {
            self.lastPresented = now
            return false
        }
        guard now >= lastPresented else { return false }
        self.lastPresented = now
        let interval = now - lastPresented
        let isFreeze = threshold.map { interval > $0 } ?? false
        if isFreeze {
            freezeCount += 1
            totalFreezesDuration += interval
        }
        record(interval)
        return isFreeze
    }

    /// The next interval starts anew: the layer was hidden, or shows another
    /// stream, and nobody missed a picture. Counts stay.
    public mutating func restart() {
        self = Self(freezeCount: freezeCount, totalFreezesDuration: totalFreezesDuration)
    }

    private init(freezeCount: Int, totalFreezesDuration: Nanoseconds) {
        self.freezeCount = freezeCount
        self.totalFreezesDuration = totalFreezesDuration
    }

    private var threshold: Nanoseconds? {
        guard count > 0 else { return nil }
        let mean = sum / Int64(count)
        return max(mean * 3, mean + .milliseconds(150))
    }

    private mutating func record(_ interval: Nanoseconds) {
        if count == intervals.count { sum -= intervals[next] } else { count += 1 }
        intervals[next] = interval
        sum += interval
        next = (next + 1) % intervals.count
    }
}
