public import FrameTransport
public import Ingest
public import Media
internal import Platform
public import Presentation
internal import Synchronization

/// The pipeline's numbers at one moment.
public struct PipelineSnapshot: Sendable {
    public var view: PIPController
    public var output: OutputSnapshot
    public var streams: [StreamSnapshot]
    public var main: ViewSnapshot
    public var pip: ViewSnapshot
    /// Lines of the frame log that were lost; nil without one.
    public var lostLogLines: Int?
}

/// One stream's numbers at one moment.
public struct StreamSnapshot: Sendable {
    public var id: StreamID
    /// What it was made with; what was said of its placeholders since is not in it.
    public var configuration: StreamConfiguration
    public var status: IngestStatus
    /// Of the picture that is displayed, from the stream's start; without one, of the newest
    /// decoded; nil before the first.
    public var position: MediaTime?
    /// Whether it is to hold its picture.
    public var isPaused: Bool
    public var views: [ViewName]
    public var ledger: FrameLedger.Snapshot
    /// Decoded → presented.
    public var latency: Histogram.Snapshot
    public var poolBytes: Int
    /// Since a picture of the source was displayed last, in a view or hidden; before the
    /// first one, since the stream is there.
    public var lastPictureAge: Nanoseconds
    /// Whether the picture that is displayed stays on purpose: its age says nothing.
    public var holdsPicture: Bool { status.isStill || isPaused }
    /// Whether one of its pictures is displayed, in a view or not; no placeholder.
    public var isDisplaying: Bool
    public var lookback: LookbackStatus
    /// How it keeps in step with its wall; nil for a stream that has its own time.
    public var wall: WallSnapshot?
}

/// One view's numbers at one moment.
public struct ViewSnapshot: Sendable {
    public var name: ViewName
    public var interval: Histogram.Snapshot
    public var presented: Int
    public var freezes: Int
    public var status: LayerStatus
    public var content: ViewContent
    public var rebuilds: [LayerError: Int]
    /// How often its layer went on with pictures of another size.
    public var resizes: Int
}

/// The output's numbers at one moment.
public struct OutputSnapshot: Sendable {
    public var state: OutputState
    public var interval: Histogram.Snapshot
    public var compose: Histogram.Snapshot
    public var flips: Int
    public var lateFlips: Int
    /// Whether anything has been drawn since the start.
    public var hasDrawn: Bool
}

extension Pipeline {
    public func snapshot() -> PipelineSnapshot {
        let (controller, attachments) = state.withLock { state in
            (state.controller, state.streams)
        }
        let streams = Self.sorted(attachments.keys).compactMap { id in
            attachments[id].map { snapshot(of: $0, in: controller.view(of: id)) }
        }
        return PipelineSnapshot(
            view: controller,
            output: outputSnapshot(),
            streams: streams,
            main: viewSnapshot(.main, shared.metrics.main),
            pip: viewSnapshot(.pip, shared.metrics.pip),
            lostLogLines: shared.frameLog?.lostLines
        )
    }

    func snapshot(of attachment: StreamAttachment, in views: [ViewName]) -> StreamSnapshot {
        let ingest = attachment.ingest
        var status = ingest.status
        if waits(for: attachment), status.state == .ended { status.awaitNext() }
        let displayed = ingest.borrowDisplayed()?.sample.pts
        return StreamSnapshot(
            id: attachment.id,
            configuration: ingest.configuration,
            status: status,
            position: displayed.map { .zero + ($0 - status.start) } ?? status.position,
            isPaused: ingest.isPaused,
            views: views,
            ledger: ingest.ledger.snapshot(),
            latency: attachment.latency.snapshot(),
            poolBytes: ingest.pool.bytes,
            lastPictureAge: age(of: attachment),
            isDisplaying: displayed != nil,
            lookback: ingest.lookback,
            wall: wall(of: attachment)
        )
    }

    private func wall(of attachment: StreamAttachment) -> WallSnapshot? {
        guard let figures = attachment.wall, let sync = attachment.ingest.configuration.sync else {
            return nil
        }
        let round = sync.slot?.period ?? attachment.ingest.wallRound?.duration
        return WallSnapshot(figures, sync, duration: round)
    }

    /// Whether another item is to follow one that has ended.
    private func waits(for attachment: StreamAttachment) -> Bool {
        guard attachment.opening != nil else { return false }
        return state.withLock { $0.playlists[attachment.id]?.plan.isFinished == false }
    }

    /// On the output's own clock: virtual time goes as fast as its flips.
    private func age(of attachment: StreamAttachment) -> Nanoseconds {
        let last = MonotonicTime(nanoseconds: Int64(attachment.lastPictureNanoseconds.count))
        let flip = MonotonicTime(nanoseconds: Int64(shared.metrics.lastFlipNanoseconds.count))
        let now = configuration.clock == .realtime ? MonotonicClock.now() : flip
        return max(.zero, now - last)
    }

    private func outputSnapshot() -> OutputSnapshot {
        let metrics = shared.metrics
        return OutputSnapshot(
            state: outputState,
            interval: metrics.outputInterval.snapshot(),
            compose: metrics.compose.snapshot(),
            flips: metrics.flips.count,
            lateFlips: metrics.lateFlips.count,
            hasDrawn: metrics.drawings.count > 0
        )
    }

    private func viewSnapshot(
        _ name: ViewName,
        _ metrics: ViewMetrics
    ) -> ViewSnapshot {
        let (rebuilds, resizes) = state.withLock { ($0.rebuilds, $0.resizes) }
        var counts: [LayerError: Int] = [:]
        for cause in LayerError.allCases {
            counts[cause] = rebuilds[LayerRebuild(view: name, cause: cause)] ?? 0
        }
        return ViewSnapshot(
            name: name,
            interval: metrics.interval.snapshot(),
            presented: metrics.presented.count,
            freezes: metrics.freezes.count,
            status: LayerStatus.allCases[metrics.status.count],
            content: ViewContent.allCases[metrics.content.count],
            rebuilds: counts,
            resizes: resizes[name] ?? 0
        )
    }

    /// Whether pictures reach the output, or the held one is there as it should be.
    ///
    /// In virtual time there is no clock to be late by: healthy.
    public func health() -> HealthVerdict {
        guard configuration.clock == .realtime else { return .healthy }
        let metrics = shared.metrics
        let lastFlip = MonotonicTime(nanoseconds: Int64(metrics.lastFlipNanoseconds.count))
        let isOwed = metrics.isPictureOwed.count > 0
        let isBlank = metrics.isBlank.count > 0
        let waiting = outputState.waiting ?? "the display is being set up"
        return healthPolicy.withLock { policy in
            if lastFlip.nanoseconds > 0 {
                policy.looped(at: lastFlip)
                if isBlank {
                    policy.outputLost(at: lastFlip, cause: waiting)
                } else if isOwed {
                    policy.pictureDue(at: lastFlip)
                } else {
                    policy.outputAdvanced(at: lastFlip)
                }
            }
            return policy.healthy(at: MonotonicClock.now())
        }
    }
}
