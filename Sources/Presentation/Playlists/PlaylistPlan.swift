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
    public var window: PlaylistWindow
    private var openings = Openings()
    private var aim = Aim.playing
    /// What is shown was shown to its end; nil before.
    private var over: Over?
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
        window = PlaylistWindow(ahead: ahead, budget: budget)
    }

    // MARK: What it says

    /// What is on the screen; nil before the first picture.
    public var shown: Opening? { openings.shown }

    /// The item on the screen; nil before the first.
    public var shownItem: PlaylistItemID? { openings[shown]?.item }

    /// The item on the screen, or the one that takes its place as soon as it can.
    public var currentItem: PlaylistItemID? { wanted ?? shownItem }

    /// Whether that is on the screen, and not still to come there.
    public var showsCurrent: Bool { wanted == nil && shown != nil }

    /// Whether nothing follows what is shown, or was.
    public var isFinished: Bool { aim == .finished }

    /// What those that are open besides the one shown take.
    public var preloadedBytes: Int { openings.preloadedBytes() }

    /// What it takes, where it is ready and not shown.
    public func bytes(of opening: Opening) -> Int? { openings.preloadedBytes(of: opening) }

    /// What was opened; nil once it is closed.
    public func item(of opening: Opening) -> PlaylistItemID? { openings[opening]?.item }

    /// How an item stands.
    public func state(of item: PlaylistItemID) -> State { openings.state(of: item) }

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
        window.follow(course, &openings, at: now, &effects)
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
            window.skipped(at: now)
            skip(step, at: now)
        case .played(let item): if order.go(to: item) { want(item, at: now) }
        case .reached(let item):
            reached = item
            // What could not be shown leaves what was there in its place until it can.
            guard item != currentItem, openings.isReady(item) || !openings.hasFailed(item),
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
        guard let item = openings.failed(opening, at: now) else { return }
        let isCurrent = wanted.map { $0 == item } ?? (opening == shown)
        openings.close(&effects) { $0.opening == opening }
        if isCurrent { moveOn(.next, at: now, &effects) }
    }

    private mutating func cameOnScreen(_ opening: Opening) {
        guard let isFollower = openings.cameOnScreen(opening), let item = shownItem else { return }
        reached = nil
        over = nil
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
                case .item(let other, _) = next(.next, at: now), openings.isReady(other)
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
            if !openings.isResting(item, at: now) {
                if openings.isHopeful(item, at: now) { return .item(item, order) }
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
            if openings.isReady(item) { hits += 1 } else { misses += 1 }
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

    // MARK: What it waits for

    private var course: PlaylistWindow.Course {
        PlaylistWindow.Course(
            order: order,
            wanted: wanted,
            missing: reached == currentItem || reached == shownItem ? nil : reached,
            isStarved: aim == .starved
        )
    }

    /// When something is to stand in for what is shown; nil while nothing is.
    private var timeOfStandIn: MonotonicTime? {
        guard let over, openings.follower == nil, !isFinished, !over.isStoodIn else { return nil }
        return over.since + Self.longestStill
    }

    /// When something is to be done although nothing happens.
    private func nextTime(after now: MonotonicTime) -> MonotonicTime? {
        [window.endOfSkipping, openings.nextTime(after: now), timeOfStandIn].compactMap { $0 }
            .filter { $0 > now }.min()
    }
}
