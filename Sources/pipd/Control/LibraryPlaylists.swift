internal import Media
internal import Pipeline
internal import Presentation
internal import Streams

/// The playlists that pipd makes of what is shown of the library. They are lent a view's place, and
/// what somebody looks at is removed once it is over, or no view is asked for it any more.
///
/// Thread: safe.
final class LibraryPlaylists: Sendable {
    /// What somebody looks at.
    static let preview = StreamID(sanitizing: "preview")
    /// What is played.
    static let played = StreamID(sanitizing: "library")

    private let pipeline: Pipeline
    private let views: ViewNotices

    init(pipeline: Pipeline, views: ViewNotices) {
        self.pipeline = pipeline
        self.views = views
    }

    /// Shows one of them, which is there, until it is removed.
    ///
    /// - Throws: As `Pipeline.change`; all is as before then.
    func show(_ id: StreamID, in view: ViewName) throws(PipelineError) {
        let outcome = try pipeline.change(view: { $0.lend(view, to: id) })
        if outcome.isViewDifferent { views.tell() }
    }

    /// A playlist is over, or nothing of it can be shown: where it is the preview, which was not
    /// begun anew meanwhile, it goes. Where the pipeline has too much to do it stays.
    ///
    /// - Returns: Why its last item could not be shown, where it went for that.
    func ended(_ id: StreamID) -> String? {
        guard id == Self.preview, let list = pipeline.playlists.snapshot(of: id),
            list.configuration.isOfLibrary,
            list.isFinished,
            let isViewDifferent = try? pipeline.playlists.remove(id, from: list.revision)
        else { return nil }
        if isViewDifferent { views.tell() }
        return list.items.last?.trouble
    }
}
