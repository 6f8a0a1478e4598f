internal import CLinux
internal import Glibc
public import Media

/// What `CLOCK_REALTIME` and its keeper say.
///
/// Thread: safe.
public enum WallClocks {
    /// `CLOCK_REALTIME` minus `CLOCK_MONOTONIC`: only setting the clock changes it.
    ///
    /// Takes three readings of clocks, and no call into the system. A thread that is interrupted
    /// between two of them reads again, thrice at most.
    public static func offset() -> Nanoseconds {
        var best = reading()
        for _ in 0..<2 where best.width > longestReading {
            let again = reading()
            if again.width < best.width { best = again }
        }
        return best.offset
    }

    /// How well the machine keeps the time, as the kernel was told.
    public struct Discipline: Hashable, Sendable {
        /// Whether something keeps the clock in step with another one.
        public let isSynchronized: Bool
        /// How far it may be off at most: what chrony or another keeper says of it, and more by
        /// the minute.
        public let largestError: Nanoseconds
    }

    /// The corresponding C function is `ntp_adjtime`, which changes nothing here.
    ///
    /// - Throws: `EPERM` where a filter of system calls is in the way.
    public static func discipline() throws(SystemCallError) -> Discipline {
        var microseconds = 0
        let state = try systemCall("ntp_adjtime") {
            clinux_clock_state(&microseconds)
        }
        return Discipline(
            isSynchronized: state == 0,
            largestError: Nanoseconds(Int64(microseconds)) * 1000
        )
    }

    private struct Reading {
        let offset: Nanoseconds
        let width: Nanoseconds
    }

    /// Readings back to back take a tenth of a microsecond.
    private static let longestReading = Nanoseconds(5_000)

    private static func reading() -> Reading {
        let before = MonotonicClock.now()
        var time = timespec()
        // Cannot fail, as that of the other clock.
        _ = clock_gettime(CLOCK_REALTIME, &time)
        let after = MonotonicClock.now()
        let real = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        let width = after - before
        return Reading(
            offset: Nanoseconds(real - before.nanoseconds) - width / 2,
            width: width
        )
    }
}
