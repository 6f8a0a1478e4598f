internal import Control
internal import Media

/// When previews are made, and who is given them: one picture of each width for all that wait for
/// it, all of one state of the view, so often at most, and none of what has not changed.
struct PreviewPlan {
    enum Turn: Hashable {
        /// Pictures of these widths are to be made; `made` or `failed` tells of the end of that.
        case make(Set<PreviewWidth>)
        /// Take another turn after that time; at most 100 ms.
        case look(Nanoseconds)
        /// Nobody waits, nor is likely to soon: who has been given a picture comes back for the
        /// next.
        case rest
    }

    /// Why somebody waits no more, and has no picture.
    enum Ending: Hashable {
        /// The view is the one that the client has.
        case unchanged
        case hasNoPicture
        case takesTooLong
    }

    /// The least time between two pictures of one width.
    private let interval: Nanoseconds
    private var tracks: [PreviewWidth: Track] = [:]
    private var waiting: [Int: Waiting] = [:]
    private var begun: MonotonicTime?
    private var isMaking = false
    /// When the view was seen to have changed.
    private var changed: (drawings: Int, at: MonotonicTime)?

    private struct Track {
        var newest: PreviewPicture?
        var ended: MonotonicTime?
        var made = 0
    }

    private struct Waiting {
        let width: PreviewWidth
        /// The frame that the client has; zero for none, which is no frame's number.
        let known: Int
        /// Until then the view may change.
        let deadline: MonotonicTime
        /// Until then a picture of what has changed may be made.
        let limit: MonotonicTime

        /// Nil while there is something to wait for.
        func ending(drawings: Int, at now: MonotonicTime) -> Ending? {
            if known < drawings { return now < limit ? nil : .takesTooLong }
            guard now >= deadline else { return nil }
            return known > 0 ? .unchanged : .hasNoPicture
        }
    }

    /// - Parameter rate: Pictures a second, at most.
    init(rate: Int) { interval = .seconds(1 / Double(max(1, rate))) }

    /// - Parameters:
    ///   - request: What is asked for.
    ///   - width: Its width.
    ///   - number: Whose it is, which nobody has who waits.
    ///   - drawings: How often the view has changed.
    ///   - now: The present.
    /// - Returns: The picture; nil where the client waits from now on. A turn is due then.
    mutating func ask(
        _ request: PreviewRequest,
        _ width: PreviewWidth,
        as number: Int,
        drawings: Int,
        at now: MonotonicTime
    ) -> PreviewPicture? {
        // A frame that there is not yet is of another life of the program.
        let known = request.after.flatMap { $0 > drawings ? nil : $0 } ?? 0
        let track = tracks[width]
        if let newest = track?.newest, newest.frame > known,
            newest.frame >= drawings || isYoung(track?.ended, at: now)
        {
            return newest
        }
        let deadline = now + .seconds(request.waitSeconds)
        waiting[number] = Waiting(
            width: width,
            known: known,
            deadline: deadline,
            limit: max(deadline, now + Self.longestMaking)
        )
        return nil
    }

    /// Who is gone waits no more.
    mutating func leave(_ number: Int) { waiting[number] = nil }

    /// - Parameters:
    ///   - drawings: How often the view has changed.
    ///   - now: The present.
    /// - Returns: What to do, and who has waited long enough.
    mutating func turn(
        drawings: Int,
        at now: MonotonicTime
    ) -> (turn: Turn, ended: [Int: Ending]) {
        if changed?.drawings != drawings { changed = (drawings, now) }
        let ended = waiting.compactMapValues { $0.ending(drawings: drawings, at: now) }
        for number in ended.keys { waiting[number] = nil }
        return (next(drawings: drawings, at: now), ended)
    }

    private mutating func next(drawings: Int, at now: MonotonicTime) -> Turn {
        let ends = waiting.values.map { $0.known < drawings ? $0.limit : $0.deadline }
        guard let end = ends.min() else {
            guard let begun, isYoung(begun, at: now) else { return .rest }
            return .look(min(begun + interval - now, Self.longestLook))
        }
        let latest = min(end - now, Self.longestLook)
        if isMaking { return .look(min(interval, latest)) }
        let widths = Set(waiting.values.filter { $0.known < drawings }.map(\.width))
        guard !widths.isEmpty else { return .look(min(look(at: now), latest)) }
        if let begun, isYoung(begun, at: now) {
            return .look(min(begun + interval - now, latest))
        }
        isMaking = true
        begun = now
        return .make(widths)
    }

    /// These files were made of the view.
    ///
    /// - Returns: Who has waited for which.
    mutating func made(
        _ files: [PreviewWidth: [UInt8]],
        frame: Int,
        at now: MonotonicTime
    ) -> [Int: PreviewPicture] {
        isMaking = false
        for (width, bytes) in files {
            let number = tracks[width]?.made ?? 0
            tracks[width] = Track(
                newest: PreviewPicture(frame: frame, number: number, bytes: bytes),
                ended: now,
                made: number + 1
            )
        }
        let given = waiting.compactMapValues { client -> PreviewPicture? in
            guard files[client.width] != nil, client.known < frame else { return nil }
            return tracks[client.width]?.newest
        }
        for number in given.keys { waiting[number] = nil }
        return given
    }

    /// None could be made. It is tried again, no sooner than otherwise, for who asks again.
    mutating func failed() {
        isMaking = false
        waiting = [:]
    }

    /// Keeps nothing but the numbers of widths in which nothing was made since then.
    mutating func forget(before time: MonotonicTime) {
        for (width, track) in tracks where track.ended.map({ $0 < time }) ?? true {
            tracks[width]?.newest = nil
        }
    }

    private func isYoung(_ time: MonotonicTime?, at now: MonotonicTime) -> Bool {
        time.map { now - $0 < interval } ?? false
    }

    /// When to look whether the view has changed: more seldom the longer it has not.
    private func look(at now: MonotonicTime) -> Nanoseconds {
        let rest = changed.map { Nanoseconds((now - $0.at).count / 10) } ?? .zero
        return min(max(rest, Self.shortestLook), Self.longestLook)
    }

    private static let shortestLook = Nanoseconds.milliseconds(20)
    private static let longestLook = Nanoseconds.milliseconds(100)
    private static let longestMaking = Nanoseconds.milliseconds(5_000)
}
