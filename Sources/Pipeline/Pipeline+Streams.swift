internal import FrameTransport
public import Ingest
public import Media
internal import Platform
public import Presentation
internal import Synchronization

extension Pipeline {
    /// How many streams there can be.
    public static let streamLimit = 64

    /// Defines and removes streams and changes what is shown: all of it, or nothing.
    ///
    /// - Parameters:
    ///   - defined: Take the place of those of the same ID, and are shown where they were; of
    ///     several of one ID, the last.
    ///   - playing: The same, as playlists, after those. One that is there goes on with what
    ///     it consists of now.
    ///   - removed: Those that are not there, or are defined, are passed over.
    ///   - edit: Changes the controller, from which what is removed is gone already; every
    ///     stream it shows must be there afterwards.
    ///   - announce: Told of each stream of which there was none of that ID, before anything
    ///     happens to it or a further change is made. It must not call the pipeline.
    /// - Returns: What is different.
    /// - Throws: `PipelineError.stream` where it cannot be made,
    ///   `.tooManyStreams`, `.unknownStream`, `.busy`; all is then as before.
    public func change(
        defining defined: [StreamConfiguration] = [],
        playing: [PlaylistConfiguration] = [],
        removing removed: [StreamID] = [],
        view edit: (inout PIPController) -> Void = { _ in },
        announcing announce: (StreamID) -> Void = { _ in }
    ) throws(PipelineError) -> ChangeOutcome {
        try change(
            defining: defined,
            playing: playing,
            removing: removed,
            view: edit,
            provided: { _ in },
            announcing: announce
        )
    }

    /// The same, provided that something is so: it is looked at under the same lock.
    func change(
        defining defined: [StreamConfiguration] = [],
        playing: [PlaylistConfiguration] = [],
        removing removed: [StreamID] = [],
        view edit: (inout PIPController) -> Void = { _ in },
        provided isSo: (borrowing State) throws(PipelineError) -> Void,
        announcing announce: (StreamID) -> Void = { _ in }
    ) throws(PipelineError) -> ChangeOutcome {
        let definitions = Definition.lastOfEach(
            defined.map(Definition.stream) + playing.map(Definition.playlist)
        )
        for definition in definitions { try definition.prepare() }
        let now = MonotonicClock.now()
        let (start, outcome) = try state.withLock { (state) throws(PipelineError) in
            try isSo(state)
            var draft = try ChangeDraft(
                defining: definitions,
                removing: removed,
                view: edit,
                of: state
            )
            let (leaving, controller) = (draft.outcome.removed, draft.controller)
            let made = try definitions.map { (definition) throws(PipelineError) in
                try make(definition, at: now, state)
            }
            let attached = made.compactMap(\.attachment)
            let answers = leaving.count + attached.count
            if answers > 0 || controller != state.controller {
                let command = PresenterCommand.change(
                    detached: leaving,
                    attached: attached,
                    controller
                )
                try send(command, answers: answers, &state)
            }
            let deadline = state.controller.shows.deadline
            state.controller = controller
            // Whoever handles events waits until that, and no longer.
            if controller.shows.deadline != deadline { shared.events.wakeUp.signal() }
            for id in leaving + attached.map(\.id) {
                endPlaylist(id, &state)
                state.dismiss(id)
            }
            for attachment in attached { state.streams[attachment.id] = attachment }
            var opened: [StreamAttachment] = []
            for made in made {
                opened += adopt(made, &state, at: now, changing: &draft.outcome)
            }
            state.prepareToShow()
            for id in draft.outcome.added { announce(id) }
            return (state.start(of: attached + opened), draft.outcome)
        }
        // Not before: a stream that cannot start says so at once, to `note`.
        start()
        updateNotice()
        return outcome
    }

    /// Defines a stream, or replaces the one of that ID; starts it.
    ///
    /// A stream that is shown is shown again from the new source.
    ///
    /// - Parameters:
    ///   - configuration: What to show and how.
    ///   - announce: As that of `change`.
    /// - Returns: Whether there was none of that ID.
    /// - Throws: `PipelineError.isAPlaylist`; as `change`.
    @discardableResult
    public func define(
        _ configuration: StreamConfiguration,
        announcing announce: (StreamID) -> Void = { _ in }
    ) throws(PipelineError) -> Bool {
        let id = configuration.id
        return try !change(
            defining: [configuration],
            provided: { (state) throws(PipelineError) in
                if state.playlists[id] != nil { throw .isAPlaylist(id) }
            },
            announcing: announce
        ).added.isEmpty
    }

    /// Stops a stream and takes it out of the views.
    ///
    /// - Returns: Whether the view is asked for another thing than before.
    /// - Throws: `PipelineError.unknownStream`, `.busy`.
    @discardableResult
    public func remove(_ id: StreamID) throws(PipelineError) -> Bool {
        let outcome = try change(removing: [id])
        guard outcome.removed == [id] else { throw .unknownStream(id, known: streamIDs) }
        return outcome.isViewDifferent
    }

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

    private func make(
        _ definition: Definition,
        at now: MonotonicTime,
        _ state: borrowing State
    ) throws(PipelineError) -> Made {
        let previous = state.streams[definition.id]
        switch definition {
        case .stream(let stream): return .stream(try makeAttachment(stream, replacing: previous))
        case .playlist(let playlist):
            try Self.check(playlist)
            if state.playlists[playlist.id] != nil { return .edit(playlist) }
            var run = PlaylistRun(
                playlist,
                seed: .random(in: 1 ... .max),
                configuration,
                beginsBy: configuration.playlistPatience.map { now + $0 }
            )
            if run.beginning.time != nil {
                let standIn = playlist.standIn
                return .playlist(
                    run,
                    try makeAttachment(standIn, opening: .standIn, replacing: previous)
                )
            }
            guard
                case .open(let opening, let item)? = run.plan.handle(run.start(at: now), at: now)
                    .first,
                let stream = run.stream(of: item)
            else { throw .emptyPlaylist(playlist.id) }
            let first = try makeAttachment(stream, opening: opening, replacing: previous)
            run.open.add(first, as: opening)
            return .playlist(run, first)
        }
    }

    /// - Returns: What was opened, and is to be started without the lock.
    private func adopt(
        _ made: Made,
        _ state: inout State,
        at now: MonotonicTime,
        changing outcome: inout ChangeOutcome
    ) -> [StreamAttachment] {
        switch made {
        case .stream: break
        case .playlist(let run, let first): state.playlists[first.id] = run
        case .edit(let playlist):
            guard let run = state.playlists[playlist.id] else { break }
            var draft = run.draft
            draft.replace(with: playlist)
            let events = state.playlists[playlist.id]?.adopt(draft) ?? []
            let revision = state.playlists[playlist.id]?.revision
            if revision != run.revision { outcome.edited[playlist.id] = revision }
            return turn(playlist.id, events, &state, at: now)
        }
        return []
    }

    /// Has placeholders look otherwise, those on the screen as well; no stream is opened anew.
    ///
    /// - Parameters:
    ///   - usual: For what says nothing of it, and for what is defined from then on.
    ///   - own: What is said of some streams now; those that are not there are passed over.
    public func setPlaceholders(usual: PlaceholderStyle, own: [StreamID: PlaceholderWish] = [:]) {
        usualPlaceholder = usual
        for attachment in state.withLock({ $0.attachments }) {
            attachment.ingest.setPlaceholder(usual: usual, own: own[attachment.id])
        }
        updateNotice()
    }

    /// Tries again to start the streams that got no thread, as far as it is time.
    ///
    /// Thread: that of `handleEvents`.
    ///
    /// - Parameter now: The time.
    /// - Returns: When to call this again; nil when every stream has its thread.
    public func startStreams(at now: MonotonicTime) -> MonotonicTime? {
        let attachments = state.withLock { $0.attachments }
        return attachments.compactMap { $0.ingest.startAgain(at: now) }.min()
    }

    /// A replaced stream's counts go on.
    func makeAttachment(
        _ configuration: StreamConfiguration,
        opening: PlaylistPlan.Opening? = nil,
        from start: MediaTime? = nil,
        replacing previous: StreamAttachment?
    ) throws(PipelineError) -> StreamAttachment {
        let id = configuration.id
        do {
            let leftOut = shared.frameLog.map {
                LeftOutPictures(log: $0, isLive: configuration.isLive)
            }
            let ingest = try IngestStream(
                configuration: configuration,
                maximumRate: self.configuration.maximumRate,
                leftOut: leftOut?.adding,
                ledger: previous?.ingest.ledger ?? FrameLedger(),
                changes: previous?.ingest.variantChanges ?? VariantChanges(),
                events: { [weak self] event in
                    self?.note(NotedEvent(id: id, opening: opening, event: event))
                },
                ended: { [shared] in shared.events.wakeUp.signal() }
            )
            ingest.setPlaceholder(usual: usualPlaceholder)
            return StreamAttachment(
                ingest: ingest,
                opening: opening,
                start: start,
                leftOut: leftOut,
                latency: previous?.latency ?? Histogram(bounds: ViewMetrics.intervalBounds),
                wall: configuration.sync.map { _ in previous?.wall ?? WallFigures() }
            )
        } catch {
            throw .stream(id, error)
        }
    }

    /// The stream whose end ends a `once` run: the main one, unless that has no
    /// end and the one in the PIP window does.
    public var lastToEnd: StreamID? {
        state.withLock { state in
            let view = state.controller
            guard let main = view.state.main, state.streams[main]?.isEndless == true else {
                return view.state.main
            }
            return view.stream(in: .pip)
        }
    }

    /// The source of a stream, for images of it; nil where there is no such stream.
    public func source(of id: StreamID) -> IngestStream? {
        state.withLock { $0.streams[id]?.ingest }
    }

    /// Whether a view shows the stream.
    public func shows(_ id: StreamID) -> Bool {
        state.withLock { !$0.controller.view(of: id).isEmpty }
    }

    /// What is shown where, and what is asked for.
    public var view: PIPController { state.withLock { $0.controller } }

    /// Where the PIP window is on the output, for the newest picture of its
    /// stream; nil while it is off, or there is no display.
    public var window: PixelRect? {
        let (view, source) = state.withLock { state in
            let controller = state.controller
            return (controller, controller.stream(in: .pip).flatMap { state.streams[$0]?.ingest })
        }
        guard let source, let size = outputState.size else { return nil }
        let aspect = source.status.format?.displayAspectRatio
        return view.state.placement.bounds(in: size, aspect: aspect ?? .nan)
    }

    /// The streams there are, in the order of their names.
    public var streamIDs: [StreamID] { state.withLock { Self.sorted($0.streams.keys) } }

    static func sorted(_ ids: some Sequence<StreamID>) -> [StreamID] {
        ids.sorted { $0.name < $1.name }
    }

    /// Called with the state locked, which makes the senders one. A command may have as
    /// many answers as `answers` says.
    func send(
        _ command: PresenterCommand,
        answers: Int,
        _ state: inout State
    ) throws(PipelineError) {
        guard !state.hasEnded else { throw .output("nothing is presented any more") }
        let linedUp = state.playlists.values.reduce(0) { $0 + $1.open.linedUpCount }
        let expected = state.leaving.count + state.captures.count + linedUp + answers
        state.sendWaiting(shared)
        guard state.waiting.isEmpty, expected <= PresenterEvents.answerCapacity,
            shared.commands.send(command)
        else { throw .busy }
    }
}

extension Pipeline.State {
    /// What starts streams that were just defined, to be called without the lock. It does
    /// nothing before the pipeline itself is started, which starts them.
    fileprivate func start(of attachments: [StreamAttachment]) -> () -> Void {
        guard thread != nil else { return {} }
        let predecessors = (leaving + ending.map(\.attachment)).map(\.ingest)
        return { for attachment in attachments { attachment.ingest.start(after: predecessors) } }
    }

    /// Tells a stream to stop; the presentation thread has been told to let it go.
    mutating func dismiss(_ id: StreamID) {
        guard let attachment = streams.removeValue(forKey: id) else { return }
        attachment.ingest.stop()
        if !attachment.isDetached { leaving.append(attachment) }
    }

    /// Not with the next scanout: a hidden stream has some catching up to do.
    func prepareToShow() {
        for (id, attachment) in streams where !controller.view(of: id).isEmpty {
            attachment.ingest.prepareToShow()
        }
    }
}
