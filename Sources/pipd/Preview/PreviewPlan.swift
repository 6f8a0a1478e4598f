internal import Control
internal import Media

/// When a preview is made, and what who asks for one is given: one picture of each width for all,
/// at most so often, and none of what has not changed.
struct PreviewPlan {
    enum Step {
        case give(PreviewPicture)
        /// It is up to who asks now; others wait.
        case make
        /// And ask again.
        case wait(Nanoseconds)
    }

    /// The least time between two pictures of one width.
    let interval: Nanoseconds
    private var tracks: [PreviewWidth: Track] = [:]

    private struct Track {
        var newest: PreviewPicture?
        var begun: MonotonicTime?
        var ended: MonotonicTime?
        var isMaking = false
        var made = 0
    }

    /// How often it is looked whether the view has changed, or a picture is made.
    static let look = Nanoseconds.milliseconds(20)

    /// - Parameter rate: Pictures a second, at most.
    init(rate: Int) { interval = .seconds(1 / Double(max(1, rate))) }

    /// - Parameters:
    ///   - request: What is asked for.
    ///   - width: Its width.
    ///   - drawings: How often the view has changed.
    ///   - now: The present.
    /// - Returns: What to do; `make` is answered with `made` or `failed`.
    mutating func next(
        _ request: PreviewRequest,
        _ width: PreviewWidth,
        drawings: Int,
        at now: MonotonicTime
    ) -> Step {
        var track = tracks[width] ?? Track()
        // A number that there is not yet is one of another life of the program.
        let known = request.after.flatMap { $0 > drawings ? nil : $0 } ?? 0
        if let newest = track.newest, newest.frame > known,
            newest.frame >= drawings || isYoung(track.ended, at: now)
        {
            return .give(newest)
        }
        guard drawings > known, !track.isMaking else { return .wait(Self.look) }
        if let begun = track.begun, isYoung(begun, at: now) {
            return .wait(begun + interval - now)
        }
        track.isMaking = true
        track.begun = now
        tracks[width] = track
        return .make
    }

    private func isYoung(_ time: MonotonicTime?, at now: MonotonicTime) -> Bool {
        time.map { now - $0 < interval } ?? false
    }

    /// - Returns: What all are given that wait for it.
    mutating func made(
        _ bytes: [UInt8],
        frame: Int,
        _ width: PreviewWidth,
        at now: MonotonicTime
    ) -> PreviewPicture {
        var track = tracks[width] ?? Track()
        let picture = PreviewPicture(frame: frame, number: track.made, bytes: bytes)
        track.made += 1
        track.newest = picture
        track.isMaking = false
        track.ended = now
        tracks[width] = track
        return picture
    }

    /// Somebody else may try, no sooner than otherwise.
    mutating func failed(_ width: PreviewWidth) { tracks[width]?.isMaking = false }

    /// Nobody looks any more: nothing is kept but the numbers.
    mutating func forget() {
        for width in tracks.keys { tracks[width]?.newest = nil }
    }
}
