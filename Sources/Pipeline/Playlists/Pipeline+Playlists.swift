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
    /// - Returns: Whether there was no stream of that ID.
    /// - Throws: As `change`.
    @discardableResult
    public func define(
        _ configuration: PlaylistConfiguration,
        announcing announce: (StreamID) -> Void = { _ in }
    ) throws(PipelineError) -> Bool {
        try !change(playing: [configuration], announcing: announce).added.isEmpty
    }

    /// Changes what a playlist consists of; it goes on, and items that it keeps stay open.
    ///
    /// - Parameters:
    ///   - id: Of the playlist.
    ///   - revision: That is to be changed; nil: whatever there is.
    ///   - edit: Changes it; what it throws changes nothing. It must not call the pipeline.
    /// - Throws: `PipelineError.unknownPlaylist`, `.changedMeanwhile`, `.emptyPlaylist`,
    ///   `.tooManyItems`, and what `edit` throws.
    public func edit(
        _ id: StreamID,
        from revision: Int? = nil,
        _ edit: (inout PlaylistConfiguration) throws(PipelineError) -> Void
    ) throws(PipelineError) {
        let now = MonotonicClock.now()
        let opened = try state.withLock { (state) throws(PipelineError) in
            let run = try playlist(id, at: revision, state)
            var configuration = run.configuration
            try edit(&configuration)
            configuration.id = id
            try Self.check(configuration)
            let events = state.playlists[id]?.adopt(configuration) ?? []
            return turn(id, events, &state, at: now)
        }
        start(opened)
    }

    /// Stops a playlist and takes it out of the views.
    ///
    /// - Parameters:
    ///   - id: Of the playlist.
    ///   - revision: That is to be removed; nil: whatever there is.
    /// - Returns: What is different in the views; empty when none showed it.
    /// - Throws: `PipelineError.unknownPlaylist`, `.changedMeanwhile`, `.busy`.
    @discardableResult
    public func removePlaylist(
        _ id: StreamID,
        from revision: Int? = nil
    ) throws(PipelineError) -> [ViewChange] {
        _ = try state.withLock { (state) throws(PipelineError) in
            try playlist(id, at: revision, state)
        }
        return try remove(id)
    }

    private func playlist(
        _ id: StreamID,
        at revision: Int?,
        _ state: borrowing State
    ) throws(PipelineError) -> PlaylistRun {
        guard let run = state.playlists[id] else {
            throw .unknownPlaylist(id, known: Self.sorted(state.playlists.keys))
        }
        if let revision, revision != run.revision {
            throw .changedMeanwhile(id, revision: run.revision)
        }
        return run
    }

    static func check(_ configuration: PlaylistConfiguration) throws(PipelineError) {
        guard !configuration.items.isEmpty else { throw .emptyPlaylist(configuration.id) }
        let limit = PlaylistConfiguration.mostItems
        guard configuration.items.count <= limit else {
            throw .tooManyItems(configuration.id, limit: limit)
        }
    }

    /// Shows another item as soon as it is ready; what is shown stays until then.
    ///
    /// - Throws: `PipelineError.unknownPlaylist`, `.unknownItem`.
    public func steer(_ id: StreamID, _ command: PlaylistCommand) throws(PipelineError) {
        let event: PlaylistPlan.Event =
            switch command {
            case .next: .skipped(.next)
            case .previous: .skipped(.previous)
            case .play(let item): .played(item)
            }
        let now = MonotonicClock.now()
        let opened = try state.withLock { (state) throws(PipelineError) in
            let run = try playlist(id, at: nil, state)
            if case .played(let item) = event, run.stream(of: item) == nil {
                throw .unknownItem(id, item)
            }
            return turn(id, [event], &state, at: now)
        }
        start(opened)
    }

    /// Not to be called under the lock: what cannot start says so at once.
    private func start(_ opened: [StreamAttachment]) {
        for attachment in opened { attachment.ingest.start() }
    }

    /// The playlists there are, in the order of their names.
    public func playlists() -> [PlaylistSnapshot] {
        let (controller, runs, attachments) = state.withLock { state in
            (state.controller, state.playlists, state.streams)
        }
        return Self.sorted(runs.keys).compactMap { id in
            guard let run = runs[id], let attachment = attachments[id] else { return nil }
            return PlaylistSnapshot(
                id: id,
                configuration: run.configuration,
                revision: run.revision,
                current: run.plan.currentItem,
                items: run.items,
                preloadedBytes: run.plan.preloadedBytes,
                budget: run.plan.budget,
                hits: run.plan.hits,
                misses: run.plan.misses,
                failures: run.counts.failures,
                switches: run.counts.switches.mapValues { $0.snapshot() },
                stream: snapshot(of: attachment, in: controller.view(of: id))
            )
        }
    }

    /// Looks what has become of the items that are open since the last call.
    func lookAtPlaylists(at now: MonotonicTime, _ report: (PipelineEvent) -> Void) {
        let (opened, events) = state.withLock { state in
            var (opened, events): ([StreamAttachment], [PipelineEvent]) = ([], [])
            for id in Self.sorted(state.playlists.keys) {
                let news = state.news(of: id, at: now)
                guard !news.isEmpty else { continue }
                events += news.compactMap { state.pipelineEvent($0, of: id) }
                opened += turn(id, news, &state, at: now)
            }
            return (opened, events)
        }
        events.forEach(report)
        start(opened)
    }

    /// Takes in what an item's stream tells of itself.
    ///
    /// - Returns: What is to be reported of that.
    func note(
        _ event: IngestEvent,
        of id: StreamID,
        _ opening: PlaylistPlan.Opening
    ) -> PipelineEvent? {
        let now = MonotonicClock.now()
        let (opened, told) = state.withLock { state in
            guard let run = state.playlists[id], let attachment = run.open[opening],
                let item = run.plan.item(of: opening)
            else { return ([StreamAttachment](), PipelineEvent?.none) }
            let news: PlaylistPlan.Event
            var told: PipelineEvent?
            switch event {
            case .ready:
                news = .ready(opening, bytes: attachment.ingest.pool.bytes)
                told = .itemReady(id, item)
                state.playlists[id]?.note(nil, of: item)
            case .lost(let error), .failed(let error):
                news = .failed(opening)
                told = .itemFailed(id, item, reason: error.message)
                state.playlists[id]?.note(error.message, of: item)
                state.playlists[id]?.counts.failures[error.kind, default: 0] += 1
            case .stalled: news = .stalled(opening, true)
            case .resumed: news = .stalled(opening, false)
            case .damaged(let error): return ([], .streamDamaged(id, reason: error.message))
            }
            return (turn(id, [news], &state, at: now), told)
        }
        start(opened)
        return told
    }
}

// MARK: - Under the lock

extension Pipeline {
    /// Tells a playlist's plan what has happened, and does what it says.
    ///
    /// - Returns: What is to be started without the lock.
    func turn(
        _ id: StreamID,
        _ events: [PlaylistPlan.Event],
        _ state: inout State,
        at now: MonotonicTime
    ) -> [StreamAttachment] {
        var events = events[...]
        var opened: [StreamAttachment] = []
        while let event = events.popFirst() {
            guard let effects = state.playlists[id]?.plan.handle(event, at: now) else { break }
            for effect in effects {
                switch effect {
                case .open(let opening, let item):
                    if let attachment = open(opening, item, of: id, &state) {
                        opened.append(attachment)
                    } else {
                        events.append(.failed(opening))
                    }
                case .close(let opening): close(opening, of: id, &state)
                case .follow(let opening, let isAtOnce):
                    holdOthers(than: opening, of: id, &state)
                    lineUp(opening, of: id, isAtOnce ? .next : .atEnd, &state)
                case .hold: holdOthers(than: nil, of: id, &state)
                case .finished: state.finished.append(id)
                case .wake(let time): state.playlists[id]?.wake = time
                }
            }
        }
        // Who waits for events may have another time to look at, or something to tell.
        shared.events.wakeUp.signal()
        // The pipeline's own start begins with those that are open.
        return state.thread == nil ? [] : opened
    }

    /// - Returns: Nil where it cannot be made; why is kept.
    private func open(
        _ opening: PlaylistPlan.Opening,
        _ item: PlaylistItemID,
        of id: StreamID,
        _ state: inout State
    ) -> StreamAttachment? {
        guard let stream = state.playlists[id]?.stream(of: item) else { return nil }
        do throws(PipelineError) {
            let attachment = try makeAttachment(
                stream,
                opening: opening,
                replacing: state.streams[id]
            )
            state.playlists[id]?.open[opening] = attachment
            return attachment
        } catch {
            state.playlists[id]?.note("\(error)", of: item)
            return nil
        }
    }

    /// The one in the place of the playlist stays until another takes it.
    private func close(
        _ opening: PlaylistPlan.Opening,
        of id: StreamID,
        _ state: inout State
    ) {
        guard let attachment = state.playlists[id]?.open.removeValue(forKey: opening),
            state.streams[id] !== attachment
        else { return }
        attachment.ingest.stop()
        if state.playlists[id]?.linedUp.removeValue(forKey: opening) != nil {
            state.leaving.append(attachment)
            state.tell(.dismiss(attachment), shared)
        } else {
            state.end(attachment)
        }
    }

    private func lineUp(
        _ opening: PlaylistPlan.Opening,
        of id: StreamID,
        _ turn: PresentedStream.Turn,
        _ state: inout State
    ) {
        guard let run = state.playlists[id], let attachment = run.open[opening],
            run.linedUp[opening] != turn
        else { return }
        state.playlists[id]?.linedUp[opening] = turn
        state.tell(.lineUp(attachment, turn), shared)
    }

    private func holdOthers(
        than following: PlaylistPlan.Opening?,
        of id: StreamID,
        _ state: inout State
    ) {
        for opening in (state.playlists[id]?.linedUp ?? [:]).keys where opening != following {
            lineUp(opening, of: id, .later, &state)
        }
    }

    /// Closes what a playlist has open besides what is in its place.
    func endPlaylist(_ id: StreamID, _ state: inout State) {
        for opening in (state.playlists[id]?.open ?? [:]).keys {
            close(opening, of: id, &state)
        }
        state.playlists[id] = nil
    }
}

extension Pipeline.State {
    /// What has happened to a playlist's items that nobody tells: what came on the screen,
    /// what ended, and time.
    fileprivate mutating func news(of id: StreamID, at now: MonotonicTime) -> [PlaylistPlan.Event] {
        guard let run = playlists[id] else { return [] }
        var news: [PlaylistPlan.Event] = []
        noticeEnd(of: id, &news)
        for (opening, attachment) in run.open {
            if attachment.isShown, opening != run.plan.shown {
                // What it follows has ended by now, if it has.
                noticeEnd(of: id, &news)
                news.append(.shown(opening))
                take(attachment, opening, in: id)
            } else if let bytes = run.plan.bytes(of: opening),
                bytes != attachment.ingest.pool.bytes
            {
                news.append(.ready(opening, bytes: attachment.ingest.pool.bytes))
            }
        }
        if let wake = run.wake, now >= wake {
            playlists[id]?.wake = nil
            news.append(.timePassed)
        }
        return news
    }

    /// Notices that what has the playlist's place was shown to its end.
    private mutating func noticeEnd(of id: StreamID, _ news: inout [PlaylistPlan.Event]) {
        guard let place = streams[id], let opening = place.opening else { return }
        let isEnded = place.ingest.isShownToEnd
        if isEnded, playlists[id]?.isEndKnown == false { news.append(.ended(opening)) }
        playlists[id]?.isEndKnown = isEnded
    }

    /// The presentation thread has given the playlist's place to another item.
    private mutating func take(
        _ attachment: StreamAttachment,
        _ opening: PlaylistPlan.Opening,
        in id: StreamID
    ) {
        let turn = playlists[id]?.linedUp.removeValue(forKey: opening)
        if let turn { playlists[id]?.counts.switched(turn, after: attachment.delay) }
        guard let previous = streams[id], previous !== attachment else { return }
        attachment.ingest.isPaused = previous.ingest.isPaused
        streams[id] = attachment
        playlists[id]?.isEndKnown = false
        if let opening = previous.opening { playlists[id]?.open[opening] = nil }
        previous.ingest.stop()
    }

    /// What is to be reported; nil of what is of no interest.
    fileprivate func pipelineEvent(_ event: PlaylistPlan.Event, of id: StreamID) -> PipelineEvent? {
        guard let plan = playlists[id]?.plan else { return nil }
        switch event {
        case .shown(let opening): return plan.item(of: opening).map { .itemStarted(id, $0) }
        case .ended(let opening): return plan.item(of: opening).map { .itemEnded(id, $0) }
        default: return nil
        }
    }

    /// Sends a command that must not be lost: it waits where there is no room.
    mutating func tell(_ command: PresenterCommand, _ shared: PresenterShared) {
        waiting.append(command)
        sendWaiting(shared)
    }

    mutating func sendWaiting(_ shared: PresenterShared) {
        while let first = waiting.first, shared.commands.send(first) { waiting.removeFirst() }
    }

    /// Takes leave of a stream that the presentation thread has not or has no more.
    mutating func end(_ attachment: StreamAttachment) {
        let deadline = MonotonicClock.now() + EndingStream.patience
        ending.append(EndingStream(attachment: attachment, deadline: deadline))
    }
}
