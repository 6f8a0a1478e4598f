public import Media

/// How long to wait before a lost source is tried again.
///
///     attempt   1        2      3     4    5    6 …
///     delay   ≤ 250 ms  500 ms  1 s   2 s  4 s  5 s …, for ever
///
/// What is likely to last, and was met so many times in a row, is tried more and more
/// seldom: after 8, 16, 32 and then every 60 s. An outage that ends in such a fault, as when
/// a server is back before its streams, begins that with 5 s. What costs a processor to meet
/// is tried every 60 s from the first time on.
///
/// Each delay is shortened by up to half at random, so that a hundred screens
/// do not return to a restarted server in the same millisecond. A source that
/// comes back and is lost again at once goes on where it was; only one that
/// played for `stableInterval` starts over.
public struct ReconnectPolicy: Sendable {
    public static let firstDelay = Nanoseconds.milliseconds(250)
    public static let longestDelay = Nanoseconds.milliseconds(5000)
    /// The same after faults that are likely to last.
    public static let longestLastingDelay = Nanoseconds.milliseconds(60_000)
    /// How long pictures must have come for the source to be trusted again.
    public static let stableInterval = Nanoseconds.milliseconds(1000)

    /// So many in a row have the longest delay.
    private static let mostLastingFaults: Int64 = 8

    private var attempts: Int64 = 0
    /// Faults in a row that are likely to last.
    private var lastingFaults: Int64 = 0
    private var playingSince: MonotonicTime?

    public init() {}

    /// What was wrong with the last attempt.
    public enum Fault: Hashable, Sendable {
        /// It may be gone at any moment.
        case passing
        /// The same is met for as long as nobody changes something.
        case lasting
        /// The same, and to meet it takes a processor for seconds: it is seldom tried at once.
        case costly
    }

    /// The time to wait before the next attempt.
    ///
    /// - Parameters:
    ///   - random: A number from 0 up to 1 that the caller draws; others are clamped.
    ///   - fault: What was wrong with the last one.
    /// - Returns: Half of what has grown up to the limit, or more.
    public mutating func nextDelay(
        random: Double,
        after fault: Fault = .passing
    ) -> Nanoseconds {
        playingSince = nil
        if fault == .passing { lastingFaults = 0 }
        if fault == .costly { lastingFaults = max(lastingFaults, Self.mostLastingFaults) }
        let longest = max(
            Self.grown(attempts, upTo: Self.longestDelay),
            Self.grown(lastingFaults, upTo: Self.longestLastingDelay)
        )
        attempts += 1
        if fault != .passing { lastingFaults += 1 }
        let share = random.isNaN ? 0 : min(max(random, 0), 1)
        return Nanoseconds(longest.count - Int64(Double(longest.count / 2) * share))
    }

    /// A picture came. Call it for every picture: the first one starts the time
    /// after which the attempts are forgotten.
    public mutating func succeeded(at now: MonotonicTime) {
        guard attempts > 0 else { return }
        let since = playingSince ?? now
        playingSince = since
        if now - since >= Self.stableInterval { (attempts, lastingFaults) = (0, 0) }
    }

    private static func grown(_ times: Int64, upTo limit: Nanoseconds) -> Nanoseconds {
        min(limit, firstDelay * (1 << min(times, 16)))
    }
}
