internal import Control
internal import ControlAPI
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// The view as the HTTP API sees it.
///
/// Thread: safe.
struct DaemonView: ViewBackend {
    let pipeline: Pipeline
    let notices: ViewNotices
    let showPictures: ShowPictures

    func view() async -> ViewReport {
        Reports.view(pipeline.view, window: pipeline.screen.window, at: MonotonicClock.now())
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
            if try pipeline.change(view: edit).isViewDifferent { notices.tell() }
        } catch {
            throw ControlError(error)
        }
    }
}
