internal import Media

/// What of a playlist is open: what has its place, and what is ready or being opened besides; and
/// what could not be.
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
    private var resting = RestingItems()
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

    /// Whether it can follow at once.
    func isReady(_ item: PlaylistItemID) -> Bool { preloaded(item)?.isReady ?? false }

    /// Whether it could not be shown when it was tried last.
    func hasFailed(_ item: PlaylistItemID) -> Bool { resting.hasFailed(item) }

    /// Whether it could not, and is left alone.
    func isResting(_ item: PlaylistItemID, at now: MonotonicTime) -> Bool {
        resting.contains(item, at: now)
    }

    /// Whether an item is ready, or nothing speaks against that it will be soon.
    func isHopeful(_ item: PlaylistItemID, at now: MonotonicTime) -> Bool {
        guard let entry = preloaded(item) else { return !hasFailed(item) }
        return entry.isReady || !hasFailed(item) && !entry.isSlow(at: now)
    }

    /// Whether something is being opened that can be expected to be ready soon.
    func isBusy(at now: MonotonicTime) -> Bool {
        !entries.allSatisfy { $0.isReady || $0.isSlow(at: now) }
    }

    /// Whether what is shown has what it needs.
    var isShownWell: Bool { self[shown].map { $0.isReady && !$0.isStalled } ?? false }

    /// How an item stands.
    func state(of item: PlaylistItemID) -> PlaylistPlan.State {
        if item == self[shown]?.item { return .shown }
        if let entry = entries.first(where: { $0.item == item }) {
            return entry.isReady ? .ready : .opening
        }
        return hasFailed(item) ? .failed : .cold
    }

    /// What it takes, where it is ready and has no place.
    func preloadedBytes(of opening: Opening) -> Int? {
        self[opening].flatMap { $0.isReady && opening != place ? $0.bytes : nil }
    }

    /// What those take that are open besides what is shown, and an item that does not count.
    func preloadedBytes(without item: PlaylistItemID? = nil) -> Int {
        entries.reduce(0) { $0 + ($1.opening == place || $1.item == item ? 0 : $1.bytes) }
    }

    /// What an item will take, by what it took before, or others did.
    func expectedBytes(_ item: PlaylistItemID) -> Int {
        sizes[item] ?? sizes.values.max() ?? Self.usualBytes
    }

    /// When the next of those that are being opened becomes slow, or an item is tried again.
    func nextTime(after now: MonotonicTime) -> MonotonicTime? {
        let ends = entries.filter { !$0.isReady && !$0.hasFailed }
            .map { $0.since + PlaylistPlan.patience }
        return (ends.filter { $0 > now } + [resting.nextTime(after: now)].compactMap { $0 }).min()
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
    ///
    /// - Returns: Its item; nil where it is not open.
    mutating func failed(_ opening: Opening, at now: MonotonicTime) -> PlaylistItemID? {
        guard let index = index(of: opening) else { return nil }
        (entries[index].isReady, entries[index].hasFailed) = (false, true)
        let item = entries[index].item
        resting.failed(item, at: now)
        return item
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
        guard let item = self[opening]?.item else { return nil }
        resting.succeeded(item)
        entries.removeAll { $0.opening == place && $0.opening != opening }
        defer { (place, isShown, follower) = (opening, true, nil) }
        return follower == Follower(opening: opening, isAtOnce: false)
    }

    /// Forgets what was known of all others.
    mutating func keep(_ items: Set<PlaylistItemID>) {
        sizes = sizes.filter { items.contains($0.key) }
        resting.keep(items)
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
