package import Media
package import Presentation
internal import Synchronization

/// What a server gives to all streams together.
///
/// Transfers that go on at the same time share what there is: their bytes are added up, and
/// the time counts once.
///
/// Thread: safe.
package final class TransferMeter: Sendable {
    private struct State {
        var estimate = BandwidthEstimate()
        /// Up to when time was counted; nil before the first transfer.
        var countedUntil: MonotonicTime?
    }

    private let state = Mutex(State())
    private static let hosts = Mutex<[String: TransferMeter]>([:])
    /// Servers that are remembered: the one that was heard of longest ago is forgotten.
    private static let mostHosts = 64
    /// What was given longer ago says nothing any more.
    private static let longestMemory = Nanoseconds.milliseconds(600_000)

    /// The meter of a server, by its name and port.
    static func of(_ host: String) -> TransferMeter {
        hosts.withLock { hosts in
            if let known = hosts[host] { return known }
            if hosts.count >= mostHosts {
                let oldest = hosts.min { $0.value.lastUse < $1.value.lastUse }
                oldest.map { hosts[$0.key] = nil }
            }
            let meter = TransferMeter()
            hosts[host] = meter
            return meter
        }
    }

    private var lastUse: MonotonicTime {
        state.withLock { $0.countedUntil ?? MonotonicTime(nanoseconds: 0) }
    }

    /// Something came.
    ///
    /// - Parameters:
    ///   - bytes: How much.
    ///   - start: Since when it was waited for.
    ///   - end: When it was there.
    func add(_ bytes: Int, from start: MonotonicTime, to end: MonotonicTime) {
        state.withLock { state in
            if let counted = state.countedUntil, end - counted > Self.longestMemory {
                state = State()
            }
            let begin = max(start, state.countedUntil ?? start)
            state.estimate.add(bytes: bytes, over: max(.zero, end - begin))
            state.countedUntil = max(end, state.countedUntil ?? end)
        }
    }

    /// What is to be expected; nil where nothing is known.
    package func bandwidth(at now: MonotonicTime) -> VariantPlan.Bandwidth? {
        state.withLock { state in
            guard let counted = state.countedUntil, now - counted <= Self.longestMemory,
                let steady = state.estimate.bitsPerSecond, let recent = state.estimate.recent
            else { return nil }
            return .init(steady: steady, recent: recent)
        }
    }
}

/// Tells transfers of one connection that say what the network gives from those of what had
/// come before it was asked for.
struct TransferTiming {
    private var lastEnd: MonotonicTime?
    /// Whether what comes may have lain ready.
    private var isStale = false

    /// Nobody reads for longer than this without the system's buffers filling up meanwhile.
    private static let longestPause = Nanoseconds.milliseconds(20)
    /// What takes so long did not lie ready.
    private static let leastWait = Nanoseconds.milliseconds(5)

    /// A read is over.
    ///
    /// - Returns: Whether it says what the network gives.
    mutating func counts(from start: MonotonicTime, to end: MonotonicTime) -> Bool {
        if let lastEnd, start - lastEnd > Self.longestPause { isStale = true }
        lastEnd = end
        guard isStale else { return true }
        // All that had lain there was read by then.
        if end - start >= Self.leastWait { isStale = false }
        return false
    }
}
