internal import Media

/// When a broker that is away is tried again.
///
///     attempt     1      2      3, 4, …
///     after up to 15 s   30 s   60 s
///
/// Each delay is any up to its limit ("full jitter"): the screens of a house come back to a broker
/// that was restarted over a quarter of a minute, not in the same second.
struct BrokerReconnection {
    static let firstLimit = Nanoseconds.milliseconds(15_000)
    static let longestLimit = Nanoseconds.milliseconds(60_000)
    /// A connection that stood for as long is trusted again.
    static let stableInterval = Nanoseconds.milliseconds(300_000)

    /// So many connections in a row that were let in at once and closed before they stood are not a
    /// broker's that is away.
    private static let mostShortOnes = 3

    private var attempts: Int64 = 0
    private var connectedSince: MonotonicTime?
    /// Connections in a row, with nothing else between, that were let in and soon closed.
    private var shortOnes = 0

    /// Whether another client may be called the same: each takes the connection from the other.
    var isContested: Bool { shortOnes >= Self.mostShortOnes }

    mutating func connected(at now: MonotonicTime) { connectedSince = now }

    /// The connection is over, or an attempt failed.
    ///
    /// - Parameters:
    ///   - now: When.
    ///   - isClosed: Whether the other end closed it.
    ///   - random: A number from 0 up to 1 that the caller draws; others are clamped.
    /// - Returns: The time to wait before the next attempt.
    mutating func lost(at now: MonotonicTime, isClosed: Bool, random: Double) -> Nanoseconds {
        let isStable = connectedSince.map { now - $0 >= Self.stableInterval } ?? false
        if isStable { attempts = 0 }
        shortOnes = connectedSince != nil && isClosed && !isStable ? shortOnes + 1 : 0
        connectedSince = nil
        let limit = min(Self.firstLimit * (1 << min(attempts, 8)), Self.longestLimit)
        attempts += 1
        let share = random.isNaN ? 0 : min(max(random, 0), 1)
        return Nanoseconds(Int64(Double(limit.count) * share))
    }
}
