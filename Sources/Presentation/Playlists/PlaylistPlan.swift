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
    /// Skips that follow each other sooner than that are one way to somewhere.
    public static let skipPause = Nanoseconds.milliseconds(250)
    /// The last picture of what is over stays no longer, unless the list is finished.
    public static let longestStill = Nanoseconds.milliseconds(2_000)
    /// An item that is opened for longer does not keep others waiting.
    public static let patience = Nanoseconds.milliseconds(1_000)

    public private(set) var order: PlaylistOrder
    /// How many items are open ahead, at most: 1 or more, less is 1. A change counts with the
    /// next event.
    public var ahead: Int
    /// Items that only one can have open, such as cameras: they are opened when they are
    /// wanted, and none ahead.
    public var exclusive: Set<PlaylistItemID> = []
    /// Bytes for what is open besides the item shown and the one that follows.
    public let budget: Int
    private var openings = Openings()
    private var aim = Aim.playing
    /// What is shown was shown to its end; nil before.
    private var over: Over?
    private var resting = RestingItems()
    private var skipped: MonotonicTime?
    /// Where a wall is that this is not at yet, however far the order is from it.
    private var reached: PlaylistItemID?
    /// Items that were ready when they were wanted, and that were not; the first is neither.
    public private(set) var hits = 0
    public private(set) var misses = 0

    /// What is to be shown.
    private enum Aim: Hashable, Sendable {
        /// What is, to its end; then what follows.
        case playing
        /// An item, as soon as it is ready: because somebody asked for it, or for no reason but
        /// that it comes next.
        case wanting(PlaylistItemID, isAutomatic: Bool)
        /// Something, and nothing can be.
        case starved
        /// What is, and nothing follows.
        case finished
    }

    private struct Over: Sendable {
        var since: MonotonicTime
        /// Whether something stands in for it.
        var isStoodIn = false
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
    public var shown: Opening? { openings.shown }

    /// The item on the screen; nil before the first.
    public var shownItem: PlaylistItemID? { openings[shown]?.item }

    /// The item on the screen, or the one that takes its place as soon as it can.
    public var currentItem: PlaylistItemID? { wanted ?? shownItem }

    /// Whether nothing follows what is shown, or was.
    public var isFinished: Bool { aim == .finished }

    /// What those that are open besides the one shown take.
    public var preloadedBytes: Int { openings.preloadedBytes() }

    /// What it takes, where it is ready and not shown.
    public func bytes(of opening: Opening) -> Int? {
        openings[opening].flatMap { $0.isReady && opening != openings.place ? $0.bytes : nil }
    }

    /// What was opened; nil once it is closed.
    public func item(of opening: Opening) -> PlaylistItemID? { openings[opening]?.item }

    /// How an item stands.
    public func state(of item: PlaylistItemID) -> State {
        if item == shownItem { return .shown }
        if let entry = openings.entries.first(where: { $0.item == item }) {
            return entry.isReady ? .ready : .opening
        }
        return resting.hasFailed(item) ? .failed : .cold
    }

    private var wanted: PlaylistItemID? {
        if case .wanting(let item, _) = aim { item } else { nil }
    }

    // MARK: What it does

    /// Takes in what has happened.
    ///
    /// - Returns: What is to be done, in this order.
    public mutating func handle(_ event: Event, at now: MonotonicTime) -> [Effect] {
        var effects: [Effect] = []
        take(event, at: now, &effects)
        goOnBehindAnEnd(at: now, &effects)
        replan(at: now, &effects)
        if let time = timeOfStandIn, now >= time {
            over?.isStoodIn = true
            effects.append(.standIn(wanted))
        }
        if let time = nextTime(after: now) { effects.append(.wake(time)) }
        return effects
    }

    private mutating func take(
        _ event: Event,
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        switch event {
        case .started: moveOn(.next, at: now, &effects)
        case .resumed(let item, let past, let steps):
            guard order.resume(at: item, behind: past) else {
                return moveOn(.next, at: now, &effects)
            }
            for step in steps { order.advance(step) }
            want(order.current ?? item, at: now)
        case .ready(let opening, let bytes):
            openings.becameReady(opening, bytes)
            // What could not be shown any more can be again.
            let isBack = aim == .starved || aim == .finished && over == nil
            if opening == shown, isBack { aim = .playing }
        case .failed(let opening): failed(opening, at: now, &effects)
        case .unmade(let opening):
            openings.unmade(opening)
            failed(opening, at: now, &effects)
        case .shown(let opening): cameOnScreen(opening)
        case .ended(let opening):
            if opening == shown, over == nil { over = Over(since: now) }
        case .wentOn(let opening): if opening == shown { wentOn() }
        case .stalled(let opening, let isStalled): openings.stalled(opening, isStalled)
        case .skipped(let step):
            skipped = now
            skip(step, at: now)
        case .played(let item): if order.go(to: item) { want(item, at: now) }
        case .reached(let item):
            reached = item
            // What could not be shown leaves what was there in its place until it can.
            guard item != currentItem,
                openings.preloaded(item)?.isReady == true || !resting.hasFailed(item),
                order.go(to: item)
            else { break }
            want(item, isAutomatic: true, at: now)
        case .edited(let items, let next): edit(items, next, at: now, &effects)
        case .renewed(let items): renew(items, at: now, &effects)
        case .shuffled(let isShuffled): order.shuffle(isShuffled)
        case .looped(let loop): order.loop = loop
        case .timePassed: if aim == .starved { moveOn(.next, at: now, &effects) }
        }
    }

    private mutating func failed(
        _ opening: Opening,
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        guard let item = openings[opening]?.item else { return }
        resting.failed(item, at: now)
        openings.failed(opening)
        let isCurrent = wanted.map { $0 == item } ?? (opening == shown)
        openings.close(&effects) { $0.opening == opening }
        if isCurrent { moveOn(.next, at: now, &effects) }
    }

    private mutating func cameOnScreen(_ opening: Opening) {
        guard let isFollower = openings.cameOnScreen(opening), let item = shownItem else { return }
        reached = nil
        over = nil
        resting.succeeded(item)
        if wanted == nil, isFollower {
            hits += 1
            follow(to: item)
        }
        if wanted == nil || wanted == item { aim = .playing }
    }

    /// Somebody went back in what was over.
    private mutating func wentOn() {
        over = nil
        if wanted == nil, openings[shown]?.hasFailed == false { aim = .playing }
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

    /// Wants what comes next where what is shown is over and nothing was said to follow it: what
    /// was is on the screen by now, or will be.
    private mutating func goOnBehindAnEnd(at now: MonotonicTime, _ effects: inout [Effect]) {
        guard over != nil else { return }
        switch aim {
        case .playing, .finished:
            if openings.follower == nil { moveOn(.ended, at: now, &effects) }
        case .wanting(let item, isAutomatic: true):
            // Nobody asked for the one that is waited for.
            guard openings.preloaded(item)?.isSlow(at: now) == true,
                case .item(let other, _) = next(.next, at: now),
                openings.preloaded(other)?.isReady == true
            else { return }
            moveOn(.next, at: now, &effects)
        case .wanting, .starved: break
        }
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
            want(item, isAutomatic: true, at: now)
        case .resting: aim = .starved
        case .nothing:
            if aim != .finished { effects.append(.finished) }
            aim = .finished
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

    private mutating func want(
        _ item: PlaylistItemID,
        isAutomatic: Bool = false,
        at now: MonotonicTime
    ) {
        // The last picture of a list that had ended is waited at from now on.
        if aim == .finished { over?.since = now }
        if shown != nil {
            if openings.preloaded(item)?.isReady == true { hits += 1 } else { misses += 1 }
        }
        aim = .wanting(item, isAutomatic: isAutomatic)
    }

    /// What is shown of them begins anew, once that is ready.
    private mutating func renew(
        _ items: Set<PlaylistItemID>,
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        openings.close(&effects) { items.contains($0.item) }
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
        reached = nil
        let wasEmpty = order.items.isEmpty
        order.edit(items, next: next)
        let kept = Set(order.items)
        resting.keep(kept)
        openings.keep(kept)
        guard !kept.isEmpty else {
            if aim != .finished { aim = .playing }
            return
        }
        let isGone = currentItem.map { !kept.contains($0) } ?? wasEmpty
        // What comes may be what was waited for.
        let hasNothing = openings[shown]?.hasFailed ?? true
        let isWaiting = aim == .starved || aim == .finished && hasNothing
        if isGone || isWaiting { moveOn(.next, at: now, &effects) }
    }
}

// MARK: - The window

extension PlaylistPlan {
    /// Opens, closes and lines up what the window asks for now.
    private mutating func replan(at now: MonotonicTime, _ effects: inout [Effect]) {
        let window = window(at: now)
        openings.follow(follower(window), &effects)
        let items = window.items
        openings.close(&effects) { !items.contains($0.item) }
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
        let due = [wanted, missing(at: now)].compactMap { $0 }
        ahead = due + ahead.filter { !due.contains($0) }.prefix(max(0, count - due.count))
        let behind = order.previous.flatMap { item in
            resting.contains(item, at: now) || exclusive.contains(item) || ahead.contains(item)
                ? nil : item
        }
        let next = wanted ?? following.first { isHopeful($0, at: now) } ?? following.first
        let isExclusive = wanted == nil && next.map(exclusive.contains) ?? false
        return Window(ahead: ahead, behind: behind, next: isExclusive ? nil : next)
    }

    /// What a wall is at, where it is not wanted, since it could not be shown before.
    private func missing(at now: MonotonicTime) -> PlaylistItemID? {
        guard let reached, reached != currentItem, reached != shownItem,
            !resting.contains(reached, at: now), !exclusive.contains(reached)
        else { return nil }
        return reached
    }

    /// What follows, where that is ready.
    private func follower(_ window: Window) -> Openings.Follower? {
        guard let entry = window.next.flatMap(openings.preloaded), entry.isReady else { return nil }
        let isExpected = wanted != nil || aim != .starved && shown != nil
        return isExpected
            ? Openings.Follower(opening: entry.opening, isAtOnce: wanted != nil) : nil
    }

    /// Closes what is beyond the budget, the farthest first.
    private mutating func evict(_ window: Window, _ effects: inout [Effect]) {
        var rest = window.items.drop { $0 == window.next }
        while openings.preloadedBytes(without: window.next) > budget,
            let farthest = rest.popLast()
        {
            openings.close(&effects) { $0.item == farthest }
        }
    }

    /// Opens the nearest that is not, one at a time.
    private mutating func openNext(
        _ window: Window,
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        guard let item = window.items.first(where: { openings.preloaded($0) == nil }) else {
            return
        }
        if item == wanted {
            // It does not wait for others.
            openings.close(&effects) { !$0.isReady }
        } else if item == missing(at: now) {
            // Whatever is shown meanwhile, or nothing.
            guard !isBusy(at: now) else { return }
        } else {
            guard mayPreload(at: now) else { return }
            if item != window.next, isSkipping(at: now) || !fits(item, window) { return }
        }
        openings.open(item, at: now, &effects)
    }

    /// Whether nothing else is being opened that can be expected to be ready soon, and what is
    /// shown has what it needs.
    private func mayPreload(at now: MonotonicTime) -> Bool {
        guard let shown = openings[shown], shown.isReady, !shown.isStalled else { return false }
        return !isBusy(at: now)
    }

    /// Whether something is being opened that can be expected to be ready soon.
    private func isBusy(at now: MonotonicTime) -> Bool {
        !openings.entries.allSatisfy { $0.isReady || $0.isSlow(at: now) }
    }

    /// Whether an item is ready, or nothing speaks against that it will be soon.
    private func isHopeful(_ item: PlaylistItemID, at now: MonotonicTime) -> Bool {
        guard let entry = openings.preloaded(item) else { return !resting.hasFailed(item) }
        return entry.isReady || !resting.hasFailed(item) && !entry.isSlow(at: now)
    }

    private func fits(_ item: PlaylistItemID, _ window: Window) -> Bool {
        openings.preloadedBytes(without: window.next) + openings.expectedBytes(item) <= budget
    }

    private func isSkipping(at now: MonotonicTime) -> Bool {
        skipped.map { now < $0 + Self.skipPause } ?? false
    }

    /// When something is to stand in for what is shown; nil while nothing is.
    private var timeOfStandIn: MonotonicTime? {
        guard let over, openings.follower == nil, !isFinished, !over.isStoodIn else { return nil }
        return over.since + Self.longestStill
    }

    /// When something is to be done although nothing happens.
    private func nextTime(after now: MonotonicTime) -> MonotonicTime? {
        let pause = skipped.map { $0 + Self.skipPause }
        let others = [pause, resting.nextTime(after: now), timeOfStandIn].compactMap { $0 }
        return (others + openings.patienceEnds).filter { $0 > now }.min()
    }
}
