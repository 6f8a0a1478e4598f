public import Media

/// Notices that a playlist is at another item than its wall.
///
/// What is open ahead takes its turn by itself. This is for the rest: where the list began, a
/// clock that was set, an item that was missing and is there again, a list that was paused.
///
/// Thread: reentrant; time is an argument.
public struct WallListWatch: Sendable {
    /// One that comes on so soon is as good as the one that is.
    public static let ahead = Nanoseconds.milliseconds(1_000)
    /// How long the turn of another may have gone on before that is said.
    private static let patience = Nanoseconds.milliseconds(500)
    /// How often a list is looked at: a clock that is set says nothing.
    private static let pause = Nanoseconds.milliseconds(1_000)

    private var strayed: MonotonicTime?
    /// When to look again; nil before the first time.
    public private(set) var next: MonotonicTime?

    public init() {}

    /// Looks where the list is.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - time: That of the wall.
    ///   - list: On the wall.
    ///   - isPaused: Whether it is to stay where it is.
    ///   - isCurrent: Whether an item is on the screen, or on its way there.
    /// - Returns: Where it is to be; nil where it is right, or may be in a moment.
    public mutating func look(
        at now: MonotonicTime,
        time: Nanoseconds,
        on list: WallList,
        isPaused: Bool,
        isCurrent: (Int) -> Bool
    ) -> Int? {
        let coming = list.place(at: time + Self.ahead).index
        let isRight = isCurrent(list.place(at: time).index) || isCurrent(coming)
        guard !isRight, !isPaused else {
            strayed = nil
            next =
                now + (isPaused ? Self.pause : min(Self.pause, list.rest(at: time) + Self.patience))
            return nil
        }
        guard let strayed, now >= strayed + Self.patience else {
            strayed = strayed ?? now
            next = (strayed ?? now) + Self.patience
            return nil
        }
        self.strayed = now
        next = now + Self.pause
        // The turn that goes on may be over in a moment.
        return coming
    }
}
