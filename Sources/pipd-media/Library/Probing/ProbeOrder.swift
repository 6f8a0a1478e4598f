/// When the files are looked into that were not: all of them, one pass after the other. Where a
/// scan may have met others meanwhile, another pass follows at once, and a file that cannot be
/// read now waits for that.
struct ProbeOrder {
    private enum Phase {
        case atRest
        /// There may be files that were not looked into.
        case due
        case underWay(isRestarted: Bool)
    }

    private var phase = Phase.atRest
    /// When somebody was told last, in microseconds.
    private var toldAt: Int64 = 0
    /// Between two times that somebody is told.
    private static let interval: Int64 = 10_000_000

    /// Whether files may be left that were not looked into.
    var isBusy: Bool {
        if case .atRest = phase { false } else { true }
    }

    /// There may be files that were not looked into, anywhere.
    mutating func restart() {
        switch phase {
        case .atRest, .due: phase = .due
        case .underWay: phase = .underWay(isRestarted: true)
        }
    }

    /// - Returns: Whether a pass is to begin now; it is under way then.
    mutating func begin() -> Bool {
        guard case .due = phase else { return false }
        phase = .underWay(isRestarted: false)
        return true
    }

    /// The pass is over.
    ///
    /// - Parameter isFailed: Whether the database could not be read or written: it is tried again
    ///   after the next scan.
    mutating func end(isFailed: Bool = false) {
        guard case .underWay(true) = phase, !isFailed else { return phase = .atRest }
        phase = .due
    }

    /// Whether somebody is to be told now of files that were looked into: at the end, and every
    /// now and then before.
    ///
    /// - Parameter now: In microseconds.
    /// - Returns: In how many microseconds it is time again, too; nil: when the pass is over.
    mutating func takeNews(at now: Int64) -> (isDue: Bool, next: Int64?) {
        guard isBusy else { return (true, nil) }
        // The clock may be set back.
        if now >= toldAt, now - toldAt < Self.interval {
            return (false, Self.interval - (now - toldAt))
        }
        toldAt = now
        return (true, Self.interval)
    }
}
