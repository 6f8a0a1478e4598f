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
    /// By opening: the one in the place of the playlist, those that are ready, those being opened.
    var open: [PlaylistPlan.Opening: StreamAttachment] = [:]
    /// Those that the presentation thread has besides, and what it was told of them.
    var linedUp: [PlaylistPlan.Opening: PresentedStream.Turn] = [:]
    var counts = Counts()
    /// When the plan wants to be asked again; nil: when something happens.
    var wake: MonotonicTime?
    /// When it begins, wherever it was; nil: it has begun.
    private(set) var beginsBy: MonotonicTime?
    /// Where an item begins that was not shown to its end in an earlier run.
    private var resumption: (item: PlaylistItemID, position: MediaTime)?
    /// The steps that somebody has asked for meanwhile.
    private var steps: [PlaylistOrder.Step] = []
    /// The item that is waited for in place of what is over for long.
    var stoodInFor: PlaylistItemID?
    /// The paths of small pictures of items.
    var posters: [PlaylistItemID: String] = [:]
    /// When somebody asked for another item that is not shown yet; nil: nobody did.
    var asked: MonotonicTime?
    /// The one that the plan knows, or is about to, to be on the screen.
    var shown: PlaylistPlan.Opening?
    /// Whether its end was noticed.
    var isEndKnown = false
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
        beginsBy = time
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
        plan.exclusive = configuration.exclusiveItems
    }

    /// When to look at it although nothing happens.
    var nextLook: MonotonicTime? { [wake, beginsBy].compactMap { $0 }.min() }

    /// What the plan is to know of time that has passed.
    mutating func takeWake(at now: MonotonicTime) -> [PlaylistPlan.Event] {
        guard let nextLook, now >= nextLook else { return [] }
        if let beginsBy, now >= beginsBy { return begin(at: nil) }
        wake = nil
        return [.timePassed]
    }

    /// It waits no longer: where it was is known, or of no interest.
    ///
    /// - Parameter bookmark: nil: it begins with its first item.
    /// - Returns: What the plan is to know of that; nothing where it has begun.
    mutating func begin(at bookmark: PlaylistBookmark?) -> [PlaylistPlan.Event] {
        guard beginsBy != nil else { return [] }
        beginsBy = nil
        defer { steps = [] }
        guard let bookmark, let item = bookmark.item?.id else {
            let first = steps.isEmpty ? nil : plan.order.upcoming(1).first
            return [first.map { .resumed($0, behind: [], steps: steps) } ?? .started]
        }
        resumption = (item, bookmark.position)
        return [.resumed(item, behind: bookmark.past.map(\.id), steps: steps)]
    }

    /// Somebody wants another item before it has begun.
    ///
    /// - Returns: Whether that is kept until it begins: a step is one from there.
    mutating func keepsForBeginning(_ event: PlaylistPlan.Event) -> Bool {
        guard beginsBy != nil, case .skipped(let step) = event else {
            beginsBy = nil
            return false
        }
        steps = steps.suffix(Self.mostSteps - 1) + [step]
        return true
    }

    private static let mostSteps = 16

    /// Where an item begins; nil: at its beginning, as all do once one was shown.
    func start(of item: PlaylistItemID) -> MediaTime? {
        guard let resumption, resumption.item == item, resumption.position > .zero else {
            return nil
        }
        return resumption.position
    }

    /// An item is on the screen.
    mutating func came(_ opening: PlaylistPlan.Opening) {
        linedUp[opening] = nil
        (shown, isEndKnown, resumption, stoodInFor) = (opening, false, nil, nil)
    }

    /// What a stream is of an item; nil for one that was taken out.
    func stream(of item: PlaylistItemID) -> StreamConfiguration? {
        configuration.items.first { $0.id == item }.map { item in
            var stream = configuration.stream(of: item)
            stream.variant = variant
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
        (plan.ahead, plan.exclusive) = (new.boundedAhead, new.exclusiveItems)
        let kept = Set(new.itemIDs)
        troubles = troubles.filter { kept.contains($0.key) }
        durations = durations.filter { kept.contains($0.key) }
        posters = posters.filter { kept.contains($0.key) }
        var events: [PlaylistPlan.Event] = [.edited(new.itemIDs, next: draft.next)]
        if new.imageDuration != old.imageDuration { events.append(.renewed(new.stills)) }
        if new.isShuffled != old.isShuffled { events.append(.shuffled(new.isShuffled)) }
        if new.loop != old.loop { events.append(.looped(new.loop)) }
        return events
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
    /// - Returns: Nil before something of it was shown.
    func bookmark(
        at opening: PlaylistPlan.Opening?,
        _ stream: StreamSnapshot
    ) -> PlaylistBookmark? {
        // What could not be shown yet is not forgotten.
        guard beginsBy == nil, plan.shown != nil else { return nil }
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
                hasPicture: item.isFromFeed || item.address.isLocalFile,
                trouble: troubles[item.id]
            )
        }
    }
}
