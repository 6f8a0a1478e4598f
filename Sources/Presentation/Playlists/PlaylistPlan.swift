public import Media

/// What of a playlist is shown, what is open beside it, and what takes the place of what.
///
///     −1       shown    +1        +2        +3
///     ready    ▶        ready     ready     opening
///
/// - Items are opened one at a time, the nearest first, once the one that is shown has a
///   picture, and none while that one stalls. What a command asks for is opened at once.
/// - What is ready follows the end of what is shown, or takes its place at the next scanout
///   where that was asked for. Until then what is shown stays.
/// - Skips closer together than `skipPause` open only what they lead to.
/// - What is open besides the item shown and the one that follows is held in `budget`;
///   the farthest goes first: −1, +3, +2.
/// - An item that cannot be shown is passed over, and tried again after 1, 2, 4 … 60 s.
///
/// Whoever holds this does what the effects say, and tells it what came of that.
///
/// Thread: reentrant.
public struct PlaylistPlan: Sendable {
    /// One time that an item was opened.
    public struct Opening: Hashable, Sendable {
        public let number: Int
    }

    /// What has happened.
    public enum Event: Hashable, Sendable {
        /// The list begins.
        case started
        /// Its first picture is there; it takes so many bytes.
        case ready(Opening, bytes: Int)
        /// It cannot be shown, or not any more.
        case failed(Opening)
        /// Its first picture is on the screen, in the place of what was shown before, which
        /// is closed.
        case shown(Opening)
        /// Its last picture was shown for its time.
        case ended(Opening)
        /// It waits for pictures, or does not any more.
        case stalled(Opening, Bool)
        /// Somebody wants another item now.
        case skipped(PlaylistOrder.Step)
        case played(PlaylistItemID)
        /// Other items, another order of them.
        case edited([PlaylistItemID])
        case shuffled(Bool)
        case looped(PlaylistOrder.Loop)
        /// What `wake` asked for.
        case timePassed
    }

    /// What is to be done.
    public enum Effect: Hashable, Sendable {
        case open(Opening, PlaylistItemID)
        case close(Opening)
        /// It takes the place of what is shown: at once, or when that has ended.
        case follow(Opening, atOnce: Bool)
        /// Nothing follows what is shown, until the next `follow`.
        case hold
        /// Nothing follows any more: the list has ended.
        case finished
        /// Tell it when this time has passed; a later one replaces it.
        case wake(MonotonicTime)
    }

    /// How an item stands.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case cold
        case opening
        case ready
        case shown
        case failed
    }

    /// Skips that follow each other sooner than that are one way to somewhere.
    public static let skipPause = Nanoseconds.milliseconds(250)
    /// How long an item that cannot be shown is left alone, at first and at most.
    public static let firstRest = Nanoseconds.milliseconds(1_000)
    public static let longestRest = Nanoseconds.milliseconds(60_000)
    /// What an item is taken to need before the first was open.
    static let usualBytes = 16 << 20

    public private(set) var order: PlaylistOrder
    /// How many items are open ahead, at most: 1 or more, less is 1. A change counts with the
    /// next event.
    public var ahead: Int
    /// Bytes for what is open besides the item shown and the one that follows.
    public let budget: Int
    private var entries: [Entry] = []
    /// On the screen; nil before the first.
    public private(set) var shown: Opening?
    /// What is to be shown as soon as it is ready; nil: what follows the end.
    private var wanted: PlaylistItemID?
    /// Whether what is shown was shown to its end.
    private var isOver = false
    /// Whether nothing follows any more.
    private var isFinished = false
    /// Whether something is to be shown, and nothing can be.
    private var isStarved = false
    /// What was told to follow.
    private var told: Told?
    private var rests: [PlaylistItemID: Rest] = [:]
    private var sizes: [PlaylistItemID: Int] = [:]
    private var skipped: MonotonicTime?
    private var opened = 0
    /// Items that were ready when they were wanted, and that were not; the first is neither.
    public private(set) var hits = 0
    public private(set) var misses = 0

    private struct Entry: Sendable {
        let opening: Opening
        let item: PlaylistItemID
        var isReady = false
        var isStalled = false
        var bytes = 0
    }

    private struct Told: Hashable, Sendable {
        let opening: Opening
        let isAtOnce: Bool
    }

    private struct Rest: Sendable {
        var attempts = 0
        var until: MonotonicTime
    }

    /// - Parameters:
    ///   - order: Of the items.
    ///   - ahead: How many are open ahead: 1 or more.
    ///   - budget: Bytes for them, but for the first.
    public init(_ order: PlaylistOrder, ahead: Int, budget: Int) {
        self.order = order
        self.ahead = ahead
        self.budget = budget
    }

    // MARK: What it says

    /// The item on the screen; nil before the first.
    public var shownItem: PlaylistItemID? { entry(shown)?.item }

    /// The item on the screen, or the one that takes its place as soon as it can.
    public var currentItem: PlaylistItemID? { wanted ?? shownItem }

    /// What those that are open besides the one shown take.
    public var preloadedBytes: Int {
        entries.reduce(0) { $0 + ($1.opening == shown ? 0 : $1.bytes) }
    }

    /// What it takes, where it is ready and not shown.
    public func bytes(of opening: Opening) -> Int? {
        entry(opening).flatMap { $0.isReady && opening != shown ? $0.bytes : nil }
    }

    /// What was opened; nil once it is closed.
    public func item(of opening: Opening) -> PlaylistItemID? { entry(opening)?.item }

    /// How an item stands.
    public func state(of item: PlaylistItemID) -> State {
        if item == shownItem { return .shown }
        if let entry = entries.first(where: { $0.item == item }) {
            return entry.isReady ? .ready : .opening
        }
        return rests[item] == nil ? .cold : .failed
    }

    // MARK: What it does

    /// Takes in what has happened.
    ///
    /// - Returns: What is to be done, in this order.
    public mutating func handle(_ event: Event, at now: MonotonicTime) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .started: moveOn(.next, at: now, &effects)
        case .ready(let opening, let bytes): becameReady(opening, bytes)
        case .failed(let opening): failed(opening, at: now, &effects)
        case .shown(let opening): cameOnScreen(opening)
        case .ended(let opening): isOver = isOver || opening == shown
        case .stalled(let opening, let isStalled):
            if let index = index(of: opening) { entries[index].isStalled = isStalled }
        case .skipped(let step):
            skipped = now
            skip(step, at: now)
        case .played(let item):
            if order.go(to: item) { want(item) }
        case .edited(let items): edit(items, at: now, &effects)
        case .shuffled(let isShuffled): order.shuffle(isShuffled)
        case .looped(let loop): (order.loop, isFinished) = (loop, false)
        case .timePassed: if isStarved { moveOn(.next, at: now, &effects) }
        }
        // Where something was told to follow, that is on the screen by now, or will be.
        if isOver, wanted == nil, told == nil, !isFinished, !isStarved {
            moveOn(.ended, at: now, &effects)
        }
        replan(at: now, &effects)
        return effects
    }

    private mutating func becameReady(_ opening: Opening, _ bytes: Int) {
        guard let index = index(of: opening) else { return }
        entries[index].isReady = true
        entries[index].bytes = bytes
        sizes[entries[index].item] = bytes
        // What could not be shown any more can be again.
        if opening == shown, isStarved { (isStarved, wanted) = (false, nil) }
    }

    private mutating func failed(
        _ opening: Opening,
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        guard let index = index(of: opening) else { return }
        let item = entries[index].item
        let attempts = rests[item]?.attempts ?? 0
        let length = min(Self.longestRest, Self.firstRest * (1 << Int64(min(attempts, 16))))
        rests[item] = Rest(attempts: attempts + 1, until: now + length)
        entries[index].isReady = false
        let isCurrent = wanted.map { $0 == item } ?? (opening == shown)
        if opening != shown { close(at: index, &effects) }
        if isCurrent { moveOn(.next, at: now, &effects) }
    }

    private mutating func cameOnScreen(_ opening: Opening) {
        guard let entry = entry(opening) else { return }
        entries.removeAll { $0.opening == shown && $0.opening != opening }
        let isFollower = told == Told(opening: opening, isAtOnce: false)
        (shown, isOver) = (opening, false)
        told = nil
        rests[entry.item] = nil
        if wanted == entry.item {
            wanted = nil
        } else if wanted == nil, isFollower {
            hits += 1
            follow(to: entry.item)
        }
        isStarved = false
    }

    /// The list stands at the item that has followed: those passed over had their turn.
    private mutating func follow(to item: PlaylistItemID) {
        var step = PlaylistOrder.Step.ended
        for _ in 0...order.items.count {
            if order.advance(step) == item { return }
            step = .next
        }
        _ = order.go(to: item)
    }

    /// Wants what comes next and does not rest.
    private mutating func moveOn(
        _ step: PlaylistOrder.Step,
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        isStarved = false
        var step = step
        for _ in 0..<max(1, order.items.count) {
            guard let item = order.advance(step) else {
                (wanted, isFinished) = (nil, true)
                return effects.append(.finished)
            }
            if !rests(item, at: now) { return want(item) }
            if step == .ended { step = .next }
        }
        (wanted, isStarved) = (nil, true)
    }

    /// One that comes again is opened again, and nothing is wanted where nothing follows.
    private mutating func skip(_ step: PlaylistOrder.Step, at now: MonotonicTime) {
        for _ in 0..<max(1, order.items.count) {
            guard let item = order.advance(step) else { return }
            if !rests(item, at: now) { return want(item) }
        }
    }

    private mutating func want(_ item: PlaylistItemID) {
        if shown != nil {
            if preloaded(item)?.isReady == true { hits += 1 } else { misses += 1 }
        }
        (wanted, isStarved, isFinished) = (item, false, false)
    }

    private mutating func edit(
        _ items: [PlaylistItemID],
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        let wasEmpty = order.items.isEmpty
        order.edit(items)
        isFinished = false
        rests = rests.filter { order.items.contains($0.key) }
        sizes = sizes.filter { order.items.contains($0.key) }
        let isGone = (wanted ?? shownItem).map { !order.items.contains($0) } ?? wasEmpty
        if isGone, !order.items.isEmpty { moveOn(.next, at: now, &effects) }
        if order.items.isEmpty { (wanted, isStarved) = (nil, false) }
    }

    private func rests(_ item: PlaylistItemID, at now: MonotonicTime) -> Bool {
        rests[item].map { now < $0.until } ?? false
    }
}

// MARK: - The window

extension PlaylistPlan {
    /// Opens, closes and lines up what the window asks for now.
    private mutating func replan(at now: MonotonicTime, _ effects: inout [Effect]) {
        let window = window(at: now)
        lineUp(window, &effects)
        closeOthers(window, &effects)
        evict(window, &effects)
        openNext(window, at: now, &effects)
        if let time = nextTime(after: now) { effects.append(.wake(time)) }
    }

    /// What is to be open besides what is shown.
    private struct Window {
        /// Nearest first.
        var ahead: [PlaylistItemID]
        var behind: PlaylistItemID?

        /// What follows, or is waited for.
        var next: PlaylistItemID? { ahead.first }
        /// In the order in which they are opened.
        var items: [PlaylistItemID] { ahead + [behind].compactMap { $0 } }
    }

    private func window(at now: MonotonicTime) -> Window {
        let count = max(1, ahead)
        var ahead = order.upcoming(count) { $0 != wanted && !rests($0, at: now) }
        if let wanted { ahead = [wanted] + ahead.prefix(count - 1) }
        let behind = order.previous.flatMap { item in
            rests(item, at: now) || ahead.contains(item) ? nil : item
        }
        return Window(ahead: ahead, behind: behind)
    }

    /// Says what follows.
    private mutating func lineUp(_ window: Window, _ effects: inout [Effect]) {
        let next = window.next.flatMap(preloaded).flatMap { $0.isReady ? $0.opening : nil }
        let isExpected = wanted != nil || !isStarved && shown != nil
        let telling = next.flatMap {
            isExpected ? Told(opening: $0, isAtOnce: wanted != nil) : nil
        }
        guard telling != told else { return }
        if let telling {
            effects.append(.follow(telling.opening, atOnce: telling.isAtOnce))
        } else {
            effects.append(.hold)
        }
        told = telling
    }

    private mutating func closeOthers(_ window: Window, _ effects: inout [Effect]) {
        let items = window.items
        for entry in entries where entry.opening != shown && !items.contains(entry.item) {
            if let index = index(of: entry.opening) { close(at: index, &effects) }
        }
    }

    /// Closes what is beyond the budget, the farthest first.
    private mutating func evict(_ window: Window, _ effects: inout [Effect]) {
        var rest = window.items.drop { $0 == window.next }.reversed().compactMap {
            preloaded($0)?.opening
        }[...]
        while heldBytes(window) > budget, let farthest = rest.popFirst() {
            if let index = index(of: farthest) { close(at: index, &effects) }
        }
    }

    /// Opens the nearest that is not, one at a time.
    private mutating func openNext(
        _ window: Window,
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        for item in window.items where preloaded(item) == nil {
            if item == wanted {
                // It does not wait for others.
                for entry in entries where entry.opening != shown && !entry.isReady {
                    if let index = index(of: entry.opening) { close(at: index, &effects) }
                }
            } else {
                guard mayPreload else { return }
                if item != window.next, isSkipping(at: now) || !fits(item, window) { return }
            }
            opened += 1
            let opening = Opening(number: opened)
            entries.append(Entry(opening: opening, item: item))
            effects.append(.open(opening, item))
            return
        }
    }

    /// Whether nothing else is being opened, and what is shown has what it needs.
    private var mayPreload: Bool {
        guard let shown = entry(shown), shown.isReady, !shown.isStalled else { return false }
        return entries.allSatisfy { $0.isReady }
    }

    private func fits(_ item: PlaylistItemID, _ window: Window) -> Bool {
        let expected = sizes[item] ?? sizes.values.max() ?? Self.usualBytes
        return heldBytes(window) + expected <= budget
    }

    /// What the budget is for.
    private func heldBytes(_ window: Window) -> Int {
        entries.reduce(0) { sum, entry in
            entry.opening == shown || entry.item == window.next ? sum : sum + entry.bytes
        }
    }

    private func isSkipping(at now: MonotonicTime) -> Bool {
        skipped.map { now < $0 + Self.skipPause } ?? false
    }

    /// When something is to be done although nothing happens.
    private func nextTime(after now: MonotonicTime) -> MonotonicTime? {
        let pause = skipped.map { $0 + Self.skipPause }
        return ([pause].compactMap { $0 } + rests.values.map(\.until)).filter { $0 > now }.min()
    }

    private mutating func close(at index: Int, _ effects: inout [Effect]) {
        let opening = entries.remove(at: index).opening
        if told?.opening == opening {
            told = nil
            effects.append(.hold)
        }
        effects.append(.close(opening))
    }

    /// The item's opening that is not on the screen.
    private func preloaded(_ item: PlaylistItemID) -> Entry? {
        entries.first { $0.item == item && $0.opening != shown }
    }

    private func entry(_ opening: Opening?) -> Entry? {
        entries.first { $0.opening == opening }
    }

    private func index(of opening: Opening) -> Int? {
        entries.firstIndex { $0.opening == opening }
    }
}
