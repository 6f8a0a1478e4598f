internal import FrameTransport
internal import Ingest
internal import Media
internal import Platform
internal import Presentation

/// What keeps a stream in step with its wall.
///
/// Thread: bound to the presentation thread.
struct WallStep {
    /// The wall's.
    let epoch: Nanoseconds
    /// When it has its turn, for an item of a list.
    let slot: WallList.Slot?
    /// Whether it is an image by its name, which may be animated.
    let isImage: Bool
    var pursuit = WallPursuit()
    let figures: Uncounted<WallFigures>
    let isVirtual: Bool
    /// Whether it plays unseen.
    let isKeptWarm: Bool
}

extension PresentedStream {
    /// Looks where its wall is at a scanout, and goes there when the stream is elsewhere.
    /// To be called for each scanout before anything is received for it, and for the first
    /// picture.
    ///
    /// In virtual time the wall's time is that of the run.
    mutating func keepStep(at scanout: MonotonicTime, now: MonotonicTime) {
        guard var step = wall else { return }
        defer { wall = step }
        if let slot = step.slot {
            takeTurns(in: slot, step)
        } else {
            setRound(disposal.ingest { $0.wallRound }, &step, now: now)
        }
        let frame = isStill(step) == false ? layer.displayedSample?.duration ?? .zero : .zero
        let change = layer.wall?.pass(
            to: scanout,
            offset: step.isVirtual ? step.epoch : WallClocks.offset(),
            refreshInterval: layer.refreshInterval,
            frameInterval: max(frame, layer.refreshInterval)
        )
        // Hidden files wait where they are, and paused ones hold their picture.
        let isWanted = !views.isEmpty || step.isKeptWarm || turn.isWaiting
        guard let timeline = layer.wall, isWanted, !layer.isHolding else {
            if turn.time == .now { step.figures { $0.standing = .idle } }
            return step.pursuit.restart()
        }
        let isAtEnd = isAtEnd()
        let verdict = look(at: scanout, on: timeline, &step, isAtEnd: isAtEnd, change)
        if turn.time == .now {
            let standing = wallStanding(step, isAtEnd: isAtEnd)
            step.figures { $0.standing = standing }
        }
        if let cause = verdict.resync { step.figures { $0.count(cause) } }
        if let target = verdict.target, let position = layer.wall?.seek(to: target) {
            verdict.isAtHand ? turn.beginAgain() : seek(to: position, now: now)
        }
    }

    private func look(
        at scanout: MonotonicTime,
        on timeline: WallTimeline,
        _ step: inout WallStep,
        isAtEnd: Bool,
        _ change: Nanoseconds?
    ) -> WallPursuit.Verdict {
        guard step.slot != nil else {
            return step.pursuit.look(
                at: scanout,
                on: timeline,
                step: change,
                refreshInterval: layer.refreshInterval
            )
        }
        var verdict = step.pursuit.look(
            at: scanout,
            on: timeline,
            as: WallTurn(
                standing,
                isFresh: isFresh,
                isStill: isStill(step),
                isDisplayed: layer.hasPicture,
                isAtEnd: isAtEnd
            ),
            step: change,
            refreshInterval: layer.refreshInterval
        )
        if verdict.target != nil, !verdict.isAtHand, isBoundToItsTime(step) {
            (verdict.resync, verdict.target) = (nil, nil)
        }
        return verdict
    }

    /// Whether it plays from its beginning and cannot be sought in; known with its first picture.
    private func isBoundToItsTime(_ step: WallStep) -> Bool {
        isStill(step) == false && layer.hasPicture && disposal.ingest { $0.wallRound } == nil
    }

    /// Whether it is one picture that stands for its turn; nil while that is not known.
    private func isStill(_ step: WallStep) -> Bool? {
        guard step.isImage, step.slot != nil else { return false }
        return disposal.ingest { $0.isOnePicture }
    }

    private func wallStanding(_ step: WallStep, isAtEnd: Bool) -> WallStanding {
        let standing = layer.wallStanding(isStill: isStill(step) == true, isAtEnd: isAtEnd)
        guard standing == .inStep, !step.pursuit.isFollowing else { return standing }
        return step.pursuit.isSettled ? .off : .awaited
    }

    /// Which of its turns on the wall is meant.
    private var standing: WallTurn.Standing {
        switch turn.time {
        case .now, .past: .shown
        case .next: .wanted
        case .atEnd, .later: .following
        }
    }

    /// Has the times of an item of a list.
    private mutating func takeTurns(in slot: WallList.Slot, _ step: WallStep) {
        let start = disposal.ingest { $0.mediaStart }
        if layer.wall == nil {
            layer.wall = WallTimeline(start: start, in: slot, epoch: step.epoch)
        } else {
            layer.wall?.begins(at: start)
        }
    }

    /// When the pictures of an item begin is known before the first one.
    mutating func learnStart() {
        guard wall?.slot != nil else { return }
        layer.wall?.begins(at: disposal.ingest { $0.mediaStart })
    }

    /// Takes over what the source says of its length, which another connection may have changed;
    /// nil: the stream plays as any other.
    private mutating func setRound(
        _ round: WallTimeline.Round?,
        _ step: inout WallStep,
        now: MonotonicTime
    ) {
        guard layer.wall?.round != round else { return }
        let disposal = disposal
        // What is queued has the time of what was.
        if layer.wall != nil { layer.flush { disposal.drop($0, $1, at: now) } }
        layer.wall = round.map { WallTimeline($0, epoch: step.epoch) }
        step.pursuit.restart()
    }

    /// Whether pictures of where it is to be have come, and wait for their time.
    var awaitsTime: Bool { layer.wall != nil && layer.queuedCount > 0 }
}
