internal import Media
internal import Presentation

/// A change of streams and view together, before anything is made for it.
struct ChangeDraft {
    /// What is to be shown.
    let controller: PIPController
    var outcome: Pipeline.ChangeOutcome

    /// - Parameters:
    ///   - definitions: One of each ID.
    ///   - removed: Those that are not there, or are defined, are passed over.
    ///   - edit: Changes the controller, from which what is removed is gone already.
    ///   - state: What is there.
    /// - Throws: `PipelineError.tooManyStreams`, `.tooManyPlaylists`, `.unknownStream`.
    init(
        defining definitions: [Pipeline.Definition],
        removing removed: [StreamID],
        view edit: (inout PIPController) -> Void,
        of state: borrowing Pipeline.State
    ) throws(PipelineError) {
        let (streams, before) = (state.streams, state.controller)
        let defined = Set(definitions.map(\.id))
        let leaving = Pipeline.sorted(
            Set(removed).filter { streams[$0] != nil && !defined.contains($0) }
        )
        var controller = before
        for id in leaving { controller.streamRemoved(id) }
        edit(&controller)
        self.controller = controller
        outcome = Pipeline.ChangeOutcome(
            added: definitions.map(\.id).filter { streams[$0] == nil },
            removed: leaving,
            view: before.changes(to: controller),
            // Not what is kept for later, such as which places are lent.
            isViewDifferent: controller.state != before.state || controller.shows != before.shows
        )
        let known = Set(streams.keys).subtracting(leaving).union(defined)
        guard known.count <= Pipeline.streamLimit else {
            throw .tooManyStreams(limit: Pipeline.streamLimit)
        }
        let playlists = Set(state.playlists.keys).subtracting(leaving).subtracting(defined)
        guard playlists.count + definitions.count(where: \.isPlaylist) <= Pipeline.playlistLimit
        else { throw .tooManyPlaylists(limit: Pipeline.playlistLimit) }
        for id in controller.streams where !known.contains(id) {
            throw .unknownStream(id, known: Pipeline.sorted(known))
        }
    }
}
