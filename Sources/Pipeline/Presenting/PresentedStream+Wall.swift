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
}

extension PresentedStream {
    /// Looks where its wall is at a scanout, and goes there when the stream is elsewhere.
    /// To be called for each scanout before anything is received for it, and for the first
    /// picture.
    ///
    /// In virtual time the wall's time is that of the run.
    mutating func keepStep(at scanout: MonotonicTime, now: MonotonicTime) {
        guard var step = wall, let round = disposal.ingest({ $0.wallRound }) else { return }
        defer { wall = step }
        if layer.wall?.round != round {
            layer.wall = WallTimeline(round, epoch: step.epoch)
            step.pursuit.restart()
        }
        let change = layer.wall?.pass(
            to: scanout,
            offset: step.isVirtual ? step.epoch : WallClocks.offset(),
            refreshInterval: layer.refreshInterval,
            frameInterval: max(layer.displayedSample?.duration ?? .zero, layer.refreshInterval)
        )
        // Hidden files wait where they are, and paused ones hold their picture.
        let isPlaying = !views.isEmpty || disposal.ingest { $0.configuration.keepWarm }
        guard let timeline = layer.wall, isPlaying, !isPaused || layer.displayedSample == nil
        else {
            step.figures { $0.isInStep = false }
            return step.pursuit.restart()
        }
        let verdict = step.pursuit.look(at: scanout, on: timeline, step: change)
        let isClose = timeline.error.map { $0.magnitude <= layer.refreshInterval } ?? false
        let isInStep = isClose && step.pursuit.isFollowing
        step.figures {
            $0.isInStep = isInStep
            if let cause = verdict.resync { $0.count(cause) }
        }
        if let position = verdict.position { seek(to: position, now: now) }
    }

    /// Whether pictures of where it is to be have come, and wait for their time.
    var awaitsTime: Bool { layer.wall != nil && layer.queuedCount > 0 }
}
