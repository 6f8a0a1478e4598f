internal import Decoding
package import Media
internal import Platform

extension PacketHistory {
    /// The newest picture that the packets make.
    ///
    /// - Parameters:
    ///   - id: Of the stream, for errors.
    ///   - tolerance: How far from the newest a whole picture may be and still count as near.
    ///   - limit: How long to search.
    /// - Returns: The picture, of tier `exact` where it is the newest that came.
    /// - Throws: `StillError`; another attempt may succeed.
    package func newestPicture(
        of id: StreamID,
        tolerance: Nanoseconds,
        _ limit: SearchLimit
    ) throws(StillError) -> FoundPicture {
        try find(of: id, tolerance: tolerance, limit) { timelines in
            timelines.last.flatMap { last in
                last.newestTime(at: MonotonicClock.now()).map { (last, $0) }
            }
        }
    }

    /// The picture that was the newest some time before a moment.
    ///
    /// - Parameters:
    ///   - id: Of the stream, for errors.
    ///   - back: How long ago: zero or more, less is zero.
    ///   - now: What that is counted from.
    ///   - tolerance: How far from that a picture may be and still count as near.
    ///   - limit: How long to search.
    /// - Returns: The picture of that time, else the nearest whole one.
    /// - Throws: `StillError`; another attempt may succeed.
    package func pastPicture(
        of id: StreamID,
        back: Nanoseconds,
        before now: MonotonicTime,
        tolerance: Nanoseconds,
        _ limit: SearchLimit
    ) throws(StillError) -> FoundPicture {
        guard span != nil else {
            throw .notSupported(
                "stream '\(id)' keeps no past; set lookback: SECONDS for it (up to 60)"
            )
        }
        return try find(
            of: id,
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

    private func find(
        of id: StreamID,
        tolerance: Nanoseconds,
        _ limit: SearchLimit,
        moment: MonotonicTime? = nil,
        choose: ([KeptPackets]) -> (packets: KeptPackets, time: MediaTime)?
    ) throws(StillError) -> FoundPicture {
        try limit.check()
        let timelines = try kept.contents(of: id)
            .map { KeptPackets($0, limit: limit) }
        guard let (packets, time) = choose(timelines) else {
            throw .notSupported("the pictures of stream '\(id)' have no times")
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
            throw .noPicture("no picture of stream '\(id)' could be decoded")
        }
        let excess = moment.map { packets.excess(of: found.picture.pts, at: $0) } ?? .zero
        return excess > .zero ? found.tooOld(by: excess, tolerance: tolerance) : found
    }
}
