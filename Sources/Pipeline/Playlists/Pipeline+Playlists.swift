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

extension Pipeline {
    /// How many playlists there can be.
    public static let playlistLimit = 16

    /// Defines a playlist, or changes the one of that ID, which goes on: items that it keeps
    /// stay open, and the one that is shown stays where it is.
    ///
    /// - Parameters:
    ///   - configuration: What to show and how.
    ///   - announce: As that of `change`.
    /// - Returns: Whether there was none of that ID.
    /// - Throws: `PipelineError.notAPlaylist`; as `change`.
    @discardableResult
    public func define(
        _ configuration: PlaylistConfiguration,
        announcing announce: (StreamID) -> Void = { _ in }
    ) throws(PipelineError) -> Bool {
        let id = configuration.id
        return try !change(
            playing: [configuration],
            provided: { (state) throws(PipelineError) in
                if state.streams[id] != nil, state.playlists[id] == nil { throw .notAPlaylist(id) }
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
        let (opened, before, after) = try state.withLock { (state) throws(PipelineError) in
            try state.checkIsRunning()
            let run = try state.playlist(id, at: revision)
            var draft = run.draft
            try edit(&draft)
            try Self.check(draft.configuration)
            let events = state.playlists[id]?.adopt(draft) ?? []
            let opened = turn(id, events, &state, at: now)
            return (opened, run.revision, state.playlists[id]?.revision ?? run.revision)
        }
        startSoon(opened)
        return (before, after)
    }

    /// Stops a playlist and takes it out of the views.
    ///
    /// - Parameters:
    ///   - id: Of the playlist.
    ///   - revision: That is to be removed; nil: whatever there is.
    /// - Returns: Whether the view is asked for another thing than before.
    /// - Throws: `PipelineError.unknownPlaylist`, `.changedMeanwhile`, `.busy`, `.output`.
    @discardableResult
    public func removePlaylist(
        _ id: StreamID,
        from revision: Int? = nil
    ) throws(PipelineError) -> Bool {
        try change(
            removing: [id],
            provided: { (state) throws(PipelineError) in
                _ = try state.playlist(id, at: revision)
            }
        ).isViewDifferent
    }

    static func check(_ configuration: PlaylistConfiguration) throws(PipelineError) {
        guard !configuration.items.isEmpty else { throw .emptyPlaylist(configuration.id) }
        let limit = PlaylistConfiguration.mostItems
        guard configuration.items.count <= limit else {
            throw .tooManyItems(configuration.id, limit: limit)
        }
        if let reason = configuration.wallRefusal { throw .notOnWall(configuration.id, reason) }
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
        let isTimed = configuration.clock == .realtime
        let opened = try state.withLock { (state) throws(PipelineError) in
            try state.checkIsRunning()
            let run = try state.playlist(id)
            if case .played(let item) = event, run.stream(of: item) == nil {
                throw .unknownItem(id, item)
            }
            if let sync = run.configuration.sync {
                throw .notSteerable(id, Self.refusal(of: sync))
            }
            if isTimed { state.playlists[id]?.asked = run.asked ?? now }
            // A step is from where it begins.
            let isLater = state.playlists[id]?.beginning.keeps(event) == true
            return isLater ? [] : turn(id, [event], &state, at: now)
        }
        startSoon(opened)
    }

    /// Lets a playlist begin that waits to be told where it was; does nothing to others.
    ///
    /// - Parameters:
    ///   - id: Of the playlist.
    ///   - choose: Where it begins, of what it consists of now; nil: with its first item. It
    ///     must not call the pipeline.
    public func begin(_ id: StreamID, at choose: (PlaylistConfiguration) -> PlaylistBookmark?) {
        let now = MonotonicClock.now()
        let opened = state.withLock { state in
            guard let run = state.playlists[id], run.beginning.time != nil else {
                return [StreamAttachment]()
            }
            let bookmark = choose(run.configuration)
            let events = state.playlists[id]?.begin(at: bookmark) ?? []
            // What takes the place of what stands in is held as that.
            if bookmark?.isPaused == true { state.streams[id]?.ingest.isPaused = true }
            return turn(id, events, &state, at: now)
        }
        startSoon(opened)
    }

    /// One item of a playlist; nil for one that was taken out.
    public func item(
        _ item: PlaylistItemID,
        of id: StreamID
    ) -> PlaylistConfiguration.Item? {
        state.withLock { state in
            state.playlists[id]?.configuration.items.first { $0.id == item }
        }
    }

    /// Says where a small picture of an item is, which is shown where the item is waited for: at
    /// the path of a PNG file that nobody changes.
    public func setPoster(_ path: String, for item: PlaylistItemID, of id: StreamID) {
        state.withLock { state in
            guard let run = state.playlists[id], run.stream(of: item) != nil else { return }
            state.playlists[id]?.posters[item] = path
            for opening in run.open.openings where run.plan.item(of: opening) == item {
                run.open[opening]?.ingest.setPoster(path)
            }
            if run.stoodInFor == item { state.streams[id]?.ingest.showPlaceholder(path) }
        }
    }

    /// Where a playlist is, to go on there in a later run; nil for one that has not begun, and
    /// where there is none of that ID.
    public func bookmark(of id: StreamID) -> PlaylistBookmark? {
        let (run, attachment) = state.withLock { ($0.playlists[id], $0.streams[id]) }
        guard let run, let attachment else { return nil }
        return run.bookmark(at: attachment.opening, snapshot(of: attachment, in: []))
    }

    /// The playlists there are, in the order of their names.
    public func playlists() -> [PlaylistSnapshot] {
        Self.sorted(state.withLock { $0.playlists.keys.map { $0 } }).compactMap(playlist)
    }

    /// Their IDs, in their order.
    public var playlistIDs: [StreamID] { state.withLock { Self.sorted($0.playlists.keys) } }

    /// Those that wait to be told where they were.
    public var playlistsToBegin: [StreamID] {
        state.withLock { state in
            Self.sorted(state.playlists.keys.filter { state.playlists[$0]?.beginning.time != nil })
        }
    }

    /// Which feeds each of them takes items from.
    public var playlistFeeds: [(id: StreamID, feeds: [String])] {
        state.withLock { state in
            Self.sorted(state.playlists.keys).map {
                ($0, state.playlists[$0]?.configuration.feeds ?? [])
            }
        }
    }

    /// One of them; nil if there is none of that ID.
    public func playlist(_ id: StreamID) -> PlaylistSnapshot? {
        let (controller, run, attachment) = state.withLock { state in
            (state.controller, state.playlists[id], state.streams[id])
        }
        guard let run, let attachment else { return nil }
        return PlaylistSnapshot(
            id: id,
            configuration: run.configuration,
            revision: run.revision,
            current: run.plan.currentItem.flatMap { run.isAwaited($0) ? nil : $0 },
            items: run.items,
            isFinished: run.plan.isFinished,
            preloadedBytes: run.plan.preloadedBytes,
            budget: run.plan.window.budget,
            hits: run.plan.hits,
            misses: run.plan.misses,
            failures: run.counts.failures,
            switches: run.counts.switches.mapValues { $0.snapshot() },
            stream: snapshot(of: attachment, in: controller.view(of: id))
        )
    }
}

extension Pipeline.State {
    /// What can be changed is obeyed.
    func checkIsRunning() throws(PipelineError) {
        guard !hasEnded else { throw .output("nothing is presented any more") }
    }

    /// - Parameters:
    ///   - id: Of a playlist.
    ///   - revision: That it is to be at; nil: any.
    /// - Returns: The playlist.
    /// - Throws: `PipelineError.unknownPlaylist`, `.changedMeanwhile`.
    func playlist(
        _ id: StreamID,
        at revision: Int? = nil
    ) throws(PipelineError) -> PlaylistRun {
        guard let run = playlists[id] else {
            throw .unknownPlaylist(id, known: Pipeline.sorted(playlists.keys))
        }
        if let revision, revision != run.revision {
            throw .changedMeanwhile(id, revision: run.revision)
        }
        return run
    }
}
