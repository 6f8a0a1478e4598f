internal import Media

/// The items that could not be shown, and when each is tried again: after 1, 2, 4 … 60 s, and of
/// many no more than four a second: of a disk that is away there may be ten thousand.
///
/// Thread: reentrant.
struct RestingItems: Sendable {
    private struct Rest: Sendable {
        var attempts: Int64
        var until: MonotonicTime
    }

    private var rests: [PlaylistItemID: Rest] = [:]

    static let first = Nanoseconds.milliseconds(1_000)
    static let longest = Nanoseconds.milliseconds(60_000)
    /// Between two of them, where each has had its turn.
    static let pace = Nanoseconds.milliseconds(250)

    /// Whether it could not be shown when it was tried last.
    func hasFailed(_ item: PlaylistItemID) -> Bool { rests[item] != nil }

    /// Whether it is left alone.
    func contains(_ item: PlaylistItemID, at now: MonotonicTime) -> Bool {
        rests[item].map { now < $0.until } ?? false
    }

    /// It could not be shown, or not any more.
    mutating func failed(_ item: PlaylistItemID, at now: MonotonicTime) {
        let attempts = rests[item]?.attempts ?? 0
        let length = min(Self.longest, Self.first * (1 << min(attempts, 16)))
        let others = Int64(rests.count - (rests[item] == nil ? 0 : 1))
        rests[item] = Rest(
            attempts: attempts + 1,
            until: now + max(length, Self.pace * (others + 1))
        )
    }

    /// It was shown.
    mutating func succeeded(_ item: PlaylistItemID) { rests[item] = nil }

    /// Forgets all others.
    mutating func keep(_ items: Set<PlaylistItemID>) {
        rests = rests.filter { items.contains($0.key) }
    }

    /// When the next one is tried again.
    func nextTime(after now: MonotonicTime) -> MonotonicTime? {
        rests.values.map(\.until).filter { $0 > now }.min()
    }
}
