public import Media

/// Puts a stream in step with its wall, and keeps it there.
///
///     begins, clock set ──► seek ahead ──► first picture ──► wait for its time ──► in step
///                               ▲                                                    │
///                               └──── late for half a second, or by a second ◄───────┘
///
/// A seek takes time: it goes to where the wall will be then, and each one tells how long the
/// next may take. Little lateness is left to the layer, which shows the newest picture that is
/// due: decoders catch up. What is early waits.
///
/// Thread: reentrant; time is an argument.
public struct WallPursuit: Sendable {
    /// What is to be done at a scanout.
    public struct Verdict: Hashable, Sendable {
        /// What is to be counted.
        public var resync: WallResync?
        /// How far into the file to go, from its start.
        public var position: MediaTime?
    }

    private enum State {
        /// Nothing was asked for yet.
        case waiting(for: WallResync)
        /// Since when the first picture of a seek is waited for.
        case seeking(since: MonotonicTime)
        /// Since when its pictures are late; nil while they are not.
        case following(lateSince: MonotonicTime?)
    }

    private var state = State.waiting(for: .start)
    /// How far ahead of the wall the next seek goes.
    private var lead = Nanoseconds.milliseconds(400)
    /// When it may seek again for being late; nil: at any time.
    private var earliestSeek: MonotonicTime?
    private var pause = Self.shortestPause

    /// Later than that is not left to the layer.
    public static let tolerance = Nanoseconds.milliseconds(250)
    /// For how long.
    private static let patience = Nanoseconds.milliseconds(500)
    /// Pictures so late, or so early, are not waited for.
    private static let farthest = Nanoseconds.milliseconds(1000)
    private static let leads = Nanoseconds.milliseconds(100)...Nanoseconds.milliseconds(5000)
    /// Between two seeks for lateness, doubled while they are in vain.
    private static let shortestPause = Nanoseconds.milliseconds(1000)
    private static let longestPause = Nanoseconds.milliseconds(60_000)

    public init() {}

    /// Whether pictures come as they should.
    public var isFollowing: Bool {
        if case .following(nil) = state { true } else { false }
    }

    /// Begins anew: nothing is known of where the stream is.
    public mutating func restart() { state = .waiting(for: .start) }

    /// Says what to do at a scanout.
    ///
    /// - Parameters:
    ///   - now: The scanout.
    ///   - timeline: At that scanout.
    ///   - step: By how much the clock was set since the one before.
    /// - Returns: What to count, and where to go.
    public mutating func look(
        at now: MonotonicTime,
        on timeline: WallTimeline,
        step: Nanoseconds?
    ) -> Verdict {
        if let step {
            guard step.magnitude > Self.tolerance else { return Verdict(resync: .step) }
            return seek(.step, at: now, on: timeline)
        }
        switch state {
        case .waiting(let cause): return seek(cause, at: now, on: timeline)
        case .seeking(let since):
            guard timeline.newest != nil else { return Verdict() }
            let taken = (now - since) * 3 / 2
            lead = min(max(taken, Self.leads.lowerBound), Self.leads.upperBound)
            state = .following(lateSince: nil)
            return Verdict()
        case .following(let lateSince):
            guard let newest = timeline.newest else { return Verdict() }
            return follow(newest, lateSince, at: now, on: timeline)
        }
    }

    private mutating func follow(
        _ newest: Nanoseconds,
        _ lateSince: MonotonicTime?,
        at now: MonotonicTime,
        on timeline: WallTimeline
    ) -> Verdict {
        let lateness = timeline.clock.steady - newest
        let isEarly = lateness < -Self.leads.upperBound - Self.farthest
        guard lateness > Self.tolerance || isEarly else {
            state = .following(lateSince: nil)
            if let earliestSeek, now > earliestSeek + Self.longestPause {
                pause = Self.shortestPause
            }
            return Verdict()
        }
        let since = lateSince ?? now
        state = .following(lateSince: since)
        guard lateness > Self.farthest || isEarly || now - since >= Self.patience,
            now >= earliestSeek ?? now
        else { return Verdict() }
        earliestSeek = now + pause
        pause = min(pause * 2, Self.longestPause)
        let isBehindEnd = timeline.position(at: newest) < Self.farthest
        return seek(isBehindEnd ? .loop : .late, at: now, on: timeline)
    }

    private mutating func seek(
        _ cause: WallResync,
        at now: MonotonicTime,
        on timeline: WallTimeline
    ) -> Verdict {
        state = .seeking(since: now)
        // Further ahead it would be nearer to the round before.
        let lead = min(lead, timeline.round.duration / 4)
        let position = timeline.position(at: timeline.clock.steady + lead)
        return Verdict(resync: cause, position: .zero + position)
    }
}
