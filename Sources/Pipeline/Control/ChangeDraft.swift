internal import Media
internal import Presentation

/// A change of streams, playlists and view together, and all that is made for it.
struct ChangeDraft {
    /// What is to be shown.
    private let view: PIPController
    private(set) var outcome: Pipeline.ChangeOutcome
    private let made: [Made]

    /// What was made for a definition, before anything is changed.
    private enum Made {
        case stream(StreamAttachment)
        /// With its first item, or what stands in for that.
        case playlist(PlaylistRun, StreamAttachment)
        /// One that is there, and what it consists of from now on.
        case edit(PlaylistConfiguration)

        var attachment: StreamAttachment? {
            switch self {
            case .stream(let attachment), .playlist(_, let attachment): attachment
            case .edit: nil
            }
        }
    }

    /// What is there to be looked at only, and is not asked for by a view any more, goes with the
    /// change.
    ///
    /// - Parameters:
    ///   - definitions: One of each ID.
    ///   - removed: Those that are not there, or are defined, are passed over.
    ///   - edit: Changes the view, from which what is removed is gone already.
    ///   - state: What is there.
    ///   - now: The time.
    /// - Throws: `PipelineError.tooManyStreams`, `.tooManyPlaylists`, `.unknownStream`, and what
    ///   making them does.
    init(
        defining definitions: [Definition],
        removing removed: [StreamID],
        view edit: (inout PIPController) -> Void,
        of state: borrowing ControlSide.State,
        at now: MonotonicTime
    ) throws(PipelineError) {
        let (programme, playlists) = (state.programme, state.playlists)
        let (streams, before) = (programme.streams, programme.view)
        let defined = Set(definitions.map(\.id))
        var leaving = Set(removed).filter { streams[$0] != nil && !defined.contains($0) }
        var view = before
        for id in leaving { view.streamRemoved(id) }
        edit(&view)
        for id in Set(before.state.streams).subtracting(view.state.streams).subtracting(defined)
        where playlists[id]?.content.configuration.isForViewsOnly == true {
            view.streamRemoved(id)
            leaving.insert(id)
        }
        self.view = view
        outcome = Pipeline.ChangeOutcome(
            added: definitions.map(\.id).filter { streams[$0] == nil },
            removed: leaving.sorted(),
            view: before.changes(to: view),
            // Not what is kept for later, such as which places are lent.
            isViewDifferent: view.state != before.state || view.shows != before.shows
        )
        let known = Set(streams.keys).subtracting(leaving).union(defined)
        guard known.count <= Pipeline.streamLimit else {
            throw .tooManyStreams(limit: Pipeline.streamLimit)
        }
        let lists = Set(playlists.keys).subtracting(leaving).subtracting(defined)
        guard lists.count + definitions.count(where: \.isPlaylist) <= Pipeline.playlistLimit
        else { throw .tooManyPlaylists(limit: Pipeline.playlistLimit) }
        for id in view.streams where !known.contains(id) {
            throw .unknownStream(id, known: known.sorted())
        }
        made = try definitions.map { (definition) throws(PipelineError) in
            switch definition {
            case .stream(let stream): return .stream(try programme.make(stream))
            case .playlist(let playlist):
                try playlist.check()
                if playlists[playlist.id] != nil { return .edit(playlist) }
                let patience = programme.configuration.playlistPatience
                var run = PlaylistRun(
                    playlist,
                    seed: .random(in: 1 ... .max),
                    programme.configuration,
                    beginsBy: patience.map { now + $0 }
                )
                let first = try run.begin(in: programme, at: now)
                return .playlist(run, first)
            }
        }
    }

    /// Does it.
    ///
    /// - Returns: Streams that are to be started without the lock.
    /// - Throws: `PipelineError.busy`, `.output` when the run has ended; all is then as before.
    mutating func carryOut(
        on state: inout ControlSide.State,
        at now: MonotonicTime
    ) throws(PipelineError) -> [StreamAttachment] {
        let leaving = outcome.removed
        let attached = made.compactMap(\.attachment)
        let answers = leaving.count + attached.count
        if answers > 0 || view != state.programme.view {
            try state.send(
                .change(detached: leaving, attached: attached, view),
                answers: answers
            )
        }
        state.programme.show(view)
        for id in leaving + attached.map(\.id) {
            if var run = state.playlists.removeValue(forKey: id) { run.end(in: &state.programme) }
            state.programme.dismiss(id)
        }
        for attachment in attached { state.programme.place(attachment) }
        var unstarted = attached
        for made in made {
            switch made {
            case .stream: break
            case .playlist(let run, let first): state.playlists[first.id] = run
            case .edit(let playlist): unstarted += replace(with: playlist, in: &state, at: now)
            }
        }
        state.programme.prepareToShow()
        return unstarted
    }

    private mutating func replace(
        with playlist: PlaylistConfiguration,
        in state: inout ControlSide.State,
        at now: MonotonicTime
    ) -> [StreamAttachment] {
        guard var run = state.playlists[playlist.id] else { return [] }
        let (before, unstarted) = (run.content.revision, state.programme.unstarted.count)
        var draft = run.draft
        draft.replace(with: playlist)
        run.turn(run.adopt(draft), in: &state.programme, at: now)
        state.playlists[playlist.id] = run
        let after = run.content.revision
        if after != before { outcome.edited[playlist.id] = after }
        return state.programme.takeUnstarted(behind: unstarted)
    }
}
