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
    /// When somebody asked for another item that is not shown yet; nil: nobody did.
    var asked: MonotonicTime?
    /// The one that the plan knows, or is about to, to be on the screen.
    var shown: PlaylistPlan.Opening?
    /// Whether its end was noticed.
    var isEndKnown = false
    private var numbering: ItemNumbering
    private var troubles: [PlaylistItemID: String] = [:]

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

    /// Bytes that what is open ahead may take, but for the one that follows.
    static let budget = 192 << 20

    init(_ configuration: PlaylistConfiguration, seed: UInt64) {
        self.configuration = configuration
        numbering = ItemNumbering(after: configuration.items)
        plan = PlaylistPlan(
            PlaylistOrder(
                configuration.itemIDs,
                loop: configuration.loop,
                isShuffled: configuration.isShuffled,
                seed: seed
            ),
            ahead: configuration.boundedAhead,
            budget: Self.budget
        )
        plan.exclusive = configuration.exclusiveItems
    }

    /// What a stream is of an item; nil for one that was taken out.
    func stream(of item: PlaylistItemID) -> StreamConfiguration? {
        configuration.items.first { $0.id == item }.map(configuration.stream)
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
        var events: [PlaylistPlan.Event] = [.edited(new.itemIDs, next: draft.next)]
        if new.imageDuration != old.imageDuration { events.append(.renewed(new.stills)) }
        if new.isShuffled != old.isShuffled { events.append(.shuffled(new.isShuffled)) }
        if new.loop != old.loop { events.append(.looped(new.loop)) }
        return events
    }

    /// An item could not be shown, or could again.
    mutating func note(_ trouble: String?, of item: PlaylistItemID) { troubles[item] = trouble }

    /// An item has taken the place of another.
    mutating func switched(to attachment: StreamAttachment) {
        defer { asked = nil }
        if let delay = attachment.delay {
            counts.switches[.end]?.record(delay)
        } else if let asked {
            counts.switches[.command]?.record(max(.zero, attachment.shownSince - asked))
        }
    }

    /// How its items stand.
    var items: [PlaylistSnapshot.Item] {
        configuration.presentItems.map { item in
            PlaylistSnapshot.Item(
                id: item.id,
                url: item.address.redacted,
                title: item.title,
                state: plan.state(of: item.id),
                trouble: troubles[item.id]
            )
        }
    }
}
