internal import ControlAPI
internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

extension Reports {
    /// What the health check says: the verdict, and what people see.
    static func health(_ verdict: HealthVerdict, _ snapshot: PipelineSnapshot) -> HealthReport {
        var report = HealthReport(healthy: verdict.isHealthy)
        switch verdict {
        case .healthy: break
        case .waiting(let cause), .unhealthy(let cause): report.cause = cause
        }
        let view = snapshot.view.shown
        let main = health(snapshot.main, of: view.main, snapshot)
        let pip = health(snapshot.pip, of: view.pip, snapshot)
        report.views = view.isPIPEnabled ? [main, pip] : [main]
        let notices = report.views.compactMap { notice($0, snapshot) }
        if !notices.isEmpty { report.notice = notices.joined(separator: "; ") }
        return report
    }

    private static func health(
        _ view: ViewSnapshot,
        of id: StreamID?,
        _ snapshot: PipelineSnapshot
    ) -> ViewHealth {
        ViewHealth(
            view: view.name.rawValue,
            stream: id?.name,
            shows: "\(view.content)",
            lastFrameAgeSeconds: snapshot.streams.first { $0.id == id }?.lastPictureAge.seconds
        )
    }

    /// Why pictures do not come is left to the log and the status: this answer is
    /// passed on to whoever watches machines.
    private static func notice(_ view: ViewHealth, _ snapshot: PipelineSnapshot) -> String? {
        guard let name = view.stream else { return "\(view.view) has no stream" }
        guard view.shows != "\(ViewContent.picture)" else { return nil }
        let state = snapshot.streams.first { $0.id.name == name }?.status.state
        let what = view.shows == "\(ViewContent.placeholder)" ? "a placeholder" : "nothing"
        return "\(view.view) shows \(what): the stream \(name) is \(state?.rawValue ?? "gone")"
    }
}
