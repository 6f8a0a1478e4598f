internal import Glibc
public import Media

/// The only clock of the program: `CLOCK_MONOTONIC`, that of page flips and V4L2 buffers.
///
/// Read it once per wake-up and hand the value down; whatever decides by time
/// takes the time as a parameter.
///
/// Thread: safe.
public enum MonotonicClock {
    public static func now() -> MonotonicTime {
        var time = timespec()
        // Cannot fail: the clock exists on every Linux and the pointer is ours.
        _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
