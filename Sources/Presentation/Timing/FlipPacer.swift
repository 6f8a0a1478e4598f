public import Media

/// One scanout: what was committed before it is on the screen now.
public struct Flip: Hashable, Sendable, BitwiseCopyable {
    /// When the scanout began, on the display's own grid.
    public let time: MonotonicTime
    /// When it is known to have been: the kernel's timestamp of a page flip,
    /// else when the thread woke up. Never before `time`.
    public let observed: MonotonicTime
    /// Scanouts that passed since the last one without being seen.
    public let missed: Int

    public init(time: MonotonicTime, observed: MonotonicTime, missed: Int) {
        self.time = time
        self.observed = observed
        self.missed = missed
    }
}

/// Makes one beat a refresh interval out of page flips and a timer.
///
///     vertical blanks  │          │          │          │
///     commits           ▲                     ▲
///     beats            ●          ● flip     ● timer    ● flip
///
/// Decisions are due at every beat, but a display flips only what was
/// committed: between commits a timer goes on where the last flip left off. A
/// driver without vertical blanks (virtio, bochs, none at all) shows a commit
/// at once; there the timer alone keeps the pace.
///
/// Time is an argument: no thread, no timer of its own.
///
/// Thread: bound to the presentation thread.
public struct FlipPacer: Sendable {
    private let hasVerticalBlank: Bool
    private var clock: FrameClock
    private var last: MonotonicTime
    /// Whether a commit waits for its flip.
    public private(set) var isFlipPending = false

    /// - Parameters:
    ///   - refreshInterval: What the mode says; above zero.
    ///   - hasVerticalBlank: Whether flips happen, and are timestamped, at vertical blanks.
    ///   - now: The first beat.
    public init(refreshInterval: Nanoseconds, hasVerticalBlank: Bool, startingAt now: MonotonicTime)
    {
        self.hasVerticalBlank = hasVerticalBlank
        clock = FrameClock(refreshInterval: refreshInterval)
        last = now
    }

    /// When to call `timerFired`; nil while only a flip can come next.
    public var deadline: MonotonicTime? {
        isFlipPending ? nil : last + clock.refreshInterval
    }

    /// Something was committed: its flip is the next beat.
    public mutating func committed() { isFlipPending = true }

    /// The commit is on the screen.
    ///
    /// - Parameters:
    ///   - time: The kernel's timestamp; zero where the driver gives none.
    ///   - now: When the thread learnt of it.
    /// - Returns: The beat; nil where the display has no pace of its own and
    ///   the timer's moment has not come.
    public mutating func flipped(at time: MonotonicTime, now: MonotonicTime) -> Flip? {
        isFlipPending = false
        guard hasVerticalBlank else {
            return now >= last + clock.refreshInterval ? timerFired(at: now) : nil
        }
        // Clocks that run backwards, and stamps from the future, are not believed.
        let stamp = time.nanoseconds == 0 ? now : min(max(time, last), now)
        clock.pageFlipped(at: stamp)
        let missed = scanouts(in: stamp - last) - 1
        last = stamp
        return Flip(time: stamp, observed: stamp, missed: max(0, missed))
    }

    /// The deadline has passed, however long ago.
    public mutating func timerFired(at now: MonotonicTime) -> Flip {
        let interval = clock.refreshInterval
        let next = last + interval
        let missed = max(0, (now - next).count / interval.count)
        last = next + interval * missed
        return Flip(time: last, observed: max(now, last), missed: Int(missed))
    }

    /// The nearest whole number.
    private func scanouts(in time: Nanoseconds) -> Int {
        let interval = clock.refreshInterval.count
        return Int((time.count + interval / 2) / interval)
    }
}
