internal import Control
internal import ControlAPI
internal import Ingest
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// The pipeline as the HTTP API sees it.
///
/// Thread: safe.
struct Backend: ControlBackend {
    let pipeline: Pipeline
    let images: ImageService
    let showPictures: ShowPictures
    let previews: PreviewService
    let media: MediaProcess
    let playlistFeeds: FeedPlaylists
    let libraryNotices: LibraryNotices
    /// What reads files of the library for clients: a disk may take its time.
    let fileLane: WorkLane
    let memories: PlaylistMemories
    /// What counts who is not let in.
    let gate: AccessGate
    /// What knows the configuration.
    let desk: ConfigurationDesk
    let started: MonotonicTime
    let views: ViewNotices
    let libraryPreview: LibraryPreview
    let osd: OverlayService
    let broker: MQTTService
    let announce: @Sendable (ControlEvent) -> Void

    func health() async -> HealthReport {
        Reports.health(pipeline.health(), pipeline.snapshot())
    }

    func metrics() async -> [MetricFamily] {
        Metrics.families(
            pipeline.snapshot(),
            playlists: pipeline.playlists(),
            feeds: playlistFeeds.counts,
            library: libraryNotices.known,
            isHealthy: pipeline.health().isHealthy,
            images: images.counts,
            previews: (previews.counts, clients: previews.clients),
            access: gate.failures,
            broker: broker.standing,
            configuration: desk.generation,
            process: try? ProcessStatistics.current()
        )
    }

    func status() async -> StatusReport {
        let snapshot = pipeline.snapshot()
        var report = StatusReport(
            version: Version.current,
            uptimeSeconds: (MonotonicClock.now() - started).seconds,
            output: Reports.output(snapshot.output.state),
            view: Reports.view(
                snapshot.view,
                window: pipeline.window,
                at: MonotonicClock.now()
            ),
            streams: snapshot.streams.map(Reports.stream),
            memory: Reports.memory(snapshot, try? .current())
        )
        report.configGeneration = desk.generation
        return report
    }

    func mqtt() async -> MQTTReport { broker.report }

    func stats() async throws(ControlError) -> StatsReport {
        let process: ProcessStatistics
        do throws(SystemCallError) {
            process = try .current()
        } catch {
            throw .unavailable("The kernel does not tell of the process: \(error).")
        }
        return Reports.stats(
            pipeline.snapshot(),
            process: process,
            uptime: MonotonicClock.now() - started,
            at: CalendarTime.secondsSince1970()
        )
    }

    func streams() async -> [StreamReport] {
        pipeline.snapshot().streams.map(Reports.stream)
    }

    func streamIDs() async -> [String] { pipeline.streamIDs.map(\.name) }

    func stream(_ id: String) async -> StreamReport? {
        pipeline.snapshot().streams.first { $0.id.name == id }.map(Reports.stream)
    }

    func view() async -> ViewReport {
        Reports.view(pipeline.view, window: pipeline.window, at: MonotonicClock.now())
    }

    func patchView(_ patch: ViewPatch) async throws(ControlError) -> ViewReport {
        try change { ViewPatching.apply(patch, to: &$0) }
        return await view()
    }

    func show(_ request: ShowRequest) async throws(ControlError) -> ViewReport {
        let stream = try StreamID(request.main, or: ControlError.unprocessable)
        let begun = MonotonicClock.now()
        let show = TimedShows.Show(
            stream,
            priority: request.priority,
            until: begun + .seconds(request.seconds)
        )
        try change { $0.shows.begin(show) }
        showPictures.follow(
            show,
            since: begun,
            ShowPictures.Uses(isSent: request.takesSnapshot, isToast: request.showsToast)
        )
        return await view()
    }

    func endShow(isAll: Bool) async throws(ControlError) -> ViewReport {
        try change { if isAll { $0.shows.endAll() } else { $0.shows.endCurrent() } }
        return await view()
    }

    /// Switching a window on that has no stream changes nothing on the screen, yet a client
    /// that shows the view wants to know.
    private func change(_ edit: (inout PIPController) -> Void) throws(ControlError) {
        do {
            if try pipeline.change(view: edit).isViewDifferent { views.tell() }
        } catch {
            throw Self.controlError(error)
        }
    }

    func putStream(
        _ id: String,
        _ definition: StreamDefinition
    ) async throws(ControlError) -> StreamChange {
        let name = try StreamID(id, or: ControlError.unprocessable)
        let address: SourceAddress
        do throws(SourceError) {
            address = try .parse(definition.url)
        } catch {
            throw Self.controlError(.stream(name, error))
        }
        if let refusal = CameraRule.refusal(of: definition.fields, at: address) {
            throw .unprocessable("`\(refusal.field)` \(refusal.reason).")
        }
        let configuration = StreamConfiguration(name, address, definition.fields)
        if let refusal = LookbackRule.refusal(of: configuration) {
            throw .unprocessable(MessageText(message: refusal))
        }
        if let refusal = SyncRule.refusal(of: configuration, definition.fields) {
            throw .unprocessable(refusal + ".")
        }
        do {
            let created = try pipeline.define(configuration) { announce(Events.streamAdded($0)) }
            let report = await stream(id)
            return StreamChange(
                stream: report
                    ?? StreamReport(id: id, url: "", state: StreamState.connecting.rawValue),
                created: created
            )
        } catch {
            throw Self.controlError(error)
        }
    }

    func patchStream(
        _ id: String,
        _ patch: FieldValues<StreamPatchFields>
    ) async throws(ControlError) -> StreamReport {
        let name = try StreamID(id, or: ControlError.notFound)
        let steering = Steering(
            isPaused: patch.paused,
            position: patch.position.map { .zero + .seconds($0) }
        )
        do {
            try pipeline.steer(name, steering)
        } catch {
            throw Self.controlError(error)
        }
        guard let report = await stream(id) else {
            throw .notFound("The stream \(quoted(id)) was removed meanwhile.")
        }
        return report
    }

    func deleteStream(_ id: String) async throws(ControlError) {
        let name = try StreamID(id, or: ControlError.notFound)
        do {
            if try pipeline.remove(name) { views.tell() }
        } catch {
            throw Self.controlError(error)
        }
    }

    func screenshot(
        _ id: String,
        _ request: ScreenshotRequest
    ) async throws(ControlError) -> ImageAnswer {
        try await images.screenshot(id, request)
    }

    func snapshot(_ request: SnapshotRequest) async throws(ControlError) -> ImageAnswer {
        try await images.snapshot(request)
    }

    func eventImage(_ request: SnapshotEventRequest) async throws(ControlError) -> EventImage {
        try await images.eventImage(request)
    }

    func photo(_ id: String, _ request: PhotoRequest) async throws(ControlError) -> ImageAnswer {
        try await images.photo(id, request)
    }

    static func controlError(_ error: PipelineError) -> ControlError {
        switch error {
        case .unknownStream(let id, let known) where !known.contains(id):
            .unprocessable("\(error)")
        case .unknownStream: .notFound("\(error)")
        case .stream(_, let cause) where cause.kind == .resources:
            .unavailable("\(error); try again when the daemon has less to do.")
        case .stream, .notOnWall: .unprocessable("\(error)")
        case .unknownPlaylist, .unknownItem: .notFound("\(error)")
        case .changedMeanwhile: .preconditionFailed("\(error)")
        case .tooManyStreams, .tooManyPlaylists, .tooManyItems, .emptyPlaylist, .notSteerable,
            .notAPlaylist, .isAPlaylist:
            .conflict("\(error)")
        case .busy, .output, .compositor, .system: .unavailable("\(error)")
        }
    }
}

extension StreamID {
    /// What a client calls a stream.
    ///
    /// - Parameters:
    ///   - name: What it says.
    ///   - refusal: How that is answered where nothing can be called so.
    /// - Throws: The refusal.
    init(_ name: String, or refusal: (MessageText) -> ControlError) throws(ControlError) {
        guard let id = Self(name) else { throw refusal("\(quoted(name)) is no stream ID") }
        self = id
    }
}
