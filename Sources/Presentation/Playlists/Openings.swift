internal import Media

/// What of a playlist is open: what has its place, and what is ready or being opened besides.
///
/// Thread: reentrant.
struct Openings: Sendable {
    typealias Opening = PlaylistPlan.Opening
    typealias Effect = PlaylistPlan.Effect

    struct Entry: Sendable {
        let opening: Opening
        let item: PlaylistItemID
        /// When that began.
        let since: MonotonicTime
        fileprivate(set) var isReady = false
        /// Kept for the placeholder in its place alone.
        fileprivate(set) var hasFailed = false
        fileprivate(set) var isStalled = false
        fileprivate(set) var bytes = 0

        /// Whether it takes so long that nothing else is to wait for it.
        func isSlow(at now: MonotonicTime) -> Bool {
            !isReady && now >= since + PlaylistPlan.patience
        }
    }

    /// What takes the place of what is shown, and when.
    struct Follower: Hashable, Sendable {
        let opening: Opening
        let isAtOnce: Bool
    }

    private(set) var entries: [Entry] = []
    /// In the playlist's place: on the screen, or the first one, until something is.
    private(set) var place: Opening?
    /// Whether what has the place was on the screen.
    private var isShown = false
    /// What was said to follow.
    private(set) var follower: Follower?
    /// Of what was ready once.
    private var sizes: [PlaylistItemID: Int] = [:]
    private var count = 0

    /// What an item is taken to need before the first was ready.
    private static let usualBytes = 16 << 20

    // MARK: What there is

    /// What is on the screen; nil before the first picture.
    var shown: Opening? { isShown ? place : nil }

    subscript(opening: Opening?) -> Entry? { entries.first { $0.opening == opening } }

    /// The item's opening that was not on the screen.
    func preloaded(_ item: PlaylistItemID) -> Entry? {
        entries.first { $0.item == item && $0.opening != shown && !$0.hasFailed }
    }

    /// What those take that are open besides what is shown, and an item that does not count.
    func preloadedBytes(without item: PlaylistItemID? = nil) -> Int {
        entries.reduce(0) { $0 + ($1.opening == place || $1.item == item ? 0 : $1.bytes) }
    }

    /// What an item will take, by what it took before, or others did.
    func expectedBytes(_ item: PlaylistItemID) -> Int {
        sizes[item] ?? sizes.values.max() ?? Self.usualBytes
    }

    /// When those that are being opened become slow.
    var patienceEnds: [MonotonicTime] {
        entries.filter { !$0.isReady && !$0.hasFailed }.map { $0.since + PlaylistPlan.patience }
    }

    // MARK: What happens to it

    /// Its first picture is there, or it takes another number of bytes.
    mutating func becameReady(_ opening: Opening, _ bytes: Int) {
        guard let index = index(of: opening) else { return }
        (entries[index].isReady, entries[index].hasFailed) = (true, false)
        entries[index].bytes = bytes
        sizes[entries[index].item] = bytes
    }

    /// It cannot be shown, or not any more. It is to be closed, unless it has the place.
    mutating func failed(_ opening: Opening) {
        guard let index = index(of: opening) else { return }
        (entries[index].isReady, entries[index].hasFailed) = (false, true)
    }

    /// It has no stream: where it was to be the first one, another gets the place.
    mutating func unmade(_ opening: Opening) { if place == opening, !isShown { place = nil } }

    mutating func stalled(_ opening: Opening, _ isStalled: Bool) {
        if let index = index(of: opening) { entries[index].isStalled = isStalled }
    }

    /// Its picture has taken the place; what had it is closed.
    ///
    /// - Returns: Whether it has followed an end; nil where it is not open.
    mutating func cameOnScreen(_ opening: Opening) -> Bool? {
        guard self[opening] != nil else { return nil }
        entries.removeAll { $0.opening == place && $0.opening != opening }
        defer { (place, isShown, follower) = (opening, true, nil) }
        return follower == Follower(opening: opening, isAtOnce: false)
    }

    /// Forgets what was known of all others.
    mutating func keep(_ items: Set<PlaylistItemID>) {
        sizes = sizes.filter { items.contains($0.key) }
    }

    // MARK: What is done with it

    mutating func open(_ item: PlaylistItemID, at now: MonotonicTime, _ effects: inout [Effect]) {
        count += 1
        let opening = Opening(number: count)
        if place == nil { place = opening }
        entries.append(Entry(opening: opening, item: item, since: now))
        effects.append(.open(opening, item))
    }

    /// Closes what it is true of, but never what has the place.
    mutating func close(_ effects: inout [Effect], where isMeant: (Entry) -> Bool) {
        let closed = entries.filter { $0.opening != place && isMeant($0) }.map(\.opening)
        for opening in closed {
            if follower?.opening == opening { follow(nil, &effects) }
            entries.removeAll { $0.opening == opening }
            effects.append(.close(opening))
        }
    }

    /// Says what follows; nil: nothing does.
    mutating func follow(_ follower: Follower?, _ effects: inout [Effect]) {
        guard follower != self.follower else { return }
        self.follower = follower
        effects.append(follower.map { .follow($0.opening, atOnce: $0.isAtOnce) } ?? .hold)
    }

    private func index(of opening: Opening) -> Int? {
        entries.firstIndex { $0.opening == opening }
    }
}
