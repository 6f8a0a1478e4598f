public import Media

/// When the samples of a file that loops are due on a wall.
///
///     wall time   … D        2D        3D …      now
///     file        0 ───── D 0 ───── D 0 ───┬─ D
///                                          └─ position: now mod D
///
/// Each picture belongs to the round in which its time is nearest to now, so that nothing has
/// to be remembered of loops and seeks. A picture beyond the file's stated end belongs to none.
///
/// Thread: reentrant; time is an argument.
public struct WallTimeline: Sendable {
    /// The shortest file that a wall can show: pictures are decoded ahead by less than half of it.
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

    public let round: Round
    public private(set) var clock: WallClock
    /// The scanout that `clock` has the time of.
    private var scanout = MonotonicTime(nanoseconds: 0)
    /// The wall's time of the picture that came last; nil before the first one.
    public private(set) var newest: Nanoseconds?
    /// By how much later than its time the last picture was shown; negative: earlier. Nil
    /// before the first one.
    public private(set) var error: Nanoseconds?

    public init(_ round: Round, epoch: Nanoseconds) {
        self.round = round
        clock = WallClock(epoch: epoch)
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

    /// Where in the file the wall is at a time of its own.
    public func position(at time: Nanoseconds) -> Nanoseconds {
        let rest = time.count % round.duration.count
        return Nanoseconds(rest < 0 ? rest + round.duration.count : rest)
    }

    /// Whether the time has passed of the picture that came last.
    var isLate: Bool { newest.map { $0 < clock.steady } ?? false }

    /// Takes a picture that came.
    ///
    /// - Returns: The wall's time of it; nil beyond the end.
    mutating func place(_ pts: MediaTime) -> Nanoseconds? {
        let time = time(of: pts)
        newest = time ?? newest
        return time
    }

    private func time(of pts: MediaTime) -> Nanoseconds? {
        let position = max(pts - round.start, .zero)
        guard position < round.duration else { return nil }
        let now = clock.steady
        var distance = position - self.position(at: now)
        if distance > round.duration / 2 { distance -= round.duration }
        if distance < round.duration / -2 { distance += round.duration }
        return now + distance
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
    mutating func presented(_ time: Nanoseconds) { error = clock.exact - time }

    /// What came before is not shown any more.
    mutating func flush() { newest = nil }
}
