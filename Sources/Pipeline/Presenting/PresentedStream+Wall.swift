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
        setRound(disposal.ingest { $0.wallRound }, &step, now: now)
        let change = layer.wall?.pass(
            to: scanout,
            offset: step.isVirtual ? step.epoch : WallClocks.offset(),
            refreshInterval: layer.refreshInterval,
            frameInterval: max(layer.displayedSample?.duration ?? .zero, layer.refreshInterval)
        )
        // Hidden files wait where they are, and paused ones hold their picture.
        guard let timeline = layer.wall, !views.isEmpty || step.isKeptWarm, !layer.isHolding else {
            step.figures { $0.isInStep = false }
            return step.pursuit.restart()
        }
        let verdict = step.pursuit.look(
            at: scanout,
            on: timeline,
            step: change,
            refreshInterval: layer.refreshInterval
        )
        let isInStep = layer.isInStep && step.pursuit.isFollowing
        step.figures {
            $0.isInStep = isInStep
            if let cause = verdict.resync { $0.count(cause) }
        }
        if let target = verdict.target, let position = layer.wall?.seek(to: target) {
            seek(to: position, now: now)
        }
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
