internal import Media
internal import Pipeline
internal import Presentation
internal import Streams

/// The playlist of what somebody looks at of the library. It is lent a view's place, and is removed
/// once it is over.
///
/// Thread: safe.
final class LibraryPreview: Sendable {
    static let id = StreamID(sanitizing: "preview")

    private let pipeline: Pipeline
    private let views: ViewNotices

    init(pipeline: Pipeline, views: ViewNotices) {
        self.pipeline = pipeline
        self.views = views
    }

    /// Shows the playlist, which is there.
    ///
    /// - Throws: As `Pipeline.change`; all is as before then.
    func begin(in view: ViewName) throws(PipelineError) {
        let outcome = try pipeline.change(view: { $0.lend(view, to: Self.id) })
        if outcome.isViewDifferent { views.tell() }
    }

    /// A playlist is over, or nothing of it can be shown: where it is this one, which was not begun
    /// anew meanwhile, it goes. Where the pipeline has too much to do it stays.
    ///
    /// - Returns: Why its last item could not be shown, where it went for that.
    func ended(_ id: StreamID) -> String? {
        guard id == Self.id, let list = pipeline.playlists.snapshot(of: id),
            list.configuration.isOfLibrary,
            list.isFinished,
            let isViewDifferent = try? pipeline.playlists.remove(id, from: list.revision)
        else { return nil }
        if isViewDifferent { views.tell() }
        return list.items.last?.trouble
    }
}
