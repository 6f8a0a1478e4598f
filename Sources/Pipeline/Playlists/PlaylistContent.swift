internal import Ingest
internal import Media
internal import Presentation

/// What a playlist consists of, and what is known of its items.
///
/// Thread: under the lock of `ControlSide`.
struct PlaylistContent {
    private(set) var configuration: PlaylistConfiguration
    /// One more with every change of what it consists of.
    private(set) var revision = 1
    /// Nil for one that has its own time.
    var wall: PlaylistWall?
    /// The paths of small pictures of items.
    private(set) var posters: [PlaylistItemID: String] = [:]
    private let isVirtual: Bool
    private let variant: VariantWish
    private var numbering: ItemNumbering
    private var troubles: [PlaylistItemID: String] = [:]
    /// Of those that were open.
    private var durations: [PlaylistItemID: Nanoseconds] = [:]

    /// - Parameters:
    ///   - configuration: What to show and how.
    ///   - pipeline: What holds for all playlists.
    init(_ configuration: PlaylistConfiguration, _ pipeline: PipelineConfiguration) {
        self.configuration = configuration
        variant = pipeline.itemVariant
        isVirtual = pipeline.clock == .virtual
        wall = PlaylistWall(configuration, isVirtual: isVirtual)
        numbering = ItemNumbering(after: configuration.items)
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

    /// It as it is, to be changed, while an item is current.
    func draft(current: PlaylistItemID?) -> PlaylistDraft {
        PlaylistDraft(configuration: configuration, current: current, numbering: numbering)
    }

    /// Takes what the playlist consists of now.
    ///
    /// - Returns: What the plan is to know of it; nothing where all is as before.
    mutating func adopt(_ draft: PlaylistDraft) -> [PlaylistPlan.Event] {
        let (old, new) = (configuration, draft.configuration)
        guard new != old || !draft.next.isEmpty else { return [] }
        configuration = new
        numbering = draft.numbering
        revision += 1
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

    /// An item could not be shown.
    mutating func note(_ trouble: String, of item: PlaylistItemID) { troubles[item] = trouble }

    /// An item is open, and says how long it is.
    mutating func note(_ duration: Nanoseconds?, of item: PlaylistItemID) {
        durations[item] = duration
        troubles[item] = nil
    }

    /// A small picture of an item is there.
    mutating func note(poster path: String, of item: PlaylistItemID) { posters[item] = path }

    /// Whether an item stands for what is not there yet, and is for nobody to be told of.
    func isAwaited(_ item: PlaylistItemID) -> Bool {
        configuration.items.first { $0.id == item }?.isAwaited == true
    }

    /// How its items stand.
    func items(in plan: PlaylistPlan) -> [PlaylistSnapshot.Item] {
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
