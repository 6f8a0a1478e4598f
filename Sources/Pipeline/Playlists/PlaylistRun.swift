internal import FrameTransport
internal import Ingest
internal import Media
internal import Presentation

/// A playlist that is there: its plan is told what has happened, and what it says is done.
///
///     what came on the screen, ended, grew ─┐
///     what streams and people say ──────────┴─► turn ─► plan ─► open, close, follow ─► programme
///
/// Thread: under the lock of `ControlSide`.
struct PlaylistRun {
    typealias Event = PlaylistPlan.Event
    typealias Opening = PlaylistPlan.Opening

    private(set) var content: PlaylistContent
    private(set) var plan: PlaylistPlan
    private(set) var openItems = OpenItems()
    private(set) var counts = Counts()
    private var beginning: PlaylistBeginning
    /// When the plan wants to be asked again; nil: when something happens.
    private var wake: MonotonicTime?
    /// The item that is waited for in place of what is over for long.
    private var stoodInFor: PlaylistItemID?
    /// What was told last of the image of its placeholders.
    private var placeholderFlaw: MessageText?
    /// When somebody asked for another item that is not shown yet; nil: nobody did.
    private var asked: MonotonicTime?

    /// What happened since it was defined.
    struct Counts {
        /// Items that could not be shown, or not any more.
        fileprivate(set) var failures: [SourceError.Kind: Int] = [:]
        /// How long after it was to be an item's first picture was on the screen.
        let switches = Dictionary(
            uniqueKeysWithValues: PlaylistSnapshot.Cause.allCases.map {
                ($0, Histogram(bounds: ViewMetrics.intervalBounds))
            }
        )
    }

    /// - Parameters:
    ///   - configuration: What to show and how.
    ///   - seed: What the orders are drawn from.
    ///   - pipeline: What holds for all playlists.
    ///   - time: Until when it waits to be told where it was; nil: it does not.
    init(
        _ configuration: PlaylistConfiguration,
        seed: UInt64,
        _ pipeline: PipelineConfiguration,
        beginsBy time: MonotonicTime?
    ) {
        content = PlaylistContent(configuration, pipeline)
        // Where a wall is, nobody has to remember.
        beginning = PlaylistBeginning(by: content.wall == nil ? time : nil)
        plan = PlaylistPlan(
            PlaylistOrder(
                configuration.itemIDs,
                loop: configuration.loop,
                isShuffled: configuration.isShuffled,
                seed: seed
            ),
            ahead: configuration.boundedAhead,
            budget: pipeline.preloadBytes
        )
        plan.window.exclusive = configuration.exclusiveItems
    }

    private var id: StreamID { content.configuration.id }

    /// When to look at it although nothing happens.
    var nextLook: MonotonicTime? {
        [wake, beginning.time, content.wall?.nextLook].compactMap { $0 }.min()
    }

    // MARK: Where it begins

    /// Whether it waits to be told where it was.
    var waitsToBegin: Bool { beginning.time != nil }

    /// Makes what has its place first: its first item, or what stands in for that.
    ///
    /// - Throws: `PipelineError.stream`, `.emptyPlaylist`.
    mutating func begin(
        in programme: Programme,
        at now: MonotonicTime
    ) throws(PipelineError) -> StreamAttachment {
        if waitsToBegin {
            return try programme.make(content.configuration.standIn, opening: .standIn)
        }
        let start: Event =
            content.wall.map { .resumed($0.first(at: now), behind: []) } ?? .started
        guard case .open(let opening, let item)? = plan.handle(start, at: now).first,
            let stream = content.stream(of: item)
        else { throw .emptyPlaylist(id) }
        let first = try programme.make(stream, opening: opening)
        openItems.add(first, as: opening)
        return first
    }

    /// It waits no longer to be told where it was.
    ///
    /// - Returns: What the plan is to know of that; nothing where it has begun.
    mutating func begin(at bookmark: PlaylistBookmark?) -> [Event] {
        [beginning.begin(at: bookmark, plan.order)].compactMap { $0 }
    }

    /// What the plan is to know of time that has passed.
    mutating func takeWake(at now: MonotonicTime) -> [Event] {
        if let time = beginning.time, now >= time { return begin(at: nil) }
        guard let wake, now >= wake else { return [] }
        self.wake = nil
        return [.timePassed]
    }

    // MARK: What people say

    /// It as it is, to be changed.
    var draft: PlaylistDraft { content.draft(current: plan.currentItem) }

    /// Takes what the playlist consists of now.
    ///
    /// - Returns: What the plan is to know of it.
    mutating func adopt(_ draft: PlaylistDraft) -> [Event] {
        let events = content.adopt(draft)
        let new = content.configuration
        (plan.window.ahead, plan.window.exclusive) = (new.boundedAhead, new.exclusiveItems)
        return events
    }

    /// Somebody wants another item.
    ///
    /// - Parameters:
    ///   - event: What the plan is to know of that.
    ///   - time: When that was; nil where nobody counts how long it takes.
    ///   - programme: Of which it is.
    ///   - now: The time.
    mutating func steer(
        _ event: Event,
        askedAt time: MonotonicTime?,
        in programme: inout Programme,
        at now: MonotonicTime
    ) {
        asked = asked ?? time
        // A step is from where it begins.
        if !beginning.keeps(event) { turn([event], in: &programme, at: now) }
    }

    /// A small picture of an item is there.
    mutating func setPoster(_ path: String, for item: PlaylistItemID, in programme: Programme) {
        guard content.stream(of: item) != nil else { return }
        content.note(poster: path, of: item)
        for opening in openItems.openings where plan.item(of: opening) == item {
            openItems[opening]?.ingest.setPoster(path)
        }
        if stoodInFor == item { programme.streams[id]?.ingest.showPlaceholder(path) }
    }

    // MARK: What its streams say

    /// Takes in what an item's stream tells of itself.
    mutating func note(
        _ event: IngestEvent,
        of opening: Opening,
        in programme: inout Programme,
        at now: MonotonicTime
    ) {
        let item = plan.item(of: opening)
        switch event {
        case .ready:
            guard let item else { return }
            let attachment = openItems[opening]
            if let attachment { content.note(attachment.ingest.status.duration, of: item) }
            if attachment?.isShown != true, !content.isAwaited(item) {
                programme.report(.itemReady(id, item))
            }
            let bytes = attachment?.ingest.heldBytes ?? 0
            turn([.ready(opening, bytes: bytes)], in: &programme, at: now)
        case .lost(let error), .failed(let error):
            guard let item else { return }
            if !content.isAwaited(item) { noteFailure(error, of: item, in: &programme) }
            turn([.failed(opening)], in: &programme, at: now)
        case .stalled: turn([.stalled(opening, true)], in: &programme, at: now)
        case .resumed: turn([.stalled(opening, false)], in: &programme, at: now)
        case .placeholderFlawed(let reason):
            // Each of its items may say so, and what stands in for them.
            guard placeholderFlaw != reason else { return }
            placeholderFlaw = reason
            programme.report(PipelineEvent(event, of: id))
        case .damaged, .variantChanged: programme.report(PipelineEvent(event, of: id))
        }
    }

    /// The image of its placeholders may be another by now.
    mutating func forgetFlaw() { placeholderFlaw = nil }

    /// An item cannot be shown, or not any more.
    private mutating func noteFailure(
        _ error: SourceError,
        of item: PlaylistItemID,
        in programme: inout Programme
    ) {
        programme.report(.itemFailed(id, item, reason: error.message))
        content.note(error.message, of: item)
        counts.failures[error.kind, default: 0] += 1
    }

    // MARK: What the plan says

    /// Tells the plan what has happened, by itself and besides, and does what it says.
    mutating func turn(_ more: [Event] = [], in programme: inout Programme, at now: MonotonicTime) {
        guard !programme.hasEnded else { return }
        var events = (news(in: &programme, at: now) + more)[...]
        guard !events.isEmpty else { return }
        while let event = events.popFirst() {
            for effect in plan.handle(event, at: now) {
                switch effect {
                case .open(let opening, let item):
                    if open(opening, item, in: &programme) {
                        programme.report(.itemOpening(id, item))
                    } else {
                        events.append(.unmade(opening))
                    }
                case .close(let opening): close(opening, in: &programme)
                case .follow(let opening, let isAtOnce):
                    follow(opening, isAtOnce ? .next : .atEnd, in: &programme)
                case .hold: follow(nil, .later, in: &programme)
                case .finished:
                    // What is to come of feeds has not begun.
                    if !content.configuration.presentItems.isEmpty {
                        programme.report(.streamEnded(id))
                    }
                case .standIn(let item):
                    stoodInFor = item
                    let poster = item.flatMap { content.posters[$0] }
                    programme.streams[id]?.ingest.showPlaceholder(poster)
                case .wake(let time): wake = time
                }
            }
        }
        programme.wake()
    }

    /// - Returns: False where it cannot be made; why is kept.
    private mutating func open(
        _ opening: Opening,
        _ item: PlaylistItemID,
        in programme: inout Programme
    ) -> Bool {
        guard let stream = content.stream(of: item) else { return false }
        do throws(PipelineError) {
            let start = beginning.start(of: item)
            let attachment = try programme.make(stream, opening: opening, from: start)
            // Of what is live one picture is enough until it is shown.
            attachment.ingest.setDecoding(attachment.ingest.isLive ? .idle : .ready)
            let place = programme.streams[id]
            if let size = place?.ingest.shownSize { attachment.ingest.setShownSize(size) }
            attachment.ingest.setPoster(content.posters[item])
            openItems.add(attachment, as: opening)
            if place?.opening == .standIn { programme.replaceStandIn(with: attachment) }
            programme.startSoon(attachment)
            return true
        } catch {
            noteFailure(SourceError(.resources, "\(error)"), of: item, in: &programme)
            return false
        }
    }

    private mutating func close(_ opening: Opening, in programme: inout Programme) {
        guard let closed = openItems.remove(opening, behind: programme.streams[id]) else { return }
        programme.dismiss(closed.attachment, isPresented: closed.isPresented)
    }

    private mutating func follow(
        _ opening: Opening?,
        _ turn: PlaceTurn.Time,
        in programme: inout Programme
    ) {
        let place = programme.streams[id]
        for command in openItems.follow(opening, turn, behind: place) { programme.tell(command) }
    }

    /// Closes what is open besides what is in its place.
    mutating func end(in programme: inout Programme) {
        for opening in openItems.openings { close(opening, in: &programme) }
    }

    // MARK: What nobody tells

    /// What has happened to its items: what came on the screen, what ended, what grew, and time.
    private mutating func news(in programme: inout Programme, at now: MonotonicTime) -> [Event] {
        var news: [Event] = []
        for (opening, attachment) in openItems.comers(since: plan.shown) {
            // What it follows has ended by now, if it has.
            noticeEnd(in: &programme, &news)
            take(attachment, opening, in: &programme, &news)
        }
        noticeEnd(in: &programme, &news)
        news += openItems.resized(in: plan)
        news += takeWake(at: now)
        let isPaused = programme.streams[id]?.ingest.isPaused == true
        let current = plan.currentItem
        let reached = content.wall?.look(at: now, isPaused: isPaused, current: current)
        return news + [reached].compactMap { $0 }
    }

    /// Notices that what has the place was shown to its end.
    private mutating func noticeEnd(in programme: inout Programme, _ news: inout [Event]) {
        guard let event = openItems.noticeEnd(of: programme.streams[id]) else { return }
        news.append(event)
        if case .ended(let opening) = event, let item = plan.item(of: opening) {
            programme.report(.itemEnded(id, item))
        }
    }

    /// The presentation thread has given the place to another item, or the first one's picture is
    /// there.
    private mutating func take(
        _ attachment: StreamAttachment,
        _ opening: Opening,
        in programme: inout Programme,
        _ news: inout [Event]
    ) {
        news.append(.shown(opening))
        if let item = plan.item(of: opening) { programme.report(.itemStarted(id, item)) }
        let previous = programme.streams[id]
        openItems.came(opening, after: previous)
        beginning.isOver()
        stoodInFor = nil
        guard let previous, previous !== attachment else { return }
        countSwitch(to: attachment)
        attachment.ingest.isPaused = previous.ingest.isPaused
        programme.place(attachment)
        previous.ingest.stop()
    }

    private mutating func countSwitch(to attachment: StreamAttachment) {
        defer { asked = nil }
        if let delay = attachment.delay {
            counts.switches[.end]?.record(delay)
        } else if let asked {
            counts.switches[.command]?.record(max(.zero, attachment.shownSince - asked))
        }
    }

    // MARK: Where it is

    /// - Parameters:
    ///   - opening: What is shown of it.
    ///   - stream: The same as a stream.
    /// - Returns: Where it is; nil before something of it was shown, and on a wall.
    func bookmark(at opening: Opening?, _ stream: StreamSnapshot) -> PlaylistBookmark? {
        // What could not be shown yet is not forgotten.
        guard content.wall == nil, !waitsToBegin, plan.shown != nil else { return nil }
        let items = content.configuration.presentItems
        let byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
        let current = plan.isFinished ? nil : plan.currentItem
        var bookmark = PlaylistBookmark(item: current.flatMap { byID[$0] })
        if opening.flatMap(plan.item) == current, stream.status.duration != nil {
            bookmark.position = stream.position ?? .zero
        }
        bookmark.past = plan.order.past.compactMap { byID[$0] }
        bookmark.isPaused = stream.isPaused
        return bookmark
    }
}
