internal import Control
internal import ControlAPI
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// How the daemon does, as the HTTP API sees it.
///
/// Thread: safe.
struct DaemonHealth: HealthBackend {
    let pipeline: Pipeline
    let images: ImageService
    let previews: PreviewService
    let playlistFeeds: FeedPlaylists
    let libraryNotices: LibraryNotices
    /// What counts who is not let in.
    let gate: AccessGate
    /// What knows the configuration.
    let desk: ConfigurationDesk
    let broker: MQTTService
    let started: MonotonicTime

    func health() async -> HealthReport {
        Reports.health(pipeline.health(), pipeline.snapshot())
    }

    func metrics() async -> [MetricFamily] {
        Metrics.families(
            pipeline.snapshot(),
            playlists: pipeline.playlists.snapshots(),
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
                window: pipeline.screen.window,
                at: MonotonicClock.now()
            ),
            streams: snapshot.streams.map(Reports.stream),
            memory: Reports.memory(snapshot, try? .current())
        )
        report.configGeneration = desk.generation
        return report
    }

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
}
