public import Media

/// When the samples of a file that loops are due on a wall.
///
///     wall time   … D        2D        3D …      now
///     file        0 ───── D 0 ───── D 0 ───┬─ D
///                                          └─ position: now mod D
///
/// The first picture behind a seek belongs to the round that was sought, each further one to that
/// of the picture before it, and the first one behind the file's end to the next. So each may
/// stand as long as it will. A picture beyond the file's stated end belongs to none.
///
/// Thread: reentrant; time is an argument.
public struct WallTimeline: Sendable {
    /// The shortest file that a wall can show.
    public static let shortestRound = Nanoseconds.milliseconds(1000)

    /// When a file begins, on the time of its pictures, and how long it is.
    public struct Round: Hashable, Sendable {
        public var start: MediaTime
        public var duration: Nanoseconds

        /// Nil for what is too short.
        public init?(start: MediaTime, duration: Nanoseconds) {
            guard duration >= WallTimeline.shortestRound else { return nil }
            self.start = start
            self.duration = duration
        }
    }

    public private(set) var round: Round
    /// After which the same picture is due again: a round, or that of the list in which the file
    /// has its turns.
    public let period: Nanoseconds
    private let hasTurns: Bool
    public private(set) var clock: WallClock
    /// The scanout that `clock` has the time of.
    private var scanout = MonotonicTime(nanoseconds: 0)
    /// The wall's time that was gone to last; nil before the first time.
    private(set) var sought: Nanoseconds?
    /// That of the first picture there; nil before it came.
    private var first: Nanoseconds?
    /// The wall's time of the picture that came last; nil before the first one, and behind a
    /// seek.
    public private(set) var newest: Nanoseconds?
    /// By how much later than it was wanted that one came; negative: earlier. Nil as `newest`.
    public private(set) var lateness: Nanoseconds?
    /// By how much later than its time the last picture was shown; negative: earlier. Nil
    /// before the first one, and behind a seek.
    public private(set) var error: Nanoseconds?
    /// Whether a picture came whose time is beyond that of its turn, as those behind it are.
    private(set) var isBeyondTurn = false

    public init(_ round: Round, epoch: Nanoseconds) {
        self.round = round
        (period, hasTurns) = (round.duration, false)
        clock = WallClock(epoch: epoch)
    }

    /// The times of an item of a list: those of the wall count from its first turn.
    ///
    /// - Parameters:
    ///   - start: When the item begins, on the time of its pictures.
    ///   - slot: When it has its turns.
    ///   - epoch: The wall's. Nil where its turns are too short.
    public init?(start: MediaTime, in slot: WallList.Slot, epoch: Nanoseconds) {
        guard let round = Round(start: start, duration: slot.length), slot.length <= slot.period
        else { return nil }
        self.round = round
        (period, hasTurns) = (slot.period, true)
        clock = WallClock(epoch: epoch + slot.start)
    }

    /// Goes to another scanout.
    ///
    /// - Parameters:
    ///   - scanout: When it begins.
    ///   - offset: As for `WallClock.pass`.
    ///   - refreshInterval: Likewise.
    ///   - frameInterval: Likewise.
    /// - Returns: Likewise.
    public mutating func pass(
        to scanout: MonotonicTime,
        offset: Nanoseconds,
        refreshInterval: Nanoseconds,
        frameInterval: Nanoseconds
    ) -> Nanoseconds? {
        self.scanout = scanout
        return clock.pass(
            to: scanout,
            offset: offset,
            refreshInterval: refreshInterval,
            frameInterval: frameInterval
        )
    }

    /// Where in the file the wall is at a time of its own; beyond its length while others have
    /// their turns.
    public func position(at time: Nanoseconds) -> Nanoseconds {
        let rest = time.count % period.count
        return Nanoseconds(rest < 0 ? rest + period.count : rest)
    }

    /// When the turn began that goes on at a time of the wall; nil while others have theirs.
    func turn(at time: Nanoseconds) -> Nanoseconds? {
        let position = position(at: time)
        return position < round.duration ? time - position : nil
    }

    /// Whether the turn goes on that was gone to last.
    var isInTurn: Bool {
        guard let sought, let current = turn(at: clock.steady) else { return false }
        return turn(at: sought) == current
    }

    /// Whether one turn follows the other.
    var isAlone: Bool { round.duration == period }

    /// When the next turn begins.
    func nextTurn(after time: Nanoseconds) -> Nanoseconds {
        time - position(at: time) + period
    }

    /// Whether the turn that was gone to last has passed.
    ///
    /// - Parameter interval: Or will have after that.
    /// - Returns: Not before it was gone to one.
    func isOver(within interval: Nanoseconds = .zero) -> Bool {
        sought.map { isPast($0, within: interval) } ?? false
    }

    /// Whether the turn has passed, or will have, in which a time of the wall is.
    func isPast(_ time: Nanoseconds, within interval: Nanoseconds = .zero) -> Bool {
        hasTurns && clock.steady + interval - (time - position(at: time)) >= round.duration
    }

    /// The item's pictures are known to begin at a time. To be called before one has come.
    public mutating func begins(at start: MediaTime) {
        if newest == nil { round.start = start }
    }

    /// The file is sought: the next picture to come is that of a time, or the last one before.
    ///
    /// - Parameter time: The wall's.
    /// - Returns: Where that is in the file, from its start.
    public mutating func seek(to time: Nanoseconds) -> MediaTime {
        (sought, first, newest, lateness, error) = (time, nil, nil, nil, nil)
        isBeyondTurn = false
        return .zero + position(at: time)
    }

    /// How long the first picture behind a seek has to wait for its time; negative: that has
    /// passed. Nil before it came.
    var wait: Nanoseconds? { first.map { $0 - clock.steady } }

    /// Whether the time has passed of the picture that came last.
    var isLate: Bool { newest.map { $0 < clock.steady } ?? false }

    /// Whether another picture should have come.
    var isOverdue: Bool { newest.map { clock.steady - $0 > WallPursuit.tolerance } ?? false }

    /// Takes a picture that came.
    ///
    /// - Parameters:
    ///   - pts: The picture's.
    ///   - isRepeat: Whether it is the first one behind the file's end.
    /// - Returns: The wall's time of it; nil beyond the end.
    mutating func place(_ pts: MediaTime, isRepeat: Bool) -> Nanoseconds? {
        let position = max(pts - round.start, .zero)
        guard position < round.duration else {
            isBeyondTurn = hasTurns && newest != nil
            return nil
        }
        let before = newest ?? sought ?? clock.steady
        let distance = position - self.position(at: before)
        let isNext = isRepeat && (newest == nil || distance <= .zero)
        let time = before + distance + (isNext ? round.duration : .zero)
        lateness = clock.steady - (newest == nil ? max(time, before) : time)
        if newest == nil { first = time }
        newest = time
        return time
    }

    /// The earliest scanout at which a picture is due: the nearest one to its time.
    ///
    /// - Parameters:
    ///   - time: The picture's, of the wall.
    ///   - duration: The picture's; zero where that is not known.
    ///   - refreshInterval: The time between two scanouts.
    /// - Returns: A moment of the scanouts' clock, which may have passed.
    func earliestScanout(
        for time: Nanoseconds,
        lasting duration: Nanoseconds,
        refreshInterval: Nanoseconds
    ) -> MonotonicTime {
        let interval = duration > .zero ? min(duration, refreshInterval) : refreshInterval
        return scanout + (time - interval / 2 - clock.steady)
    }

    /// A picture was given the scanout.
    mutating func presented(_ time: Nanoseconds) {
        error = clock.exact - wanted(time)
    }

    /// From when on a picture was to be shown: its time, but up to that which was sought the first
    /// one behind a seek comes as early as it can.
    private func wanted(_ time: Nanoseconds) -> Nanoseconds {
        guard let sought, time == first else { return time }
        return max(time, min(sought, clock.exact))
    }
}
