internal import Control
internal import Media

/// When previews are made, and what who asks for one is given: one picture of each width for all,
/// all of one copy of the view, so often at most, and none of what has not changed.
struct PreviewPlan {
    enum Step {
        case give(PreviewPicture)
        /// Pictures of these widths are to be made, by whoever asks; then it asks again, as all.
        case make(Set<PreviewWidth>)
        /// There is going to be one: ask again after that time.
        case soon(Nanoseconds)
        /// Ask again after that time, or give up.
        case unchanged(Nanoseconds)
    }

    /// The least time between two copies of the view.
    let interval: Nanoseconds
    private var tracks: [PreviewWidth: Track] = [:]
    /// The widths that somebody waits for.
    private var wanted: Set<PreviewWidth> = []
    private var begun: MonotonicTime?
    private var isMaking = false
    /// When the view was seen to have changed.
    private var changed: (drawings: Int, at: MonotonicTime)?

    private struct Track {
        var newest: PreviewPicture?
        var ended: MonotonicTime?
        var made = 0
    }

    /// - Parameter rate: Copies of the view a second, at most.
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
        if changed?.drawings != drawings { changed = (drawings, now) }
        let known = Self.known(request, drawings: drawings)
        let track = tracks[width]
        if let newest = track?.newest, newest.frame > known,
            newest.frame >= drawings || isYoung(track?.ended, at: now)
        {
            return .give(newest)
        }
        guard drawings > known else { return .unchanged(look(at: now)) }
        wanted.insert(width)
        if isMaking { return .soon(Self.shortestLook) }
        if let begun, isYoung(begun, at: now) { return .soon(begun + interval - now) }
        defer { wanted = [] }
        isMaking = true
        begun = now
        return .make(wanted)
    }

    /// The frame that a client has; zero for none, which is no frame's number. One that there is
    /// not yet is of another life of the program.
    static func known(_ request: PreviewRequest, drawings: Int) -> Int {
        request.after.flatMap { $0 > drawings ? nil : $0 } ?? 0
    }

    /// The view was copied, and these files were made of it.
    mutating func made(
        _ files: [PreviewWidth: [UInt8]],
        frame: Int,
        at now: MonotonicTime
    ) {
        isMaking = false
        for (width, bytes) in files {
            let number = tracks[width]?.made ?? 0
            tracks[width] = Track(
                newest: PreviewPicture(frame: frame, number: number, bytes: bytes),
                ended: now,
                made: number + 1
            )
        }
    }

    /// It is tried again, no sooner than otherwise.
    mutating func failed() { isMaking = false }

    /// Nobody looks any more: nothing is kept but the numbers.
    mutating func forget() {
        for width in tracks.keys { tracks[width]?.newest = nil }
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
}
