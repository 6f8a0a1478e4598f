public import FrameTransport
public import Ingest
public import Media
public import Presentation

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
    /// decoded; nil before the first. During a seek, where that goes.
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

extension StreamSnapshot {
    /// - Parameters:
    ///   - attachment: The stream.
    ///   - playlist: Of which it has the place; nil for a stream of its own.
    ///   - views: That show it.
    ///   - now: On the output's own clock.
    init(
        of attachment: StreamAttachment,
        in playlist: PlaylistRun?,
        shownIn views: [ViewName],
        at now: MonotonicTime
    ) {
        let ingest = attachment.ingest
        let displayed = ingest.borrowDisplayed()?.sample
        // Before the status: where there is none any more, that has the position of there.
        let target = attachment.seekTarget(displaying: displayed)
        var status = ingest.status
        // Another item is to follow.
        if status.state == .ended, playlist?.plan.isFinished == false { status.awaitNext() }
        let last = MonotonicTime(nanoseconds: Int64(attachment.lastPictureNanoseconds.count))
        self.init(
            id: attachment.id,
            configuration: ingest.configuration,
            status: status,
            position: target.map { min($0, status.duration.map { .zero + $0 } ?? $0) }
                ?? displayed.map { .zero + ($0.pts - status.start) }
                ?? status.position,
            isPaused: ingest.isPaused,
            views: views,
            ledger: ingest.ledger.snapshot(),
            latency: attachment.latency.snapshot(),
            poolBytes: ingest.pool.bytes,
            lastPictureAge: max(.zero, now - last),
            isDisplaying: displayed != nil,
            lookback: ingest.lookback,
            wall: Self.wall(of: attachment)
        )
    }

    private static func wall(of attachment: StreamAttachment) -> WallSnapshot? {
        guard let figures = attachment.wall, let sync = attachment.ingest.configuration.sync else {
            return nil
        }
        let round = sync.slot?.period ?? attachment.ingest.wallRound?.duration
        return WallSnapshot(
            figures,
            sync,
            duration: round,
            isOnePicture: attachment.ingest.isOnePicture
        )
    }
}

extension ViewSnapshot {
    init(_ name: ViewName, _ metrics: ViewMetrics, _ layers: LayerCounts) {
        self.init(
            name: name,
            interval: metrics.interval.snapshot(),
            presented: metrics.presented.count,
            freezes: metrics.freezes.count,
            status: LayerStatus.allCases[metrics.status.count],
            content: metrics.drawn,
            rebuilds: layers.rebuilds(in: name),
            resizes: layers.resizes(in: name)
        )
    }
}

extension OutputSnapshot {
    init(_ state: OutputState, _ metrics: PresenterMetrics) {
        self.init(
            state: state,
            interval: metrics.outputInterval.snapshot(),
            compose: metrics.compose.snapshot(),
            flips: metrics.flips.count,
            lateFlips: metrics.lateFlips.count,
            hasDrawn: metrics.drawings.count > 0
        )
    }
}
