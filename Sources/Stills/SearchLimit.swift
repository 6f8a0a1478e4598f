public import Media
internal import Platform

/// How long a search may go on.
///
/// Thread: one with a limit to its work belongs to the thread that searches.
public struct SearchLimit: Sendable {
    private let deadline: MonotonicTime
    /// What the thread has worked when it is over.
    private let lastWork: Nanoseconds?
    private let isCancelled: @Sendable () -> Bool

    /// - Parameters:
    ///   - deadline: When to give up, whatever it is that takes so long.
    ///   - work: How long this thread may compute from now on, for what is to blame on the file
    ///     alone, not on a busy machine; nil is as long as it likes.
    ///   - isCancelled: Whether nobody waits any more; asked many times a second.
    public init(
        deadline: MonotonicTime,
        work: Nanoseconds? = nil,
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.deadline = deadline
        lastWork = work.map { ThreadClock.now() + $0 }
        self.isCancelled = isCancelled
    }

    /// Whether work is limited, which is counted on the searching thread alone.
    var countsWork: Bool { lastWork != nil }

    /// Whether the search is to end.
    public var isOver: Bool { reason != nil }

    /// - Throws: `StillError` when the search is to end.
    func check() throws(StillError) {
        if let reason { throw reason }
    }

    private var reason: StillError? {
        if isCancelled() { return .cancelled }
        if let lastWork, ThreadClock.now() >= lastWork { return .tooMuchWork }
        return MonotonicClock.now() >= deadline ? .timedOut : nil
    }
}
