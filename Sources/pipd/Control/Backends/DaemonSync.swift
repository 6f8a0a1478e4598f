internal import Control
internal import ControlAPI
internal import Ingest
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// How streams keep in step, as the HTTP API sees it.
///
/// Thread: safe.
struct DaemonSync: SyncBackend {
    let pipeline: Pipeline

    func sync() async -> SyncReport {
        let streams = pipeline.snapshot().streams.compactMap { stream in
            var report = Self.sync(stream)
            report?.item = pipeline.playlists.snapshot(of: stream.id)?.current?.name
            return report
        }
        return SyncReport(clock: Self.clock(), streams: streams)
    }

    private static func clock() -> ClockReport {
        var report = ClockReport(offsetSeconds: WallClocks.offset().seconds)
        do throws(SystemCallError) {
            let discipline = try WallClocks.discipline()
            report.synchronized = discipline.isSynchronized
            report.largestErrorMilliseconds = discipline.largestError.milliseconds
        } catch {
            report.reason = "the kernel does not say how the clock is kept: \(error)"
        }
        return report
    }

    private static func sync(_ stream: StreamSnapshot) -> SyncedStreamReport? {
        guard let wall = stream.wall else { return nil }
        var report = SyncedStreamReport(
            id: stream.id.name,
            group: wall.sync.group,
            epoch: UTCText.text(Int(wall.sync.epoch.seconds)),
            inStep: wall.isInStep,
            resyncs: [:]
        )
        report.errorMilliseconds = wall.error?.milliseconds
        report.durationSeconds = wall.duration?.seconds
        for (cause, count) in wall.resyncs { report.resyncs[cause.rawValue] = count }
        report.reason = reason(stream, wall)
        return report
    }

    /// Nil where it could be in step.
    private static func reason(_ stream: StreamSnapshot, _ wall: WallSnapshot) -> String? {
        switch stream.status.state {
        case .playing where stream.isPaused: "it is paused"
        case .playing where wall.duration == nil:
            "it does not say how long it is, is shorter than a second, or cannot be sought in: it"
                + " plays as any other"
        case .playing where stream.views.isEmpty && !stream.configuration.keepWarm:
            "no view shows it"
        case .playing: nil
        default: stream.status.reason ?? "it is \(stream.status.state.rawValue)"
        }
    }
}
