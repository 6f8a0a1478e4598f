internal import FrameTransport
internal import Ingest
internal import Media
internal import Platform
internal import Presentation
internal import Synchronization

// What becomes of the items of playlists: each playlist's plan is told what has happened, and
// what it says is done.

extension Pipeline {
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
        case .placeholderFlawed(let reason):
            state.withLock { state in
                // Each of its items may say so.
                guard state.playlists[id]?.placeholderFlaw != reason else { return }
                state.playlists[id]?.placeholderFlaw = reason
                state.reports.append(.placeholderFlawed(id, reason: reason))
            }
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
        startSoon(opened)
    }

    /// Starts streams with the next look: whoever asks for something may be of low priority,
    /// which the threads that it starts would have, too.
    func startSoon(_ opened: [StreamAttachment]) {
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
                    follow(opening, isAtOnce ? .next : .atEnd, of: id, &state)
                case .hold: follow(nil, .later, of: id, &state)
                case .finished:
                    // What is to come of feeds has not begun.
                    if state.playlists[id]?.configuration.presentItems.isEmpty == false {
                        state.reports.append(.streamEnded(id))
                    }
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
                from: state.playlists[id]?.beginning.start(of: item),
                replacing: state.streams[id]
            )
            // Of what is live one picture is enough until it is shown.
            attachment.ingest.setDecoding(attachment.ingest.isLive ? .idle : .ready)
            if let size = state.streams[id]?.ingest.shownSize {
                attachment.ingest.setShownSize(size)
            }
            attachment.ingest.setPoster(state.playlists[id]?.posters[item])
            state.playlists[id]?.open.add(attachment, as: opening)
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
            .change(detached: [id], attached: [attachment], state.controller),
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
        let closed = state.playlists[id]?.open.remove(opening, behind: state.streams[id])
        guard let (attachment, isPresented) = closed else { return }
        attachment.ingest.stop()
        if isPresented {
            state.leaving.append(attachment)
            state.tell(.dismiss(attachment), shared)
        } else {
            state.end(attachment)
        }
    }

    private func follow(
        _ opening: PlaylistPlan.Opening?,
        _ turn: PlaceTurn.Time,
        of id: StreamID,
        _ state: inout State
    ) {
        let place = state.streams[id]
        for command in state.playlists[id]?.open.follow(opening, turn, behind: place) ?? [] {
            state.tell(command, shared)
        }
    }

    /// Closes what a playlist has open besides what is in its place.
    func endPlaylist(_ id: StreamID, _ state: inout State) {
        for opening in state.playlists[id]?.open.openings ?? [] {
            close(opening, of: id, &state)
        }
        state.playlists[id] = nil
    }
}

extension Pipeline.State {
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
        for (opening, attachment) in run.open.comers(since: run.plan.shown) {
            // What it follows has ended by now, if it has.
            noticeEnd(of: id, &news)
            take(attachment, opening, in: id, &news)
        }
        noticeEnd(of: id, &news)
        news += run.open.resized(in: run.plan)
        news += playlists[id]?.takeWake(at: now) ?? []
        let isPaused = streams[id]?.ingest.isPaused == true
        news += playlists[id]?.lookAtWall(at: now, isPaused: isPaused) ?? []
        return news
    }

    /// Notices that what has the playlist's place was shown to its end.
    private mutating func noticeEnd(of id: StreamID, _ news: inout [PlaylistPlan.Event]) {
        guard let event = playlists[id]?.open.noticeEnd(of: streams[id]) else { return }
        news.append(event)
        if case .ended(let opening) = event, let item = playlists[id]?.plan.item(of: opening) {
            reports.append(.itemEnded(id, item))
        }
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
        let previous = streams[id]
        playlists[id]?.came(opening, after: previous)
        guard let previous, previous !== attachment else { return }
        playlists[id]?.switched(to: attachment)
        attachment.ingest.isPaused = previous.ingest.isPaused
        streams[id] = attachment
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
