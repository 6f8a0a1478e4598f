internal import Media
internal import Platform
internal import Presentation

/// The wall of a playlist: when its items have their turns, and whether it is where that is.
///
/// Thread: under the lock of `ControlSide`.
struct PlaylistWall {
    private let sync: WallSync
    private let list: WallList
    private let items: [PlaylistItemID]
    private let isVirtual: Bool
    private var watch = WallListWatch()
    let turns: [PlaylistItemID: WallSync]

    /// In virtual time the wall's time is that of the run, which begins with its first second.
    private static let virtualStart = Nanoseconds.milliseconds(1_000)

    /// - Parameters:
    ///   - configuration: Of the playlist.
    ///   - isVirtual: Whether its time is that of the run.
    init?(_ configuration: PlaylistConfiguration, isVirtual: Bool) {
        guard let sync = configuration.sync, let list = configuration.wallList else { return nil }
        (self.sync, self.list, self.isVirtual) = (sync, list, isVirtual)
        items = configuration.itemIDs
        turns = configuration.turns
    }

    /// When to look at it although nothing happens.
    var nextLook: MonotonicTime? { watch.next }

    /// The item to begin with: what is opened now has its turn in a moment. In virtual time
    /// nothing takes any.
    func first(at now: MonotonicTime) -> PlaylistItemID {
        let ahead = isVirtual ? .zero : WallListWatch.ahead
        return items[list.place(at: time(at: now) + ahead).index]
    }

    /// What the plan is to know of where the wall is.
    mutating func look(
        at now: MonotonicTime,
        isPaused: Bool,
        current: PlaylistItemID?
    ) -> PlaylistPlan.Event? {
        guard !isVirtual else { return nil }
        let (time, items) = (time(at: now), items)
        let index = watch.look(at: now, time: time, on: list, isPaused: isPaused) {
            items[$0] == current
        }
        return index.map { .reached(items[$0]) }
    }

    private func time(at now: MonotonicTime) -> Nanoseconds {
        if isVirtual { return Self.virtualStart }
        return Nanoseconds(now.nanoseconds) + WallClocks.offset() - sync.epoch
    }
}
