internal import FrameTransport
public import Media
internal import Platform

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
        guard let history else { throw .notSupported(keepsNothing) }
        return try find(
            in: history,
            tolerance: tolerance,
            SearchLimit(deadline: deadline, isCancelled: isCancelled)
        ) { $0.newestTime }
    }

    /// The picture that was the newest some time ago.
    ///
    /// It is looked for in the stream's own time, counted from the newest picture;
    /// from later by the silence where a stall's time (`StallDetector.shortestStall`)
    /// or more has gone by since the newest packet came. A time in that silence has
    /// the last picture before, which is not `exact` then. Pictures older than those
    /// kept are answered with the oldest one there is. A connection that was made
    /// anew, or a stream whose time jumped, begins afresh. Blocking.
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
        guard let history else { throw .notSupported(keepsNothing) }
        guard configuration.boundedLookback != nil else {
            throw .notSupported(
                "stream '\(configuration.id)' keeps no past; set lookback: SECONDS for it (up to 60)"
            )
        }
        return try find(in: history, tolerance: tolerance, limit) { $0.time(back, before: now) }
    }

    /// How far back pictures can be had now; nothing for anything but live network streams.
    public var lookback: LookbackStatus { history?.status ?? LookbackStatus() }

    private func find(
        in history: PacketHistory,
        tolerance: Nanoseconds,
        _ limit: SearchLimit,
        choose: (KeptPackets) -> MediaTime?
    ) throws(StillError) -> FoundPicture {
        try limit.check(at: MonotonicClock.now())
        let packets = KeptPackets(try history.kept.contents(of: configuration.id), limit: limit)
        guard let time = choose(packets) else {
            throw .notSupported("the pictures of stream '\(configuration.id)' have no times")
        }
        let finder = PictureFinder(
            source: packets,
            time: time,
            tolerance: tolerance,
            limit: limit
        )
        if let found = try finder.findByPackets() { return found }
        if let found = try finder.findByDecoding() { return found }
        throw .noPicture("no picture of stream '\(configuration.id)' could be decoded")
    }

    private var keepsNothing: String {
        "stream '\(configuration.id)' keeps no packets, since it is no live network stream"
    }
}
