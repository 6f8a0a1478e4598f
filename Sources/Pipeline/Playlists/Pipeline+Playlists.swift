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
        try prepare(.playlist(PlaylistConfiguration(id: id, items: added)))
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
        start(opened)
        return (before, after)
    }

    /// Stops a playlist and takes it out of the views.
    ///
    /// - Parameters:
    ///   - id: Of the playlist.
    ///   - revision: That is to be removed; nil: whatever there is.
    /// - Returns: What is different in the views; empty when none showed it.
    /// - Throws: `PipelineError.unknownPlaylist`, `.changedMeanwhile`, `.busy`, `.output`.
    @discardableResult
    public func removePlaylist(
        _ id: StreamID,
        from revision: Int? = nil
    ) throws(PipelineError) -> [ViewChange] {
        try change(
            removing: [id],
            provided: { (state) throws(PipelineError) in
                _ = try state.playlist(id, at: revision)
            }
        ).view
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
    /// - Throws: `PipelineError.unknownPlaylist`, `.unknownItem`, `.output` when the run has
    ///   ended.
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
            if isTimed { state.playlists[id]?.asked = run.asked ?? now }
            // A step is from where it begins.
            let isLater = state.playlists[id]?.keepsForBeginning(event) == true
            return isLater ? [] : turn(id, [event], &state, at: now)
        }
        start(opened)
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
            guard let run = state.playlists[id], run.beginsBy != nil else {
                return [StreamAttachment]()
            }
            let bookmark = choose(run.configuration)
            let events = state.playlists[id]?.begin(at: bookmark) ?? []
            // What takes the place of what stands in is held as that.
            if bookmark?.isPaused == true { state.streams[id]?.ingest.isPaused = true }
            return turn(id, events, &state, at: now)
        }
        start(opened)
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
            for (opening, attachment) in run.open where run.plan.item(of: opening) == item {
                attachment.ingest.setPoster(path)
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
            Self.sorted(state.playlists.keys.filter { state.playlists[$0]?.beginsBy != nil })
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
            preloadedBytes: run.plan.preloadedBytes,
            budget: run.plan.budget,
            hits: run.plan.hits,
            misses: run.plan.misses,
            failures: run.counts.failures,
            switches: run.counts.switches.mapValues { $0.snapshot() },
            stream: snapshot(of: attachment, in: controller.view(of: id))
        )
    }

    /// Looks what has become of the items that are open since the last call, and starts those
    /// that were opened.
    func lookAtPlaylists(at now: MonotonicTime) {
        let opened = state.withLock { state in
            let ids = Self.sorted(state.playlists.keys)
            let opened = ids.flatMap { turn($0, [], &state, at: now) }
            defer { state.unstarted = [] }
            return state.unstarted + opened
        }
        // Not under the lock: what cannot start says so at once.
        for attachment in opened { attachment.ingest.start() }
    }

    /// Takes in what an item's stream tells of itself.
    func note(_ event: IngestEvent, of id: StreamID, _ opening: PlaylistPlan.Opening) {
        switch event {
        case .ready:
            let (bytes, isShown) = state.withLock { state in
                let attachment = state.playlists[id]?.open[opening]
                if let item = state.playlists[id]?.plan.item(of: opening), let attachment {
                    state.playlists[id]?.note(attachment.ingest.status.duration, of: item)
                }
                return (attachment?.ingest.heldBytes, attachment?.isShown == true)
            }
            take(.ready(opening, bytes: bytes ?? 0), of: id, opening) {
                isShown ? nil : .itemReady(id, $0)
            }
        case .lost(let error), .failed(let error): itemFailed(id, opening, error)
        case .stalled: take(.stalled(opening, true), of: id, opening)
        case .resumed: take(.stalled(opening, false), of: id, opening)
        case .damaged(let error):
            state.withLock { $0.reports.append(.streamDamaged(id, reason: error.message)) }
        case .variantChanged(let variant, let reason):
            state.withLock { $0.reports.append(.variantChanged(id, variant, reason)) }
        }
    }

    /// An item cannot be shown, or not any more.
    func itemFailed(_ id: StreamID, _ opening: PlaylistPlan.Opening, _ error: SourceError) {
        take(.failed(opening), of: id, opening, because: error) {
            .itemFailed(id, $0, reason: error.message)
        }
    }

    private func take(
        _ event: PlaylistPlan.Event,
        of id: StreamID,
        _ opening: PlaylistPlan.Opening,
        because error: SourceError? = nil,
        _ report: (PlaylistItemID) -> PipelineEvent? = { _ in nil }
    ) {
        let now = MonotonicClock.now()
        let opened = state.withLock { state in
            guard let item = state.playlists[id]?.plan.item(of: opening) else {
                return [StreamAttachment]()
            }
            if state.playlists[id]?.isAwaited(item) == false {
                if let report = report(item) { state.reports.append(report) }
                if let error { state.noteFailure(of: item, in: id, error) }
            }
            return turn(id, [event], &state, at: now)
        }
        start(opened)
    }

    /// Starts streams with the next look: whoever asks for something may be of low priority,
    /// which the threads that it starts would have, too.
    private func start(_ opened: [StreamAttachment]) {
        guard !opened.isEmpty else { return }
        state.withLock { $0.unstarted += opened }
        shared.events.wakeUp.signal()
    }
}

// MARK: - Under the lock

extension Pipeline {
    /// Tells a playlist's plan what has happened, by itself and besides, and does what it says.
    ///
    /// - Returns: What is to be started without the lock.
    func turn(
        _ id: StreamID,
        _ others: [PlaylistPlan.Event],
        _ state: inout State,
        at now: MonotonicTime
    ) -> [StreamAttachment] {
        guard !state.hasEnded else { return [] }
        var events = (state.news(of: id, at: now) + others)[...]
        guard !events.isEmpty else { return [] }
        var opened: [StreamAttachment] = []
        while let event = events.popFirst() {
            let effects = state.playlists[id]?.plan.handle(event, at: now) ?? []
            for effect in effects {
                switch effect {
                case .open(let opening, let item):
                    if let attachment = open(opening, item, of: id, &state) {
                        opened.append(attachment)
                        state.reports.append(.itemOpening(id, item))
                    } else {
                        events.append(.unmade(opening))
                    }
                case .close(let opening): close(opening, of: id, &state)
                case .follow(let opening, let isAtOnce):
                    holdOthers(than: opening, of: id, &state)
                    lineUp(opening, of: id, isAtOnce ? .next : .atEnd, &state)
                case .hold: holdOthers(than: nil, of: id, &state)
                case .finished: state.reports.append(.streamEnded(id))
                case .standIn(let item):
                    let poster = item.flatMap { state.playlists[id]?.posters[$0] }
                    state.playlists[id]?.stoodInFor = item
                    state.streams[id]?.ingest.showPlaceholder(poster)
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
                from: state.playlists[id]?.start(of: item),
                replacing: state.streams[id]
            )
            // Of what is live one picture is enough until it is shown.
            attachment.ingest.setDecoding(attachment.ingest.isLive ? .idle : .ready)
            if let size = state.streams[id]?.ingest.shownSize {
                attachment.ingest.setShownSize(size)
            }
            attachment.ingest.setPoster(state.playlists[id]?.posters[item])
            state.playlists[id]?.open[opening] = attachment
            if state.streams[id]?.opening == .standIn { giveWay(to: attachment, &state) }
            return attachment
        } catch {
            let cause = SourceError(.resources, "\(error)")
            state.reports.append(.itemFailed(id, item, reason: cause.message))
            state.noteFailure(of: item, in: id, cause)
            return nil
        }
    }

    /// What stands in for a playlist's first item leaves its place to that.
    private func giveWay(to attachment: StreamAttachment, _ state: inout State) {
        let id = attachment.id
        state.tell(
            .change(detached: [id], attached: [attachment], state.controller.state),
            shared
        )
        if state.streams[id]?.ingest.isPaused == true {
            attachment.ingest.isPaused = true
            state.tell(.steer(id, Steering(isPaused: true)), shared)
        }
        state.dismiss(id)
        state.streams[id] = attachment
    }

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
            state.streams[id] !== attachment, run.linedUp[opening] != turn
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

    fileprivate mutating func noteFailure(
        of item: PlaylistItemID,
        in id: StreamID,
        _ error: SourceError
    ) {
        playlists[id]?.note(error.message, of: item)
        playlists[id]?.counts.failures[error.kind, default: 0] += 1
    }

    /// What has happened to a playlist's items that nobody tells: what came on the screen,
    /// what ended, what grew, and time.
    fileprivate mutating func news(of id: StreamID, at now: MonotonicTime) -> [PlaylistPlan.Event] {
        guard let run = playlists[id] else { return [] }
        var news: [PlaylistPlan.Event] = []
        let shown = run.open.filter { $0.value.isShown && $0.key != run.plan.shown }
        for (opening, attachment) in shown.sorted(by: { $0.value.shownSince < $1.value.shownSince })
        {
            // What it follows has ended by now, if it has.
            noticeEnd(of: id, &news)
            take(attachment, opening, in: id, &news)
        }
        noticeEnd(of: id, &news)
        for (opening, attachment) in run.open where shown[opening] == nil {
            let bytes = attachment.ingest.heldBytes
            if let known = run.plan.bytes(of: opening), known != bytes {
                news.append(.ready(opening, bytes: bytes))
            }
        }
        news += playlists[id]?.takeWake(at: now) ?? []
        return news
    }

    /// Notices that what has the playlist's place was shown to its end.
    private mutating func noticeEnd(of id: StreamID, _ news: inout [PlaylistPlan.Event]) {
        guard let place = streams[id], let opening = place.opening,
            opening == playlists[id]?.shown
        else { return }
        let (isEnded, isKnown) = (place.ingest.isShownToEnd, playlists[id]?.isEndKnown == true)
        playlists[id]?.isEndKnown = isEnded
        if isKnown, !isEnded { news.append(.wentOn(opening)) }
        guard isEnded, !isKnown else { return }
        news.append(.ended(opening))
        if let item = playlists[id]?.plan.item(of: opening) { reports.append(.itemEnded(id, item)) }
    }

    /// The presentation thread has given the playlist's place to another item, or the first
    /// one's picture is there.
    private mutating func take(
        _ attachment: StreamAttachment,
        _ opening: PlaylistPlan.Opening,
        in id: StreamID,
        _ news: inout [PlaylistPlan.Event]
    ) {
        news.append(.shown(opening))
        if let item = playlists[id]?.plan.item(of: opening) {
            reports.append(.itemStarted(id, item))
        }
        playlists[id]?.came(opening)
        guard let previous = streams[id], previous !== attachment else { return }
        playlists[id]?.switched(to: attachment)
        attachment.ingest.isPaused = previous.ingest.isPaused
        streams[id] = attachment
        if let opening = previous.opening { playlists[id]?.open[opening] = nil }
        previous.ingest.stop()
    }

    /// Sends a command that must not be lost: it waits where there is no room.
    mutating func tell(_ command: PresenterCommand, _ shared: PresenterShared) {
        waiting.append(command)
        sendWaiting(shared)
    }

    mutating func sendWaiting(_ shared: PresenterShared) {
        while let first = waiting.first, shared.commands.send(first) { waiting.removeFirst() }
    }

    /// What is to be told of playlists.
    mutating func takeReports() -> [PipelineEvent] {
        defer { reports = [] }
        return reports
    }

    /// Takes leave of a stream that the presentation thread has not or has no more.
    mutating func end(_ attachment: StreamAttachment) {
        let deadline = MonotonicClock.now() + EndingStream.patience
        ending.append(EndingStream(attachment: attachment, deadline: deadline))
    }
}
