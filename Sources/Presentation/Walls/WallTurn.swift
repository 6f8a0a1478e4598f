public import Media

/// How an item of a list on a wall stands at a scanout.
public struct WallTurn: Hashable, Sendable {
    /// Which of its turns is meant.
    public enum Standing: Hashable, Sendable {
        /// It is shown.
        case shown
        /// It is to be shown as soon as it can, in this turn or the next.
        case wanted
        /// It follows what is shown: the next turn.
        case following
    }

    public var standing: Standing
    /// Whether nothing of it was received or sought: what comes is its beginning.
    public var isFresh: Bool
    /// Whether it has one picture, which is that of every time; nil while that is not known of
    /// an image, which may be animated.
    public var isStill: Bool?
    /// Whether a picture of it is displayed.
    public var isDisplayed: Bool
    /// Whether nothing follows what came of it: the last picture stands until the turn is over.
    public var isAtEnd: Bool

    public init(
        _ standing: Standing,
        isFresh: Bool,
        isStill: Bool?,
        isDisplayed: Bool,
        isAtEnd: Bool
    ) {
        (self.standing, self.isFresh, self.isStill) = (standing, isFresh, isStill)
        (self.isDisplayed, self.isAtEnd) = (isDisplayed, isAtEnd)
    }
}

extension WallTurn {
    /// Whether the turn that began at a time is not the one that is meant.
    fileprivate func isForNext(_ timeline: WallTimeline, begun: Nanoseconds) -> Bool {
        // What follows may be a little late; what follows itself is for this turn if it waited.
        standing == .following
            && (timeline.clock.steady - begun > WallPursuit.tolerance
                || timeline.isAlone && !timeline.isInTurn)
    }
}

extension WallPursuit {
    /// Says what to do at a scanout with an item of a list.
    ///
    /// Before its turn the item's first picture waits for that. In its turn it is as any file;
    /// behind it there is nothing to be pursued.
    ///
    /// - Parameters:
    ///   - now: The scanout.
    ///   - timeline: At that scanout.
    ///   - turn: How it stands.
    ///   - step: By how much the clock was set since the scanout before.
    ///   - refreshInterval: The time between two scanouts.
    /// - Returns: What to count, and where to go.
    public mutating func look(
        at now: MonotonicTime,
        on timeline: WallTimeline,
        as turn: WallTurn,
        step: Nanoseconds?,
        refreshInterval: Nanoseconds
    ) -> Verdict {
        let time = timeline.clock.steady
        let counted = Verdict(resync: step.map { _ in .step })
        guard let current = timeline.turn(at: time),
            !turn.isForNext(timeline, begun: current)
        else {
            // What was shown has had its turn.
            if turn.standing == .shown, timeline.sought != nil { return counted }
            return wait(for: timeline.nextTurn(after: time), on: timeline, turn)
        }
        let isInTime = time - current <= Self.tolerance
        if timeline.isInTurn, !isMistaken(turn) {
            switch turn.isStill {
            case nil: return counted
            case true?:
                let verdict = isAssumed ? Verdict(resync: .start) : counted
                follow()
                return verdict
            case false?: break
            }
            // How late the last picture came says nothing any more.
            if turn.isAtEnd, step == nil, isSettled { return Verdict() }
        } else {
            // What follows it takes this turn, where that is open.
            if turn.standing == .shown, timeline.sought != nil, isInTime, !isMistaken(turn) {
                return counted
            }
            restart()
            guard let isStill = turn.isStill else { return assume(time) }
            if isStill, turn.isFresh || turn.isDisplayed {
                return meet(time, resync: step == nil ? .start : .step)
            }
            if turn.isFresh, isInTime { return meet(current, resync: .start) }
        }
        var pursuit = self
        let verdict = pursuit.look(
            at: now,
            on: timeline,
            step: step,
            refreshInterval: refreshInterval
        )
        // Until then the turn may be over.
        if let target = verdict.target, timeline.turn(at: target) != current { return Verdict() }
        self = pursuit
        return verdict
    }

    /// Has the first picture wait for a turn.
    private mutating func wait(
        for start: Nanoseconds,
        on timeline: WallTimeline,
        _ turn: WallTurn
    ) -> Verdict {
        guard timeline.sought != start else { return Verdict() }
        var verdict = meet(start)
        verdict.isAtHand = turn.isFresh
        return verdict
    }

    /// Takes it for one picture until that is known, which is counted then.
    private mutating func assume(_ time: Nanoseconds) -> Verdict {
        assume()
        return Verdict(target: time, isAtHand: true)
    }

    /// Whether what was taken for one picture is several.
    private func isMistaken(_ turn: WallTurn) -> Bool { isAssumed && turn.isStill == false }

    /// What is there is that of a time.
    private mutating func meet(_ time: Nanoseconds, resync: WallResync? = nil) -> Verdict {
        follow()
        return Verdict(resync: resync, target: time, isAtHand: true)
    }
}
