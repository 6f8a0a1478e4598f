public import Media

/// Predicts when the display will scan out the next frame, and counts the
/// scanouts that came later than they were asked for.
///
///     flips   │        │        │                 │
///             ├─ refresh interval ─┤              │  one flip late
///     asked            ▲        ▲        ▲
///
/// The clock has no thread, timer or system call of its own: every method takes
/// the current time, so a test replays any schedule exactly.
///
/// Thread: bound to the presentation thread.
public struct FrameClock: Sendable {
    /// The time between two vertical blanks as the mode states it.
    public let nominalInterval: Nanoseconds
    /// The same as the flips show it; nominal until enough of them have been seen.
    public private(set) var refreshInterval: Nanoseconds
    /// Refresh intervals that passed between a scanout asked for and its flip.
    public private(set) var missedScanouts = 0

    private var lastFlip: MonotonicTime?
    private var samples: Int64 = 0

    /// Flips averaged before the measured interval is believed.
    private static let settledSamples: Int64 = 64
    /// The measured interval differs from the mode's by at most 1/100; what is
    /// further off is another mode, not a crystal.
    private static let largestDeviation: Int64 = 100

    public init(refreshInterval: Nanoseconds) {
        precondition(refreshInterval.count > 0, "A mode with no refresh rate cannot be paced")
        nominalInterval = refreshInterval
        self.refreshInterval = refreshInterval
        measured = refreshInterval.count
    }

    /// The running mean of intervals, in nanoseconds.
    private var measured: Int64

    /// Records a completed page flip.
    ///
    /// - Parameters:
    ///   - time: The timestamp the kernel put in the flip event. Zero means that
    ///     the driver does not timestamp flips, and is ignored; so is one that
    ///     runs backwards.
    ///   - scanout: The scanout the flip was committed for, if known.
    /// - Returns: How many refresh intervals later than `scanout` it came.
    @discardableResult
    public mutating func pageFlipped(
        at time: MonotonicTime,
        committedFor scanout: MonotonicTime? = nil
    ) -> Int {
        guard time.nanoseconds != 0 else { return 0 }
        if let lastFlip {
            guard time > lastFlip else { return 0 }
            measure(time - lastFlip)
        }
        lastFlip = time
        guard let scanout else { return 0 }
        let late = Int(max(0, Self.intervals(in: time - scanout, of: refreshInterval)))
        missedScanouts += late
        return late
    }

    /// The first vertical blank after `now`, or `now` before the first flip.
    public func nextScanout(after now: MonotonicTime) -> MonotonicTime {
        guard let lastFlip else { return now }
        // A driver may deliver the flip event just before the blank it names;
        // `now` is then earlier than `lastFlip`, and that flip is the next one
        // to have passed.
        guard now >= lastFlip else { return lastFlip + refreshInterval }

        let elapsedIntervals = (now - lastFlip).count / refreshInterval.count
        return lastFlip + refreshInterval * (elapsedIntervals + 1)
    }

    /// Learns from the distance of two flips that are a whole number of
    /// intervals apart; an idle display flips rarely.
    private mutating func measure(_ distance: Nanoseconds) {
        let count = Self.intervals(in: distance, of: nominalInterval)
        // Further apart, a deviation can no longer be told from a lost flip.
        guard (1...8).contains(count) else { return }
        let interval = distance.count / count
        let deviation = abs(interval - nominalInterval.count)
        guard deviation <= nominalInterval.count / Self.largestDeviation else { return }
        samples = min(samples + 1, 256)
        measured += (interval - measured) / samples
        if samples >= Self.settledSamples { refreshInterval = Nanoseconds(measured) }
    }

    /// The nearest whole number of intervals.
    private static func intervals(in length: Nanoseconds, of interval: Nanoseconds) -> Int64 {
        let half = interval.count / 2
        return length.count >= 0
            ? (length.count + half) / interval.count
            : -((half - length.count) / interval.count)
    }
}
