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
    /// Whether the end of the one that is shown was noticed.
    var isEndKnown = false
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

        func switched(_ turn: PresentedStream.Turn, after delay: Nanoseconds) {
            switches[turn == .next ? .command : .end]?.record(max(.zero, delay))
        }
    }

    /// Bytes that what is open ahead may take, but for the one that follows.
    static let budget = 192 << 20

    init(_ configuration: PlaylistConfiguration, seed: UInt64) {
        self.configuration = configuration
        plan = PlaylistPlan(
            PlaylistOrder(
                configuration.itemIDs,
                loop: configuration.loop,
                isShuffled: configuration.isShuffled,
                seed: seed
            ),
            ahead: min(configuration.ahead, PlaylistConfiguration.mostAhead),
            budget: Self.budget
        )
    }

    /// What a stream is of an item; nil for one that was taken out.
    func stream(of item: PlaylistItemID) -> StreamConfiguration? {
        configuration.items.first { $0.id == item }.map(configuration.stream)
    }

    /// Takes what the playlist consists of now, as somebody says who does not know what it
    /// consisted of.
    mutating func adopt(anew new: PlaylistConfiguration) -> [PlaylistPlan.Event] {
        var new = new
        new.items = ItemNumbering.keeping(configuration.items, new.items)
        return adopt(new)
    }

    /// Takes what the playlist consists of now.
    ///
    /// - Returns: What the plan is to know of it.
    mutating func adopt(_ new: PlaylistConfiguration) -> [PlaylistPlan.Event] {
        let old = configuration
        guard new != old else { return [] }
        configuration = new
        revision += 1
        plan.ahead = min(new.ahead, PlaylistConfiguration.mostAhead)
        troubles = troubles.filter { trouble in new.items.contains { $0.id == trouble.key } }
        var events: [PlaylistPlan.Event] = []
        if new.itemIDs != old.itemIDs { events.append(.edited(new.itemIDs)) }
        if new.isShuffled != old.isShuffled { events.append(.shuffled(new.isShuffled)) }
        if new.loop != old.loop { events.append(.looped(new.loop)) }
        return events
    }

    /// An item could not be shown, or could again.
    mutating func note(_ trouble: String?, of item: PlaylistItemID) { troubles[item] = trouble }

    /// How its items stand.
    var items: [PlaylistSnapshot.Item] {
        configuration.items.map { item in
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
