import Media
import Presentation
import TestSupport

/// One screen of a wall that shows a playlist: its plan, the layers of its items, decoders that
/// take their time, a display and a clock of its own; all in virtual time.
struct VirtualPlaylist {
    /// One thing to show.
    struct Item {
        /// Between two pictures, in seconds; nil: an image.
        var frame: Double?
        var pictures: Int64
        /// Of its turn.
        var length: Nanoseconds
        /// Whether it is an image by its name, which may be animated.
        var isImage = false

        /// When a picture begins, from the item's start.
        func time(of picture: Int64) -> Nanoseconds { .seconds(Double(picture) * (frame ?? 0)) }

        /// The last one that begins by a time.
        func picture(at time: Nanoseconds) -> Int64 {
            guard let frame else { return 0 }
            return min(pictures - 1, Int64((time.seconds + 1e-9) / frame))
        }
    }

    /// What one flip shows.
    struct Shown {
        /// Of the wall, in truth.
        var time: Nanoseconds
        var item: Int
        var picture: Int64
    }

    private enum Turn { case none, atEnd, next, now }

    /// An item that is open.
    private struct Player {
        let index: Int
        let item: Item
        var layer: SampleBufferDisplayLayer
        var pursuit = WallPursuit()
        var turn = Turn.none
        var next: Int64 = 0
        /// When its next picture can come.
        var available: MonotonicTime
        var isAnnounced = false
        var isFresh = true
        var isEndKnown = false
        var attachments: SampleBuffer.Attachments = .discontinuity

        /// Whether it is one picture; nil while that is not known.
        var isStill: Bool? {
            guard item.isImage else { return false }
            return isAnnounced ? item.frame == nil : nil
        }
    }

    static let epoch = Nanoseconds.seconds(1_767_225_600)
    private static let start = MediaTime.milliseconds(80)

    private(set) var items: [Item]
    /// Those that cannot be opened.
    var missing: Set<Int> = []
    /// By how much the clock was set.
    var clockStep = Nanoseconds.zero
    private(set) var seeks = 0
    private(set) var resyncs: [WallResync: Int] = [:]
    /// Of what has the place, as it says itself.
    private(set) var isInStep = false
    private(set) var list: WallList
    private let refresh: Nanoseconds
    private let clock: VirtualClock
    /// What the clock says at the flip minus the monotonic one, on the wall.
    private var offset = Nanoseconds.zero
    private var plan: PlaylistPlan
    private var watch = WallListWatch()
    private var players: [PlaylistPlan.Opening: Player] = [:]
    private var place: PlaylistPlan.Opening?
    private var events: [PlaylistPlan.Event] = []
    private var wake: MonotonicTime?
    private var random: SeededGenerator
    private var flips: Int64
    private var numbering = 0

    /// Nil where the items make no list.
    ///
    /// - Parameters:
    ///   - number: Whose the phase, the clock and the delays are.
    ///   - items: To be shown.
    ///   - time: Of the wall, when it is started.
    ///   - refresh: Of the display's mode.
    ///   - drift: By how much it is faster, in millionths.
    init?(
        _ number: Int,
        _ items: [Item],
        startingAt time: Nanoseconds,
        refresh: Nanoseconds,
        drift: Double
    ) {
        guard let list = WallList(items.map(\.length)) else { return nil }
        random = SeededGenerator(seed: 700 + UInt64(number))
        (self.items, self.list, self.refresh) = (items, list, refresh)
        let boot = time - .seconds(10 * random.fraction())
        clock = VirtualClock(refresh: refresh, drift: drift, boot: boot, &random)
        flips = clock.flip(at: time)
        let ids = items.indices.map { PlaylistItemID("\($0)") }
        plan = PlaylistPlan(PlaylistOrder(ids, seed: 1), ahead: 3, budget: 1 << 30)
        let first = list.place(at: time + WallListWatch.ahead).index
        events = [.resumed(ids[first], behind: [])]
    }

    /// The next flip that shows something.
    ///
    /// - Returns: Nil where there is none before a true time.
    mutating func flip(before end: Nanoseconds) -> WallOutcome.Flip? {
        while clock.time(of: flips) < end {
            if let shown = flip() { return judged(shown) }
        }
        return nil
    }

    /// The next flip.
    ///
    /// - Returns: Nil before the first picture.
    mutating func flip() -> Shown? {
        let time = clock.time(of: flips)
        flips += 1
        let scanout = clock.prediction(of: time, &random)
        offset = clock.boot + clock.error(at: time) + clockStep
        control(at: scanout)
        for opening in players.keys.sorted(by: { $0.number < $1.number }) {
            present(opening, at: scanout)
        }
        takeTurns(at: scanout)
        guard let place, let player = players[place],
            let sample = player.layer.displayedSample
        else { return nil }
        return Shown(time: time, item: player.index, picture: Int64(sample.number))
    }

    /// What a flip shows, as its pictures are counted over all rounds of the list.
    private func judged(_ shown: Shown) -> WallOutcome.Flip {
        let item = items[shown.item]
        let place = list.slot(shown.item).start + item.time(of: shown.picture)
        let error = (shown.time - place).seconds.remainder(dividingBy: list.period.seconds)
        let due = shown.time - .seconds(error)
        let round = Int64(((due - place).seconds / list.period.seconds).rounded())
        let before = items[..<shown.item].reduce(0) { $0 + $1.pictures }
        let all = items.reduce(0) { $0 + $1.pictures }
        return WallOutcome.Flip(
            time: shown.time,
            picture: round * all + before + shown.picture,
            due: due,
            frame: item.frame.map { .seconds($0) },
            turn: round * Int64(items.count) + Int64(shown.item)
        )
    }

    /// Shows other items from now on, as after a reload; those of the same place in both are
    /// the same.
    mutating func reload(_ items: [Item]) {
        guard let list = WallList(items.map(\.length)) else { return }
        (self.items, self.list, watch) = (items, list, WallListWatch())
        let ids = items.indices.map { PlaylistItemID("\($0)") }
        events += [.edited(ids), .renewed(Set(ids))]
    }

    // MARK: The control side

    private mutating func control(at now: MonotonicTime) {
        for (opening, player) in players where !player.isAnnounced && now >= player.available {
            players[opening]?.isAnnounced = true
            let isMissing = missing.contains(player.index)
            events.append(isMissing ? .failed(opening) : .ready(opening, bytes: 1000))
        }
        if let wake, now >= wake {
            self.wake = nil
            events.append(.timePassed)
        }
        let wall = Nanoseconds(now.nanoseconds) + offset
        let current = plan.currentItem
        if !events.isEmpty || watch.next.map({ now >= $0 }) ?? true {
            let strayed = watch.look(at: now, time: wall, on: list, isPaused: false) {
                current == PlaylistItemID("\($0)")
            }
            if let strayed { events.append(.reached(PlaylistItemID("\(strayed)"))) }
        }
        while !events.isEmpty {
            for effect in plan.handle(events.removeFirst(), at: now) { apply(effect, at: now) }
        }
    }

    private mutating func apply(_ effect: PlaylistPlan.Effect, at now: MonotonicTime) {
        switch effect {
        case .open(let opening, let id):
            guard let index = Int(id.name), index < items.count else {
                return events.append(.unmade(opening))
            }
            players[opening] = player(index, at: now)
            if place == nil {
                place = opening
                players[opening]?.turn = .now
            }
        case .close(let opening): players[opening] = nil
        case .follow(let opening, let isAtOnce): lineUp(opening, isAtOnce ? .next : .atEnd)
        case .hold: lineUp(nil, .none)
        case .wake(let time): wake = time
        case .finished, .standIn: break
        }
    }

    private mutating func player(_ index: Int, at now: MonotonicTime) -> Player {
        var layer = SampleBufferDisplayLayer(
            configuration: .init(pacing: .file, refreshInterval: refresh)
        )
        layer.wall = WallTimeline(start: Self.start, in: list.slot(index), epoch: Self.epoch)
        return Player(
            index: index,
            item: items[index],
            layer: layer,
            available: now + .seconds(0.02 + 0.25 * random.fraction())
        )
    }

    private mutating func lineUp(_ opening: PlaylistPlan.Opening?, _ turn: Turn) {
        for other in players.keys where other != place { players[other]?.turn = .none }
        if let opening, opening != place { players[opening]?.turn = turn }
    }

    // MARK: The presentation

    private mutating func present(_ opening: PlaylistPlan.Opening, at scanout: MonotonicTime) {
        guard var player = players[opening], player.turn != .none else { return }
        defer { players[opening] = player }
        keepStep(&player, at: scanout)
        decode(&player, at: scanout)
        guard player.turn == .now else { return }
        let wasEmpty = player.layer.displayedSample == nil
        guard player.layer.dequeue(dueAt: scanout, discard: { _, _ in }) == nil else {
            if wasEmpty { events.append(.shown(opening)) }
            return
        }
        guard player.layer.isOver(at: scanout), !player.isEndKnown else { return }
        player.isEndKnown = true
        events.append(.ended(opening))
    }

    private mutating func keepStep(_ player: inout Player, at scanout: MonotonicTime) {
        let frame = player.item.frame.map { max(.seconds($0), refresh) } ?? refresh
        let step = player.layer.wall?.pass(
            to: scanout,
            offset: offset + Self.epoch,
            refreshInterval: refresh,
            frameInterval: frame
        )
        guard let timeline = player.layer.wall else { return }
        let standing: WallTurn.Standing =
            switch player.turn {
            case .now: .shown
            case .next: .wanted
            case .atEnd, .none: .following
            }
        let turn = WallTurn(
            standing,
            isFresh: player.isFresh && player.layer.queuedCount == 0,
            isStill: player.isStill,
            isDisplayed: player.layer.hasPicture,
            isAtEnd: player.next == player.item.pictures && player.layer.queuedCount == 0
        )
        let verdict = player.pursuit.look(
            at: scanout,
            on: timeline,
            as: turn,
            step: step,
            refreshInterval: refresh
        )
        if player.turn == .now {
            let standing = player.layer.wallStanding(
                isStill: player.isStill == true,
                isAtEnd: turn.isAtEnd
            )
            isInStep = standing == .inStep
        }
        if let cause = verdict.resync { resyncs[cause, default: 0] += 1 }
        guard let target = verdict.target,
            let position = player.layer.wall?.seek(to: target)
        else { return }
        player.isEndKnown = false
        if verdict.isAtHand { return }
        player.layer.flush { _, _ in }
        player.isFresh = false
        player.next = player.item.picture(at: position - .zero)
        player.available =
            max(player.available, scanout) + .seconds(0.03 + 0.15 * random.fraction())
        player.attachments = [.discontinuity, .displayImmediately]
        seeks += 1
    }

    private mutating func decode(_ player: inout Player, at now: MonotonicTime) {
        while player.layer.isShortOfMediaData, now >= player.available,
            player.next < player.item.pictures
        {
            let sample = SampleBuffer(
                picture: .none,
                format: FormatDescription(
                    pixelFormat: .i420,
                    size: PixelSize(width: 16, height: 16)
                ),
                number: UInt64(player.next),
                pts: Self.start + player.item.time(of: player.next),
                duration: player.item.frame.map { .seconds($0) } ?? player.item.length,
                attachments: player.attachments,
                decoded: now
            )
            player.next += 1
            player.attachments = []
            player.isFresh = false
            try? player.layer.enqueue(sample, now: now) { _, _ in }
        }
    }

    private mutating func takeTurns(at scanout: MonotonicTime) {
        let next = players.first { opening, player in
            (player.turn == .next || player.turn == .atEnd)
                && player.layer.hasTurn(at: scanout)
        }
        guard let place, let opening = next?.key else { return }
        if let left = players.removeValue(forKey: place), left.layer.isTurnEnding,
            !left.isEndKnown
        {
            events.append(.ended(place))
        }
        self.place = opening
        players[opening]?.turn = .now
        if players[opening]?.layer.dequeue(dueAt: scanout, discard: { _, _ in }) != nil {
            events.append(.shown(opening))
        }
    }
}
