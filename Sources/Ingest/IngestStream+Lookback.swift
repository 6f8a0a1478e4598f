internal import Addressing
public import Media
internal import Platform
public import Stills

extension IngestStream {
    /// The newest picture that the packets kept of a live network stream make.
    ///
    /// For streams that nobody shows: their packets are decoded by nobody else. A
    /// stream that is down answers with the last picture before that; `arrived`
    /// tells how old it is. Blocking.
    ///
    /// - Parameters:
    ///   - tolerance: How far from the newest a whole picture may be and still count as near.
    ///   - deadline: When to give up.
    ///   - isCancelled: Whether nobody waits any more.
    /// - Returns: The picture, of tier `exact` where it is the newest that came.
    /// - Throws: `StillError`; another attempt may succeed.
    public func newestPicture(
        tolerance: Nanoseconds,
        deadline: MonotonicTime,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws(StillError) -> FoundPicture {
        try kept().newestPicture(
            of: configuration.id,
            tolerance: tolerance,
            SearchLimit(deadline: deadline, isCancelled: isCancelled)
        )
    }

    /// The picture that was the newest some time ago.
    ///
    /// It is looked for in the stream's own time, counted from the newest picture;
    /// from later by the silence where three intervals, 150 ms at least, or more have
    /// gone by since the newest packet came. A time in that silence has
    /// the last picture before, which is not `exact` then. Pictures older than those
    /// kept are answered with the oldest one there is. Where a connection was made
    /// anew, or a stream's time jumped, what was before is counted back by when it came;
    /// so it is while a stream is late that stood still. Blocking.
    ///
    /// - Parameters:
    ///   - back: How long ago: zero or more, less is zero.
    ///   - tolerance: How far from that a picture may be and still count as near.
    ///   - deadline: When to give up.
    ///   - isCancelled: Whether nobody waits any more.
    /// - Returns: The picture of that time, else the nearest whole one.
    /// - Throws: `StillError`; another attempt may succeed.
    public func pastPicture(
        back: Nanoseconds,
        tolerance: Nanoseconds,
        deadline: MonotonicTime,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws(StillError) -> FoundPicture {
        try pastPicture(
            back: back,
            before: MonotonicClock.now(),
            tolerance: tolerance,
            SearchLimit(deadline: deadline, isCancelled: isCancelled)
        )
    }

    /// The same, counted from a given moment.
    func pastPicture(
        back: Nanoseconds,
        before now: MonotonicTime,
        tolerance: Nanoseconds,
        _ limit: SearchLimit
    ) throws(StillError) -> FoundPicture {
        try kept().pastPicture(
            of: configuration.id,
            back: back,
            before: now,
            tolerance: tolerance,
            limit
        )
    }

    /// How far back pictures can be had now; nothing for anything but live network streams.
    public var lookback: LookbackStatus { history?.status ?? .nothing }

    private func kept() throws(StillError) -> PacketHistory {
        if let history { return history }
        throw .notSupported(
            "stream '\(configuration.id)' keeps no packets, since it is no live network stream"
        )
    }
}
