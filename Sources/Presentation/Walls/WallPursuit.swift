public import Media

/// Puts a stream in step with its wall, and keeps it there.
///
///     begins, clock set ──► seek ahead ──► first picture ──► wait for its time ──► in step
///                               ▲                │                                   │
///                               ├─ far too early ┘                                   │
///                               └── late by a second for a tenth of one, by a quarter ┘
///                                   for half of one, by less for five
///
/// A seek takes time: it goes to where the wall will be then, and each one tells how long the
/// next may take. Lateness is that of pictures when they come: one that stands for long is not
/// late, nor is anything while nothing comes. Little of it is left to the layer, which shows the
/// newest picture that is due: decoders catch up. What is early waits; but where that takes longer
/// than a seek, the file is sought once more.
///
/// Thread: reentrant; time is an argument.
public struct WallPursuit: Sendable {
    /// What is to be done at a scanout.
    public struct Verdict: Hashable, Sendable {
        /// What is to be counted.
        public var resync: WallResync?
        /// To which time of the wall the file is to be sought.
        public var target: Nanoseconds?
        /// Whether the pictures that come are those of that time, without a seek.
        public var isAtHand = false
    }

    private enum State {
        /// Nothing was asked for yet.
        case waiting
        /// The clock was set, and another seek so soon is too much.
        case stepped
        /// Since when the first picture of a seek is waited for, and whether that of the one before
        /// was far too early.
        case seeking(since: MonotonicTime, isSecond: Bool)
        /// Since when its pictures are late; nil while they are not.
        case following(lateSince: MonotonicTime?)
        /// What is to come is taken for one picture, which is that of every time.
        case assumed
    }

    private var state = State.waiting
    /// How far ahead of the wall the next seek goes.
    private var lead = Nanoseconds.milliseconds(400)
    private var seeksForStarts = SeekAllowance(longest: .milliseconds(1000))
    private var seeksForSteps = SeekAllowance()
    private var seeksForLateness = SeekAllowance()

    /// Later than that is not left to the layer.
    public static let tolerance = Nanoseconds.milliseconds(250)
    /// Pictures so late are not caught up with, and those so early not waited for.
    private static let farthest = Nanoseconds.milliseconds(1000)
    private static let leads = Nanoseconds.milliseconds(100)...Nanoseconds.milliseconds(5000)

    public init() {}

    /// Whether pictures come as they should.
    public var isFollowing: Bool {
        if case .following(nil) = state { true } else { false }
    }

    /// Whether nothing is waited for: pictures come, late or not.
    public var isSettled: Bool {
        if case .following = state { true } else { false }
    }

    var isAssumed: Bool {
        if case .assumed = state { true } else { false }
    }

    mutating func assume() { state = .assumed }

    /// Begins anew: nothing is known of where the stream is.
    public mutating func restart() { state = .waiting }

    /// What comes is what is wanted.
    mutating func follow() { state = .following(lateSince: nil) }

    /// Says what to do at a scanout.
    ///
    /// - Parameters:
    ///   - now: The scanout.
    ///   - timeline: At that scanout.
    ///   - step: By how much the clock was set since the one before.
    ///   - refreshInterval: The time between two scanouts.
    /// - Returns: What to count, and where to go.
    public mutating func look(
        at now: MonotonicTime,
        on timeline: WallTimeline,
        step: Nanoseconds?,
        refreshInterval: Nanoseconds
    ) -> Verdict {
        if let step {
            if step.magnitude > Self.tolerance { state = .stepped }
            return Verdict(resync: .step, target: followStep(at: now, on: timeline))
        }
        switch state {
        case .waiting, .assumed:
            // What is shown and hidden all the time, or has ever another length.
            guard seeksForStarts.take(at: now) else { return Verdict() }
            return Verdict(resync: .start, target: seek(at: now, on: timeline))
        case .stepped: return Verdict(target: followStep(at: now, on: timeline))
        case .seeking(let since, let isSecond):
            guard let wait = timeline.wait else { return Verdict() }
            learn(now - since)
            // Where a second one leads there as well, it is waited for.
            guard !isSecond, wait > max(lead, Self.farthest) else {
                state = .following(lateSince: nil)
                return Verdict()
            }
            return Verdict(target: seek(at: now, on: timeline, isSecond: true))
        case .following(let lateSince):
            return follow(lateSince, at: now, on: timeline, refreshInterval)
        }
    }

    private mutating func followStep(
        at now: MonotonicTime,
        on timeline: WallTimeline
    ) -> Nanoseconds? {
        guard case .stepped = state, seeksForSteps.take(at: now) else { return nil }
        return seek(at: now, on: timeline)
    }

    private mutating func follow(
        _ lateSince: MonotonicTime?,
        at now: MonotonicTime,
        on timeline: WallTimeline,
        _ refreshInterval: Nanoseconds
    ) -> Verdict {
        guard let newest = timeline.newest, let lateness = timeline.lateness,
            lateness > refreshInterval
        else {
            state = .following(lateSince: nil)
            return Verdict()
        }
        let since = lateSince ?? now
        state = .following(lateSince: since)
        guard now - since >= Self.patience(with: lateness), seeksForLateness.take(at: now) else {
            return Verdict()
        }
        let isBehindEnd = timeline.position(at: newest) < Self.farthest
        return Verdict(resync: isBehindEnd ? .loop : .late, target: seek(at: now, on: timeline))
    }

    /// How long a decoder may take to catch up.
    private static func patience(with lateness: Nanoseconds) -> Nanoseconds {
        if lateness > farthest { return .milliseconds(100) }
        return lateness > tolerance ? .milliseconds(500) : .milliseconds(5000)
    }

    private mutating func seek(
        at now: MonotonicTime,
        on timeline: WallTimeline,
        isSecond: Bool = false
    ) -> Nanoseconds {
        state = .seeking(since: now, isSecond: isSecond)
        return timeline.clock.steady + lead
    }

    /// A seek took so long. What takes longer than any was rather a source that was away.
    private mutating func learn(_ taken: Nanoseconds) {
        let wanted = taken <= Self.leads.upperBound ? taken * 3 / 2 : lead * 2
        lead = min(max(wanted, Self.leads.lowerBound), Self.leads.upperBound)
    }
}

/// How often a file is sought for one reason: a second apart, and twice as long each time, up to
/// a limit, until it was not for that long.
struct SeekAllowance: Sendable {
    /// Nil: at any time.
    private var earliest: MonotonicTime?
    private var pause = Self.shortest
    private let longest: Nanoseconds

    private static let shortest = Nanoseconds.milliseconds(1000)

    /// - Parameter longest: The limit, a second or more.
    init(longest: Nanoseconds = .milliseconds(60_000)) {
        self.longest = longest
    }

    /// Takes a seek.
    ///
    /// - Returns: Whether there is one.
    mutating func take(at now: MonotonicTime) -> Bool {
        if let earliest {
            guard now >= earliest else { return false }
            if now - earliest > longest { pause = Self.shortest }
        }
        earliest = now + pause
        pause = min(pause * 2, longest)
        return true
    }
}
