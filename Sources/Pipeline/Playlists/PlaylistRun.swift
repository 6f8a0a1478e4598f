internal import FrameTransport
internal import Ingest
internal import Media
internal import Presentation

/// A playlist that is there, and the streams of its items that are open.
///
/// Thread: under the lock of the pipeline's state.
struct PlaylistRun {
    private(set) var configuration: PlaylistConfiguration
    var plan: PlaylistPlan
    /// One more with every change of what it consists of.
    private(set) var revision = 1
    var open = OpenItems()
    var counts = Counts()
    /// When the plan wants to be asked again; nil: when something happens.
    var wake: MonotonicTime?
    var beginning: PlaylistBeginning
    /// The item that is waited for in place of what is over for long.
    var stoodInFor: PlaylistItemID?
    /// The paths of small pictures of items.
    var posters: [PlaylistItemID: String] = [:]
    /// What was told last of the image of its placeholders.
    var placeholderFlaw: MessageText?
    /// When somebody asked for another item that is not shown yet; nil: nobody did.
    var asked: MonotonicTime?
    /// Nil for one that has its own time.
    private var wall: PlaylistWall?
    private let isVirtual: Bool
    private let variant: VariantWish
    private var numbering: ItemNumbering
    private var troubles: [PlaylistItemID: String] = [:]
    /// Of those that were open.
    private var durations: [PlaylistItemID: Nanoseconds] = [:]

    /// What happened since it was defined.
    struct Counts {
        /// Items that could not be shown, or not any more.
        var failures: [SourceError.Kind: Int] = [:]
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
        self.configuration = configuration
        variant = pipeline.itemVariant
        isVirtual = pipeline.clock == .virtual
        wall = PlaylistWall(configuration, isVirtual: isVirtual)
        // Where a wall is, nobody has to remember.
        beginning = PlaylistBeginning(by: wall == nil ? time : nil)
        numbering = ItemNumbering(after: configuration.items)
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

    /// When to look at it although nothing happens.
    var nextLook: MonotonicTime? {
        [wake, beginning.time, wall?.nextLook].compactMap { $0 }.min()
    }

    /// How it begins that does not wait to be told where it was.
    func start(at now: MonotonicTime) -> PlaylistPlan.Event {
        wall.map { .resumed($0.first(at: now), behind: []) } ?? .started
    }

    /// What the plan is to know of where its wall is.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - isPaused: Whether it is to stay where it is.
    /// - Returns: Nothing where it is there.
    mutating func lookAtWall(at now: MonotonicTime, isPaused: Bool) -> [PlaylistPlan.Event] {
        let event = wall?.look(at: now, isPaused: isPaused, current: plan.currentItem)
        return [event].compactMap { $0 }
    }

    /// What the plan is to know of time that has passed.
    mutating func takeWake(at now: MonotonicTime) -> [PlaylistPlan.Event] {
        if let time = beginning.time, now >= time { return begin(at: nil) }
        guard let wake, now >= wake else { return [] }
        self.wake = nil
        return [.timePassed]
    }

    /// It waits no longer to be told where it was.
    ///
    /// - Returns: What the plan is to know of that; nothing where it has begun.
    mutating func begin(at bookmark: PlaylistBookmark?) -> [PlaylistPlan.Event] {
        [beginning.begin(at: bookmark, plan.order)].compactMap { $0 }
    }

    /// An item is on the screen, in the place of what had it.
    mutating func came(_ opening: PlaylistPlan.Opening, after previous: StreamAttachment?) {
        open.came(opening, after: previous)
        beginning.isOver()
        stoodInFor = nil
    }

    /// What a stream is of an item; nil for one that was taken out.
    func stream(of item: PlaylistItemID) -> StreamConfiguration? {
        configuration.items.first { $0.id == item }.map { item in
            var stream = configuration.stream(of: item)
            stream.variant = variant
            stream.sync = wall?.turns[item.id]
            return stream
        }
    }

    /// It as it is, to be changed.
    var draft: PlaylistDraft {
        PlaylistDraft(
            configuration: configuration,
            current: plan.currentItem,
            numbering: numbering
        )
    }

    /// Takes what the playlist consists of now.
    ///
    /// - Returns: What the plan is to know of it.
    mutating func adopt(_ draft: PlaylistDraft) -> [PlaylistPlan.Event] {
        let (old, new) = (configuration, draft.configuration)
        guard new != old || !draft.next.isEmpty else { return [] }
        configuration = new
        numbering = draft.numbering
        revision += 1
        (plan.window.ahead, plan.window.exclusive) = (new.boundedAhead, new.exclusiveItems)
        let kept = Set(new.itemIDs)
        troubles = troubles.filter { kept.contains($0.key) }
        durations = durations.filter { kept.contains($0.key) }
        posters = posters.filter { kept.contains($0.key) }
        var events: [PlaylistPlan.Event] = [.edited(new.itemIDs, next: draft.next)]
        let renewed = renew(from: old)
        if !renewed.isEmpty { events.append(.renewed(renewed)) }
        if new.isShuffled != old.isShuffled { events.append(.shuffled(new.isShuffled)) }
        if new.loop != old.loop { events.append(.looped(new.loop)) }
        return events
    }

    /// Takes what the wall is now.
    ///
    /// - Returns: The items that are shown for another time than before, or at another.
    private mutating func renew(from old: PlaylistConfiguration) -> Set<PlaylistItemID> {
        let turns = wall?.turns ?? [:]
        wall = PlaylistWall(configuration, isVirtual: isVirtual)
        let before = Dictionary(old.items.map { ($0.id, $0) }) { $1 }
        return Set(
            configuration.items.filter { item in
                // What was added is opened as it is to be.
                guard let before = before[item.id] else { return false }
                return wall?.turns[item.id] != turns[item.id]
                    || old.stillDuration(of: before) != configuration.stillDuration(of: item)
            }.map(\.id)
        )
    }

    /// An item could not be shown, or could again.
    mutating func note(_ trouble: String?, of item: PlaylistItemID) { troubles[item] = trouble }

    /// An item is open, and says how long it is.
    mutating func note(_ duration: Nanoseconds?, of item: PlaylistItemID) {
        durations[item] = duration
    }

    /// An item has taken the place of another.
    mutating func switched(to attachment: StreamAttachment) {
        defer { asked = nil }
        if let delay = attachment.delay {
            counts.switches[.end]?.record(delay)
        } else if let asked {
            counts.switches[.command]?.record(max(.zero, attachment.shownSince - asked))
        }
    }

    /// Where it is.
    ///
    /// - Parameters:
    ///   - opening: What is shown of it.
    ///   - stream: The same as a stream.
    /// - Returns: Nil before something of it was shown, and on a wall.
    func bookmark(
        at opening: PlaylistPlan.Opening?,
        _ stream: StreamSnapshot
    ) -> PlaylistBookmark? {
        // What could not be shown yet is not forgotten.
        guard wall == nil, beginning.time == nil, plan.shown != nil else { return nil }
        let byID = Dictionary(configuration.presentItems.map { ($0.id, $0) }) { first, _ in first }
        let current = plan.isFinished ? nil : plan.currentItem
        var bookmark = PlaylistBookmark(item: current.flatMap { byID[$0] })
        if opening.flatMap(plan.item) == current, stream.status.duration != nil {
            bookmark.position = stream.position ?? .zero
        }
        bookmark.past = plan.order.past.compactMap { byID[$0] }
        bookmark.isPaused = stream.isPaused
        return bookmark
    }

    /// Whether an item stands for what is not there yet, and is for nobody to be told of.
    func isAwaited(_ item: PlaylistItemID) -> Bool {
        configuration.items.first { $0.id == item }?.isAwaited == true
    }

    /// How its items stand.
    var items: [PlaylistSnapshot.Item] {
        configuration.presentItems.map { item in
            PlaylistSnapshot.Item(
                id: item.id,
                url: item.address.redacted,
                title: item.title,
                state: plan.state(of: item.id),
                duration: durations[item.id] ?? item.duration,
                turn: item.turn,
                hasPicture: item.isFromFeed || item.address.isLocalFile,
                trouble: troubles[item.id]
            )
        }
    }
}
