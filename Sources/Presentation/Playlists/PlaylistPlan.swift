public import Media

/// What of a playlist is shown, what is open beside it, and what takes the place of what.
///
///     −1       shown    +1        +2        +3
///     ready    ▶        ready     ready     opening
///
/// - Items are opened one at a time, the nearest first, once the one that is shown has a
///   picture, and none while that one stalls. What a command asks for is opened at once. One
///   that takes longer than `patience`, or failed before, is not waited for where another is
///   ready.
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

        /// Of no item: what has the playlist's place before one is opened.
        public static let standIn = Self(number: 0)
    }

    /// What has happened.
    public enum Event: Hashable, Sendable {
        /// The list begins.
        case started
        /// It begins at an item, where it was in an earlier run, or some steps from there; items
        /// of its shuffled round had their turn.
        case resumed(PlaylistItemID, behind: [PlaylistItemID], steps: [PlaylistOrder.Step] = [])
        /// Its first picture is there; it takes so many bytes.
        case ready(Opening, bytes: Int)
        /// It cannot be shown, or not any more.
        case failed(Opening)
        /// It could not even be begun to open it.
        case unmade(Opening)
        /// Its first picture is on the screen, in the place of what was shown before, which
        /// is closed.
        case shown(Opening)
        /// Its last picture was shown for its time.
        case ended(Opening)
        /// It goes on, from another time: somebody went back in it.
        case wentOn(Opening)
        /// It waits for pictures, or does not any more.
        case stalled(Opening, Bool)
        /// Somebody wants another item now.
        case skipped(PlaylistOrder.Step)
        case played(PlaylistItemID)
        /// Other items, another order of them; some are to come next, whatever the order.
        case edited([PlaylistItemID], next: [PlaylistItemID] = [])
        /// These are to be opened anew: how they are shown is different.
        case renewed(Set<PlaylistItemID>)
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
        /// What is shown was over for so long that something else is to be seen in its place,
        /// until something can follow: a picture of the item, or of none.
        case standIn(PlaylistItemID?)
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
    /// The last picture of what is over stays no longer, unless the list is finished.
    public static let longestStill = Nanoseconds.milliseconds(2_000)
    /// An item that is opened for longer does not keep others waiting.
    public static let patience = Nanoseconds.milliseconds(1_000)
    /// What an item is taken to need before the first was open.
    static let usualBytes = 16 << 20

    public private(set) var order: PlaylistOrder
    /// How many items are open ahead, at most: 1 or more, less is 1. A change counts with the
    /// next event.
    public var ahead: Int
    /// Items that only one can have open, such as cameras: they are opened when they are
    /// wanted, and none ahead.
    public var exclusive: Set<PlaylistItemID> = []
    /// Bytes for what is open besides the item shown and the one that follows.
    public let budget: Int
    private var entries: [Entry] = []
    /// In the playlist's place: on the screen, or the first one, until something is.
    private var place: Opening?
    /// Whether what has the place was on the screen.
    private var isShown = false
    /// What is to be shown as soon as it is ready; nil: what follows the end.
    private var wanted: PlaylistItemID?
    /// Whether that is so for no reason but that it comes next.
    private var isAutomatic = false
    /// Since when what is shown was shown to its end; nil before.
    private var overSince: MonotonicTime?
    /// Whether something stands in for it since.
    private var isStoodIn = false
    /// Whether nothing follows what was shown to its end.
    public private(set) var isFinished = false
    /// Whether something is to be shown, and nothing can be.
    private var isStarved = false
    /// What was told to follow.
    private var told: Told?
    private var resting = RestingItems()
    private var sizes: [PlaylistItemID: Int] = [:]
    private var skipped: MonotonicTime?
    private var opened = 0
    /// Items that were ready when they were wanted, and that were not; the first is neither.
    public private(set) var hits = 0
    public private(set) var misses = 0

    private struct Entry: Sendable {
        let opening: Opening
        let item: PlaylistItemID
        /// When that began.
        let since: MonotonicTime
        var isReady = false
        /// Kept for the placeholder in its place alone.
        var hasFailed = false
        var isStalled = false
        var bytes = 0
    }

    private struct Told: Hashable, Sendable {
        let opening: Opening
        let isAtOnce: Bool
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

    /// What is on the screen; nil before the first picture.
    public var shown: Opening? { isShown ? place : nil }

    /// The item on the screen; nil before the first.
    public var shownItem: PlaylistItemID? { entry(shown)?.item }

    /// The item on the screen, or the one that takes its place as soon as it can.
    public var currentItem: PlaylistItemID? { wanted ?? shownItem }

    /// What those that are open besides the one shown take.
    public var preloadedBytes: Int {
        entries.reduce(0) { $0 + ($1.opening == place ? 0 : $1.bytes) }
    }

    /// What it takes, where it is ready and not shown.
    public func bytes(of opening: Opening) -> Int? {
        entry(opening).flatMap { $0.isReady && opening != place ? $0.bytes : nil }
    }

    /// What was opened; nil once it is closed.
    public func item(of opening: Opening) -> PlaylistItemID? { entry(opening)?.item }

    /// How an item stands.
    public func state(of item: PlaylistItemID) -> State {
        if item == shownItem { return .shown }
        if let entry = entries.first(where: { $0.item == item }) {
            return entry.isReady ? .ready : .opening
        }
        return resting.hasFailed(item) ? .failed : .cold
    }

    // MARK: What it does

    /// Takes in what has happened.
    ///
    /// - Returns: What is to be done, in this order.
    public mutating func handle(_ event: Event, at now: MonotonicTime) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .started: moveOn(.next, at: now, &effects)
        case .resumed(let item, let past, let steps):
            if order.resume(at: item, behind: past) {
                for step in steps { order.advance(step) }
                want(order.current ?? item, at: now)
            } else {
                moveOn(.next, at: now, &effects)
            }
        case .ready(let opening, let bytes): becameReady(opening, bytes)
        case .failed(let opening): failed(opening, at: now, &effects)
        case .unmade(let opening):
            let isFirst = place == opening && !isShown
            if isFirst { place = nil }
            failed(opening, at: now, &effects)
        case .shown(let opening): cameOnScreen(opening)
        case .ended(let opening): if opening == shown { overSince = overSince ?? now }
        case .wentOn(let opening):
            if opening == shown { (overSince, isStoodIn) = (nil, false) }
        case .stalled(let opening, let isStalled):
            if let index = index(of: opening) { entries[index].isStalled = isStalled }
        case .skipped(let step):
            skipped = now
            skip(step, at: now)
        case .played(let item):
            if order.go(to: item) { want(item, at: now) }
        case .edited(let items, let next): edit(items, next, at: now, &effects)
        case .renewed(let items): renew(items, at: now, &effects)
        case .shuffled(let isShuffled): order.shuffle(isShuffled)
        case .looped(let loop): order.loop = loop
        case .timePassed: if isStarved { moveOn(.next, at: now, &effects) }
        }
        // Where something was told to follow, that is on the screen by now, or will be.
        if overSince != nil, wanted == nil, told == nil, !isStarved {
            moveOn(.ended, at: now, &effects)
        } else if overSince != nil, isAutomatic, let entry = wanted.flatMap(preloaded),
            isSlow(entry, at: now), case .item(let other, _) = next(.next, at: now),
            preloaded(other)?.isReady == true
        {
            // Nobody asked for the one that is waited for.
            moveOn(.next, at: now, &effects)
        }
        replan(at: now, &effects)
        if let time = timeOfStandIn, now >= time {
            isStoodIn = true
            effects.append(.standIn(wanted))
        }
        if let time = nextTime(after: now) { effects.append(.wake(time)) }
        return effects
    }

    /// When something is to stand in for what is shown; nil while nothing is.
    private var timeOfStandIn: MonotonicTime? {
        guard let overSince, told == nil, !isFinished, !isStoodIn else { return nil }
        return overSince + Self.longestStill
    }

    private mutating func becameReady(_ opening: Opening, _ bytes: Int) {
        guard let index = index(of: opening) else { return }
        (entries[index].isReady, entries[index].hasFailed) = (true, false)
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
        resting.failed(item, at: now)
        (entries[index].isReady, entries[index].hasFailed) = (false, true)
        let isCurrent = wanted.map { $0 == item } ?? (opening == shown)
        if opening != place { close(at: index, &effects) }
        if isCurrent { moveOn(.next, at: now, &effects) }
    }

    private mutating func cameOnScreen(_ opening: Opening) {
        guard let entry = entry(opening) else { return }
        entries.removeAll { $0.opening == place && $0.opening != opening }
        let isFollower = told == Told(opening: opening, isAtOnce: false)
        (place, isShown, told) = (opening, true, nil)
        (overSince, isStoodIn) = (nil, false)
        resting.succeeded(entry.item)
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
        switch next(step, at: now) {
        case .item(let item, let order):
            self.order = order
            want(item, at: now)
            isAutomatic = true
        case .resting: (wanted, isStarved) = (nil, true)
        case .nothing:
            (wanted, isStarved) = (nil, false)
            if !isFinished { effects.append(.finished) }
            isFinished = true
        }
    }

    private enum Next {
        /// And the order that stands at it.
        case item(PlaylistItemID, PlaylistOrder)
        /// There are items, and each rests.
        case resting
        case nothing
    }

    /// What a step leads to; those that rest are passed over, and those of which little is to
    /// be hoped, where there are others.
    private func next(_ step: PlaylistOrder.Step, at now: MonotonicTime) -> Next {
        var (order, step) = (order, step)
        var otherwise = Next.resting
        for _ in 0..<max(1, order.items.count) {
            guard let item = order.advance(step) else {
                if case .resting = otherwise { return .nothing }
                return otherwise
            }
            if !resting.contains(item, at: now) {
                if isHopeful(item, at: now) { return .item(item, order) }
                if case .resting = otherwise { otherwise = .item(item, order) }
            }
            if step == .ended { step = .next }
        }
        return otherwise
    }

    /// Nothing is different where nothing follows.
    private mutating func skip(_ step: PlaylistOrder.Step, at now: MonotonicTime) {
        guard case .item(let item, let order) = next(step, at: now) else { return }
        self.order = order
        want(item, at: now)
    }

    private mutating func want(_ item: PlaylistItemID, at now: MonotonicTime) {
        // The last picture of a list that had ended is waited at from now on.
        if isFinished, overSince != nil { overSince = now }
        if shown != nil {
            if preloaded(item)?.isReady == true { hits += 1 } else { misses += 1 }
        }
        (wanted, isStarved, isFinished, isAutomatic) = (item, false, false, false)
    }

    /// What is shown of them begins anew, once that is ready.
    private mutating func renew(
        _ items: Set<PlaylistItemID>,
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        closeOpenings(&effects) { items.contains($0.item) }
        if wanted == nil, let item = shownItem, items.contains(item), order.current == item {
            want(item, at: now)
        }
    }

    private mutating func edit(
        _ items: [PlaylistItemID],
        _ next: [PlaylistItemID],
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        let wasEmpty = order.items.isEmpty
        order.edit(items, next: next)
        let kept = Set(order.items)
        resting.keep(kept)
        sizes = sizes.filter { kept.contains($0.key) }
        let isGone = (wanted ?? shownItem).map { !kept.contains($0) } ?? wasEmpty
        // What comes may be what was waited for.
        let isWaiting = isStarved || isFinished && shown == nil
        if isGone || isWaiting, !order.items.isEmpty { moveOn(.next, at: now, &effects) }
        if order.items.isEmpty { (wanted, isStarved) = (nil, false) }
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
    }

    /// What is to be open besides what is shown.
    private struct Window {
        /// Nearest first.
        var ahead: [PlaylistItemID]
        var behind: PlaylistItemID?
        /// What follows, or is waited for; nil where that is not to be opened yet.
        var next: PlaylistItemID?
        /// In the order in which they are opened.
        var items: [PlaylistItemID] { ahead + [behind].compactMap { $0 } }
    }

    private func window(at now: MonotonicTime) -> Window {
        let count = max(1, ahead)
        let following = order.upcoming(count) { $0 != wanted && !resting.contains($0, at: now) }
        var ahead = following.filter { !exclusive.contains($0) }
        if let wanted { ahead = [wanted] + ahead.prefix(count - 1) }
        let behind = order.previous.flatMap { item in
            resting.contains(item, at: now) || exclusive.contains(item) || ahead.contains(item)
                ? nil : item
        }
        let next = wanted ?? following.first { isHopeful($0, at: now) } ?? following.first
        let isExclusive = wanted == nil && next.map(exclusive.contains) ?? false
        return Window(ahead: ahead, behind: behind, next: isExclusive ? nil : next)
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
        closeOpenings(&effects) { !items.contains($0.item) }
    }

    /// Closes what is beyond the budget, the farthest first.
    private mutating func evict(_ window: Window, _ effects: inout [Effect]) {
        var rest = window.items.drop { $0 == window.next }
        while heldBytes(window) > budget, let farthest = rest.popLast() {
            closeOpenings(&effects) { $0.item == farthest }
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
                closeOpenings(&effects) { !$0.isReady }
            } else {
                guard mayPreload(at: now) else { return }
                if item != window.next, isSkipping(at: now) || !fits(item, window) { return }
            }
            opened += 1
            let opening = Opening(number: opened)
            if place == nil { place = opening }
            entries.append(Entry(opening: opening, item: item, since: now))
            effects.append(.open(opening, item))
            return
        }
    }

    /// Whether nothing else is being opened that can be expected to be ready soon, and what is
    /// shown has what it needs.
    private func mayPreload(at now: MonotonicTime) -> Bool {
        guard let shown = entry(shown), shown.isReady, !shown.isStalled else { return false }
        return entries.allSatisfy { $0.isReady || isSlow($0, at: now) }
    }

    private func isSlow(_ entry: Entry, at now: MonotonicTime) -> Bool {
        !entry.isReady && now >= entry.since + Self.patience
    }

    /// Whether an item is ready, or nothing speaks against that it will be soon.
    private func isHopeful(_ item: PlaylistItemID, at now: MonotonicTime) -> Bool {
        guard let entry = preloaded(item) else { return !resting.hasFailed(item) }
        return entry.isReady || !resting.hasFailed(item) && !isSlow(entry, at: now)
    }

    private func fits(_ item: PlaylistItemID, _ window: Window) -> Bool {
        let expected = sizes[item] ?? sizes.values.max() ?? Self.usualBytes
        return heldBytes(window) + expected <= budget
    }

    /// What the budget is for.
    private func heldBytes(_ window: Window) -> Int {
        entries.reduce(0) { sum, entry in
            entry.opening == place || entry.item == window.next ? sum : sum + entry.bytes
        }
    }

    private func isSkipping(at now: MonotonicTime) -> Bool {
        skipped.map { now < $0 + Self.skipPause } ?? false
    }

    /// When something is to be done although nothing happens.
    private func nextTime(after now: MonotonicTime) -> MonotonicTime? {
        let pause = skipped.map { $0 + Self.skipPause }
        let slow = entries.filter { !$0.isReady && !$0.hasFailed }.map { $0.since + Self.patience }
        return ([pause, resting.nextTime(after: now), timeOfStandIn].compactMap { $0 } + slow)
            .filter { $0 > now }.min()
    }

    /// Closes what it is true of, but never what has the place.
    private mutating func closeOpenings(
        _ effects: inout [Effect],
        where isMeant: (Entry) -> Bool
    ) {
        for entry in entries where entry.opening != place && isMeant(entry) {
            if let index = index(of: entry.opening) { close(at: index, &effects) }
        }
    }

    private mutating func close(at index: Int, _ effects: inout [Effect]) {
        let opening = entries.remove(at: index).opening
        if told?.opening == opening {
            told = nil
            effects.append(.hold)
        }
        effects.append(.close(opening))
    }

    /// The item's opening that was not on the screen.
    private func preloaded(_ item: PlaylistItemID) -> Entry? {
        entries.first { $0.item == item && $0.opening != shown && !$0.hasFailed }
    }

    private func entry(_ opening: Opening?) -> Entry? {
        entries.first { $0.opening == opening }
    }

    private func index(of opening: Opening) -> Int? {
        entries.firstIndex { $0.opening == opening }
    }
}
