internal import Media
internal import Pipeline
internal import Presentation
internal import Streams
internal import Synchronization

/// The playlist of what somebody looks at of the library. It takes a view's place, and gives it back
/// once it is over or removed.
///
/// Thread: safe.
final class LibraryPreview: Sendable {
    static let id = StreamID(sanitizing: "preview")

    private let pipeline: Pipeline
    private let views: ViewNotices
    private let places = Mutex(LentPlaces())

    init(pipeline: Pipeline, views: ViewNotices) {
        self.pipeline = pipeline
        self.views = views
    }

    /// Shows the playlist, which is there.
    ///
    /// - Throws: As `Pipeline.change`.
    func begin(in view: ViewName) throws(PipelineError) {
        try change { $0.begin(in: view, &$1) }
    }

    /// Gives its place back.
    ///
    /// - Throws: As `Pipeline.change`.
    func leave() throws(PipelineError) {
        let present = Set(pipeline.streamIDs)
        try change { $0.end(&$1, present: present) }
    }

    /// A playlist is over: where it is this one, which was not begun anew meanwhile, it goes. Where
    /// the pipeline has too much to do it stays.
    func ended(_ id: StreamID) {
        guard id == Self.id, let list = pipeline.playlist(id), list.configuration.isOfLibrary,
            list.stream.status.state == .ended
        else { return }
        try? leave()
        _ = try? pipeline.removePlaylist(id)
    }

    private func change(
        _ edit: (inout LentPlaces, inout ViewState) -> Void
    ) throws(PipelineError) {
        let outcome = try pipeline.change(view: { controller in
            places.withLock { edit(&$0, &controller.state) }
        })
        if outcome.isViewDifferent { views.tell() }
    }
}

/// What was in the places that a preview has.
struct LentPlaces {
    private var main: StreamID??
    private var window: (stream: StreamID?, isOn: Bool)?

    /// It takes a view's place, and gives another one back.
    mutating func begin(in view: ViewName, _ state: inout ViewState) {
        let id = LibraryPreview.id
        if view == .main {
            giveBackWindow(&state)
            if state.main != id { main = .some(state.main) }
            state.main = id
        } else {
            giveBackMain(&state)
            if state.pip != id { window = (state.pip, state.isPIPEnabled) }
            (state.pip, state.isPIPEnabled) = (id, true)
        }
    }

    /// It is over: where nobody has put anything else, there is again what was before.
    ///
    /// - Parameters:
    ///   - state: The view's.
    ///   - present: The streams that there still are.
    mutating func end(_ state: inout ViewState, present: Set<StreamID>) {
        func isGone(_ stream: StreamID?) -> Bool { stream.map { !present.contains($0) } ?? false }
        if let before = main, isGone(before) { main = .some(nil) }
        if let before = window, isGone(before.stream) { window = (nil, false) }
        giveBackMain(&state)
        giveBackWindow(&state)
    }

    private mutating func giveBackMain(_ state: inout ViewState) {
        if let before = main, state.main == LibraryPreview.id { state.main = before }
        main = nil
    }

    private mutating func giveBackWindow(_ state: inout ViewState) {
        if let before = window, state.pip == LibraryPreview.id {
            (state.pip, state.isPIPEnabled) = before
        }
        window = nil
    }
}
