internal import MediaStore

/// In which order files are looked into: one at a time, from the first that was not to the last.
/// Where a scan may have met others meanwhile, it goes on from the first again behind the last, so
/// that one which cannot be read now holds up no other.
struct ProbeOrder {
    enum Next: Hashable {
        /// The first one with a later ID; nil: the first of all.
        case after(AssetID?)
        case nothing
    }

    private enum Phase {
        case atRest
        /// None is under way.
        case due
        case underWay
    }

    private var phase = Phase.atRest
    private var last: AssetID?
    private var isRestarted = false
    /// Files of which nobody was told yet.
    private var news = 0
    /// When somebody was told last, in microseconds.
    private var toldAt: Int64 = 0
    /// Between two times that somebody is told.
    private static let interval: Int64 = 10_000_000

    /// Whether files are left that were not looked into.
    var isBusy: Bool { phase != .atRest }

    /// There may be files that were not looked into, anywhere.
    mutating func restart() {
        if phase == .atRest { phase = .due } else { isRestarted = true }
    }

    /// Which one is next.
    func next() -> Next { phase == .due ? .after(last) : .nothing }

    /// What was asked for is under way; nil: nothing is left.
    mutating func begin(_ asset: AssetID?) {
        last = asset
        guard asset == nil else { return phase = .underWay }
        phase = isRestarted ? .due : .atRest
        isRestarted = false
    }

    /// The one that was under way is done.
    ///
    /// - Parameter isNews: Whether something is known of it now.
    mutating func end(isNews: Bool) {
        phase = .due
        if isNews { news += 1 }
    }

    /// The database cannot be read or written: it is tried again after the next scan.
    mutating func rest() { (phase, last, isRestarted) = (.atRest, nil, false) }

    /// Of how many files somebody is to be told now: at the end, and every now and then before.
    ///
    /// - Returns: Zero where it is not yet time.
    mutating func takeNews(at now: Int64) -> Int {
        // The clock may be set back.
        let isEarly = now >= toldAt && now - toldAt < Self.interval
        guard phase == .atRest || !isEarly, news > 0 else { return 0 }
        defer { (news, toldAt) = (0, now) }
        return news
    }
}
