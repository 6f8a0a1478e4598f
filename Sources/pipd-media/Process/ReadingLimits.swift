internal import Media
internal import Platform
internal import Stills

/// How long reading one foreign file may take.
enum ReadingLimits {
    /// What it may compute: more is the file's fault, which is left alone until it changes.
    private static let work = Nanoseconds.milliseconds(10_000)
    /// By the clock: a busy machine computes little in that, and a slow disk brings little.
    static let patience = Nanoseconds.milliseconds(60_000)
    /// So often it is looked whether the disk of a folder that is gone through tells something.
    static let look = Nanoseconds.milliseconds(15_000)
    /// From when on it hangs, and takes the process with it; some of that is for what comes
    /// before and behind, such as the way from a server.
    static let hanging = Nanoseconds.milliseconds(90_000)

    /// Of one file, from now on, on this thread.
    static func begin(_ isCancelled: @escaping @Sendable () -> Bool) -> SearchLimit {
        SearchLimit(
            deadline: MonotonicClock.now() + patience,
            work: work,
            isCancelled: isCancelled
        )
    }
}
