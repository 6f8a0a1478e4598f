import Media
import TestSupport

/// The clocks of one screen of a wall: the crystal of its display, whose vblanks have a phase of
/// their own, and the time of day, which is off by up to 2 ms.
struct VirtualClock {
    /// The true length of the refresh interval, in seconds.
    private let interval: Double
    /// Of the monotonic clock's zero, in true time.
    let boot: Nanoseconds
    private let offset: Double
    private let swing: Double
    private let period: Double

    /// - Parameters:
    ///   - refresh: Of the display's mode.
    ///   - drift: By how much it is faster, in millionths.
    ///   - boot: As the member.
    ///   - random: Draws what its time of day is off by.
    init(
        refresh: Nanoseconds,
        drift: Double,
        boot: Nanoseconds,
        _ random: inout SeededGenerator
    ) {
        interval = refresh.seconds / (1 + drift / 1e6)
        self.boot = boot
        // Together never beyond 2 ms, and seldom near that.
        offset = 0.0012 * (random.fraction() + random.fraction() - 1)
        swing = 0.0008 * random.fraction()
        period = 1000 + 3000 * random.fraction()
    }

    /// How far the time of day is off at a true time.
    func error(at time: Nanoseconds) -> Nanoseconds {
        let phase = time.seconds.truncatingRemainder(dividingBy: period) / period * 4
        // A triangle, from -1 to 1.
        return .seconds(offset + swing * (phase < 2 ? phase - 1 : 3 - phase))
    }

    /// The true time of the flip that is a number of flips behind the first.
    func time(of flip: Int64) -> Nanoseconds { .seconds(Double(flip) * interval) + boot }

    /// The first flip that is not before a true time.
    func flip(at time: Nanoseconds) -> Int64 {
        Int64(((time - boot).seconds / interval).rounded(.up))
    }

    /// When a flip is said to be, on the monotonic clock: off by up to 100 microseconds.
    func prediction(of time: Nanoseconds, _ random: inout SeededGenerator) -> MonotonicTime {
        let noise = Nanoseconds(Int64((random.fraction() - 0.5) * 200_000))
        return MonotonicTime(nanoseconds: (time - boot + noise).count)
    }
}
