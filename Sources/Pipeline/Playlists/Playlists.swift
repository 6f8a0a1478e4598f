internal import FrameTransport
internal import Ingest
public import Media
internal import Platform
public import Presentation
internal import Synchronization

/// What somebody wants of a playlist that plays.
public enum PlaylistCommand: Hashable, Sendable {
    case next
    case previous
    case play(PlaylistItemID)
}

/// The playlists of a pipeline, which this does not keep: once that is gone, they are as they
/// were last, and cannot be changed.
///
/// Thread: safe.
public struct Playlists: Sendable {
    private let control: ControlSide

    init(_ control: ControlSide) { self.control = control }

    /// Defines a playlist, or changes the one of that ID, which goes on: items that it keeps
    /// stay open, and the one that is shown stays where it is.
    ///
    /// - Parameters:
    ///   - configuration: What to show and how.
    ///   - announce: As that of `Pipeline.change`.
    /// - Returns: Whether there was none of that ID.
    /// - Throws: `PipelineError.notAPlaylist`; as `Pipeline.change`.
    @discardableResult
    public func define(
        _ configuration: PlaylistConfiguration,
        announcing announce: (StreamID) -> Void = { _ in }
    ) throws(PipelineError) -> Bool {
        let id = configuration.id
        return try !control.change(
            defining: [.playlist(configuration)],
            provided: { (state) throws(PipelineError) in
                if state.programme.streams[id] != nil, state.playlists[id] == nil {
                    throw .notAPlaylist(id)
                }
            },
            announcing: announce
        ).added.isEmpty
    }

    /// Changes what a playlist consists of; it goes on, and items that it keeps stay open.
    ///
    /// - Parameters:
    ///   - id: Of the playlist.
    ///   - revision: That is to be changed; nil: whatever there is.
    ///   - added: Items that `edit` brings.
    ///   - edit: Changes it; what it throws changes nothing. It must not call the pipeline.
    /// - Returns: Its revision before and after.
    /// - Throws: `PipelineError.unknownPlaylist`, `.changedMeanwhile`, `.emptyPlaylist`,
    ///   `.tooManyItems`, `.output` when the run has ended, and what `edit` throws.
    @discardableResult
    public func edit(
        _ id: StreamID,
        from revision: Int? = nil,
        adding added: [PlaylistConfiguration.Item] = [],
        _ edit: (inout PlaylistDraft) throws(PipelineError) -> Void
    ) throws(PipelineError) -> (before: Int, after: Int) {
        try Definition.playlist(PlaylistConfiguration(id: id, items: added)).prepare()
        let now = MonotonicClock.now()
        return try control.state.withLock { (state) throws(PipelineError) in
            try state.programme.checkIsRunning()
            var run = try state.playlist(id, at: revision)
            let before = run.content.revision
            var draft = run.draft
            try edit(&draft)
            try draft.configuration.check()
            run.turn(run.adopt(draft), in: &state.programme, at: now)
            state.playlists[id] = run
            return (before, run.content.revision)
        }
    }

    /// Stops a playlist and takes it out of the views.
    ///
    /// - Parameters:
    ///   - id: Of the playlist.
    ///   - revision: That is to be removed; nil: whatever there is.
    /// - Returns: Whether the view is asked for another thing than before.
    /// - Throws: `PipelineError.unknownPlaylist`, `.changedMeanwhile`, `.busy`, `.output`.
    @discardableResult
    public func remove(_ id: StreamID, from revision: Int? = nil) throws(PipelineError) -> Bool {
        try control.change(
            removing: [id],
            provided: { (state) throws(PipelineError) in
                _ = try state.playlist(id, at: revision)
            }
        ).isViewDifferent
    }

    /// Shows another item as soon as it is ready; what is shown stays until then.
    ///
    /// - Throws: `PipelineError.unknownPlaylist`, `.unknownItem`, `.notSteerable` for one that is
    ///   on a wall, `.output` when the run has ended.
    public func steer(_ id: StreamID, _ command: PlaylistCommand) throws(PipelineError) {
        let event: PlaylistPlan.Event =
            switch command {
            case .next: .skipped(.next)
            case .previous: .skipped(.previous)
            case .play(let item): .played(item)
            }
        let now = MonotonicClock.now()
        let asked = control.configuration.clock == .realtime ? now : nil
        try control.state.withLock { (state) throws(PipelineError) in
            try state.programme.checkIsRunning()
            var run = try state.playlist(id)
            if case .played(let item) = event, run.content.stream(of: item) == nil {
                throw .unknownItem(id, item)
            }
            if let sync = run.content.configuration.sync {
                throw .notSteerable(id, sync.steeringRefusal)
            }
            run.steer(event, askedAt: asked, in: &state.programme, at: now)
            state.playlists[id] = run
        }
    }

    /// Lets a playlist begin that waits to be told where it was; does nothing to others.
    ///
    /// - Parameters:
    ///   - id: Of the playlist.
    ///   - choose: Where it begins, of what it consists of now; nil: with its first item. It
    ///     must not call the pipeline.
    public func begin(_ id: StreamID, at choose: (PlaylistConfiguration) -> PlaylistBookmark?) {
        let now = MonotonicClock.now()
        control.state.withLock { state in
            guard var run = state.playlists[id], run.waitsToBegin else { return }
            let bookmark = choose(run.content.configuration)
            let events = run.begin(at: bookmark)
            // What takes the place of what stands in is held as that.
            if bookmark?.isPaused == true { state.programme.streams[id]?.ingest.isPaused = true }
            run.turn(events, in: &state.programme, at: now)
            state.playlists[id] = run
        }
    }

    /// Says where a small picture of an item is, which is shown where the item is waited for: at
    /// the path of a PNG file that nobody changes.
    public func setPoster(_ path: String, for item: PlaylistItemID, of id: StreamID) {
        control.state.withLock { state in
            state.playlists[id]?.setPoster(path, for: item, in: state.programme)
        }
    }

    /// One item of a playlist; nil for one that was taken out.
    public func item(_ item: PlaylistItemID, of id: StreamID) -> PlaylistConfiguration.Item? {
        control.state.withLock { state in
            state.playlists[id]?.content.configuration.items.first { $0.id == item }
        }
    }

    /// Where a playlist is, to go on there in a later run; nil for one that has not begun, and
    /// where there is none of that ID.
    public func bookmark(of id: StreamID) -> PlaylistBookmark? {
        let (run, attachment) = control.state.withLock { state in
            (state.playlists[id], state.programme.streams[id])
        }
        guard let run, let attachment else { return nil }
        return run.bookmark(
            at: attachment.opening,
            StreamSnapshot(of: attachment, in: run, shownIn: [], at: control.outputTime)
        )
    }

    /// The IDs of those there are, in their order.
    public var ids: [StreamID] { control.state.withLock { $0.playlists.keys.sorted() } }

    /// Those that wait to be told where they were.
    public var waiting: [StreamID] {
        control.state.withLock { $0.playlists.filter(\.value.waitsToBegin).keys.sorted() }
    }

    /// Which feeds each of them takes items from.
    public var feeds: [(id: StreamID, feeds: [String])] {
        control.state.withLock { state in
            state.playlists.keys.sorted().map {
                ($0, state.playlists[$0]?.content.configuration.feeds ?? [])
            }
        }
    }

    /// How each of them stands, in the order of their names.
    public func snapshots() -> [PlaylistSnapshot] { ids.compactMap(snapshot) }

    /// How one of them stands; nil if there is none of that ID.
    public func snapshot(of id: StreamID) -> PlaylistSnapshot? {
        let (view, run, attachment) = control.state.withLock { state in
            (state.programme.view, state.playlists[id], state.programme.streams[id])
        }
        guard let run, let attachment else { return nil }
        let (content, plan) = (run.content, run.plan)
        let stream = StreamSnapshot(
            of: attachment,
            in: run,
            shownIn: view.view(of: id),
            at: control.outputTime
        )
        return PlaylistSnapshot(
            id: id,
            configuration: content.configuration,
            revision: content.revision,
            current: plan.currentItem.flatMap { content.isAwaited($0) ? nil : $0 },
            position: plan.showsCurrent ? stream.position : nil,
            items: content.items(in: plan),
            isFinished: plan.isFinished,
            preloadedBytes: plan.preloadedBytes,
            budget: plan.window.budget,
            hits: plan.hits,
            misses: plan.misses,
            failures: run.counts.failures,
            switches: run.counts.switches.mapValues { $0.snapshot() },
            stream: stream
        )
    }
}

extension PlaylistConfiguration {
    /// - Throws: `PipelineError.emptyPlaylist`, `.tooManyItems`, `.notOnWall`.
    func check() throws(PipelineError) {
        guard !items.isEmpty else { throw .emptyPlaylist(id) }
        let limit = Self.mostItems
        guard items.count <= limit else { throw .tooManyItems(id, limit: limit) }
        if let reason = wallRefusal { throw .notOnWall(id, reason) }
    }
}
