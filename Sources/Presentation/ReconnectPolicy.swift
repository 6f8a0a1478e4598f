public import Media

/// How long to wait before a lost source is tried again.
///
///     attempt   1        2      3     4    5    6 …
///     delay   ≤ 250 ms  500 ms  1 s   2 s  4 s  5 s …, for ever
///
/// Each delay is shortened by up to half at random, so that a hundred screens
/// do not return to a restarted server in the same millisecond. A source that
/// comes back and is lost again at once goes on where it was; only one that
/// played for `stableInterval` starts over.
public struct ReconnectPolicy: Sendable {
    public static let firstDelay = Nanoseconds.milliseconds(250)
    public static let longestDelay = Nanoseconds.milliseconds(5000)
    /// The same where trying again is of no use unless something else has come meanwhile.
    public static let longestPermanentDelay = Nanoseconds.milliseconds(60_000)
    /// How long pictures must have come for the source to be trusted again.
    public static let stableInterval = Nanoseconds.milliseconds(1000)

    private var attempts: Int64 = 0
    private var playingSince: MonotonicTime?

    public init() {}

    /// The time to wait before the next attempt.
    ///
    /// - Parameters:
    ///   - random: A number from 0 up to 1 that the caller draws; others are clamped.
    ///   - limit: The longest one.
    /// - Returns: Half of what has grown up to the limit, or more.
    public mutating func nextDelay(
        random: Double,
        limit: Nanoseconds = Self.longestDelay
    ) -> Nanoseconds {
        playingSince = nil
        let longest = min(limit, Self.firstDelay * (1 << min(attempts, 16)))
        attempts += 1
        let share = random.isNaN ? 0 : min(max(random, 0), 1)
        return Nanoseconds(longest.count - Int64(Double(longest.count / 2) * share))
    }

    /// A picture came. Call it for every picture: the first one starts the time
    /// after which the attempts are forgotten.
    public mutating func succeeded(at now: MonotonicTime) {
        guard attempts > 0 else { return }
        let since = playingSince ?? now
        playingSince = since
        if now - since >= Self.stableInterval { attempts = 0 }
    }
}
