internal import Glibc
public import Media

/// How long the calling thread has run on a processor: `CLOCK_THREAD_CPUTIME_ID`.
///
/// What it waits for does not count: neither a slow disk nor a busy machine.
///
/// Thread: safe; every thread has its own.
public enum ThreadClock {
    /// - Returns: The time since the thread began.
    public static func now() -> Nanoseconds {
        var time = timespec()
        // Cannot fail: the clock exists on every Linux and the pointer is ours.
        _ = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
