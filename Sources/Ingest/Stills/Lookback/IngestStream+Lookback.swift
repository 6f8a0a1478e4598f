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
        ) { timelines in
            timelines.last.flatMap { last in
                last.newestTime(at: MonotonicClock.now()).map { (last, $0) }
            }
        }
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
        guard let history else { throw .notSupported(keepsNothing) }
        guard configuration.boundedLookback != nil else {
            throw .notSupported(
                "stream '\(configuration.id)' keeps no past; set lookback: SECONDS for it (up to 60)"
            )
        }
        return try find(
            in: history,
            tolerance: tolerance,
            limit,
            moment: now - KeptPackets.bounded(back)
        ) { timelines in
            Self.moment(back, before: now, in: timelines)
        }
    }

    /// The timeline that has a moment, and when that is by its own time.
    private static func moment(
        _ back: Nanoseconds,
        before now: MonotonicTime,
        in timelines: [KeptPackets]
    ) -> (KeptPackets, MediaTime)? {
        guard var chosen = timelines.last, var time = chosen.time(back, before: now) else {
            return nil
        }
        for earlier in timelines.dropLast().reversed() {
            guard let start = chosen.oldestTime, time < start,
                let same = earlier.time(time, of: chosen)
            else { break }
            let moment = now - KeptPackets.bounded(back)
            (chosen, time) = (earlier, earlier.caughtUp(same, at: moment))
        }
        return (chosen, time)
    }

    /// How far back pictures can be had now; nothing for anything but live network streams.
    public var lookback: LookbackStatus { history?.status ?? LookbackStatus() }

    private func find(
        in history: PacketHistory,
        tolerance: Nanoseconds,
        _ limit: SearchLimit,
        moment: MonotonicTime? = nil,
        choose: ([KeptPackets]) -> (packets: KeptPackets, time: MediaTime)?
    ) throws(StillError) -> FoundPicture {
        try limit.check(at: MonotonicClock.now())
        let timelines = try history.kept.contents(of: configuration.id)
            .map { KeptPackets($0, limit: limit) }
        guard let (packets, time) = choose(timelines) else {
            throw .notSupported("the pictures of stream '\(configuration.id)' have no times")
        }
        let finder = PictureFinder(
            source: packets,
            time: time,
            tolerance: tolerance,
            limit: limit
        )
        var answer = try finder.findByPackets()
        if answer == nil { answer = try finder.findByDecoding() }
        guard let found = answer else {
            throw .noPicture("no picture of stream '\(configuration.id)' could be decoded")
        }
        let excess = moment.map { packets.excess(of: found.picture.pts, at: $0) } ?? .zero
        return excess > .zero ? found.tooOld(by: excess, tolerance: tolerance) : found
    }

    private var keepsNothing: String {
        "stream '\(configuration.id)' keeps no packets, since it is no live network stream"
    }
}
