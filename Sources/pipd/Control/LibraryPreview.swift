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
    /// - Throws: As `Pipeline.change`; all is as before then.
    func begin(in view: ViewName) throws(PipelineError) {
        let present = Set(pipeline.streamIDs)
        try change { $0.begin(in: view, &$1, present: present) }
    }

    /// Gives its place back.
    ///
    /// - Throws: As `Pipeline.change`; all is as before then.
    func leave() throws(PipelineError) {
        let present = Set(pipeline.streamIDs)
        try change { $0.end(&$1, present: present) }
    }

    /// A playlist is over: where it is this one, which was not begun anew meanwhile, it goes. Where
    /// the pipeline has too much to do it stays.
    func ended(_ id: StreamID) {
        guard id == Self.id, let list = pipeline.playlist(id), list.configuration.isOfLibrary,
            list.stream.status.state == .ended, (try? leave()) != nil
        else { return }
        _ = try? pipeline.removePlaylist(id)
    }

    private func change(
        _ edit: (inout LentPlaces, inout ViewState) -> Void
    ) throws(PipelineError) {
        let outcome = try places.withLock { places throws(PipelineError) in
            var next = places
            let before = places
            let outcome = try pipeline.change(view: { controller in
                next = before
                edit(&next, &controller.state)
            })
            places = next
            return outcome
        }
        if outcome.isViewDifferent { views.tell() }
    }
}

/// What was in the places that a preview has.
struct LentPlaces {
    private var main: StreamID??
    private var window: (stream: StreamID?, isOn: Bool)?

    /// It takes a view's place, and gives another one back.
    ///
    /// - Parameters:
    ///   - view: Which.
    ///   - state: The view's.
    ///   - present: The streams that there still are.
    mutating func begin(in view: ViewName, _ state: inout ViewState, present: Set<StreamID>) {
        let id = LibraryPreview.id
        if view == .main {
            giveBackWindow(&state, present)
            if state.main != id { main = .some(state.main) }
            state.main = id
        } else {
            giveBackMain(&state, present)
            if state.pip != id { window = (state.pip, state.isPIPEnabled) }
            (state.pip, state.isPIPEnabled) = (id, true)
        }
    }

    /// It is over: where nobody has put anything else, there is again what was before.
    mutating func end(_ state: inout ViewState, present: Set<StreamID>) {
        giveBackMain(&state, present)
        giveBackWindow(&state, present)
    }

    private mutating func giveBackMain(_ state: inout ViewState, _ present: Set<StreamID>) {
        if let before = main, state.main == LibraryPreview.id {
            state.main = before.flatMap { present.contains($0) ? $0 : nil }
        }
        main = nil
    }

    private mutating func giveBackWindow(_ state: inout ViewState, _ present: Set<StreamID>) {
        if let before = window, state.pip == LibraryPreview.id {
            state.pip = before.stream.flatMap { present.contains($0) ? $0 : nil }
            state.isPIPEnabled = before.isOn && (before.stream == nil || state.pip != nil)
        }
        window = nil
    }
}
