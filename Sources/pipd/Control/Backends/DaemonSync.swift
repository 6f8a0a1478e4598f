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

    /// Why it is not in step; nil where it is.
    private static func reason(_ stream: StreamSnapshot, _ wall: WallSnapshot) -> String? {
        guard !wall.isInStep else { return nil }
        let status = stream.status
        if stream.isPaused { return "it is paused" }
        guard status.state == .playing || status.isStill else {
            return status.reason ?? "it is \(status.state.rawValue)"
        }
        if wall.sync.slot == nil, wall.isOnePicture == true {
            return "it is one picture, the same at all times"
        }
        if wall.duration == nil {
            return "it does not say how long it is, is shorter than a second, or cannot be sought"
                + " in: it plays as any other"
        }
        if stream.views.isEmpty, !stream.configuration.keepWarm { return "no view shows it" }
        return status.reason ?? reason(wall.standing)
    }

    private static func reason(_ standing: WallStanding) -> String? {
        switch standing {
        case .inStep: nil
        case .idle, .awaited: "its picture of where the wall is has not come yet"
        case .off: "its last picture came more than a refresh from its time"
        case .overdue: "its next picture is late"
        }
    }
}
