/// When roots are gone through: each when it is configured, a while after the last time, and when
/// somebody asks; one at a time.
///
/// Times are microseconds since 1970-01-01 00:00 UTC; the clock may be set back.
struct ScanSchedule {
    private struct Entry {
        /// Nil while it is gone through.
        var dueAt: Int64?
        var isPruned = false
    }

    private var entries: [String: Entry] = [:]
    private var pause: Int64 = 0
    private var running: (path: String, isPruned: Bool)?
    /// How often each was gone through, well or not.
    private var ends: [String: Int] = [:]

    /// Takes other roots; those that are known keep their turn.
    ///
    /// - Parameters:
    ///   - roots: By path.
    ///   - seconds: From the end of a scan to the next one.
    ///   - now: What is new is due now.
    mutating func configure(_ roots: [String], pollEvery seconds: Int, at now: Int64) {
        pause = Int64(seconds) * 1_000_000
        entries = roots.reduce(into: [:]) { $0[$1] = entries[$1] ?? Entry(dueAt: now) }
        ends = ends.filter { entries[$0.key] != nil }
    }

    /// Lets a root, or all of them, be next. One that is gone through is so again.
    ///
    /// - Returns: Whether there is one of that path.
    mutating func ask(_ root: String?, isPruned: Bool, at now: Int64) -> Bool {
        let asked = entries.keys.filter { root == nil || $0 == root }
        for path in asked {
            entries[path]?.dueAt = now
            if isPruned { entries[path]?.isPruned = true }
        }
        return !asked.isEmpty || root == nil
    }

    /// Whether a root is gone through, or to be as soon as it can.
    func isBusy(at now: Int64) -> Bool {
        running != nil || entries.values.contains { ($0.dueAt ?? .max) <= now }
    }

    /// The root to go through now; nil where none is due or one is under way.
    mutating func start(at now: Int64) -> (root: String, isPruned: Bool)? {
        // The clock may have been set back.
        entries = entries.mapValues { entry in
            var entry = entry
            entry.dueAt = entry.dueAt.map { min($0, now + pause) }
            return entry
        }
        guard running == nil,
            let (path, entry) = entries.filter({ ($0.value.dueAt ?? .max) <= now })
                .min(by: { ($0.value.dueAt ?? 0, $0.key) < ($1.value.dueAt ?? 0, $1.key) })
        else { return nil }
        entries[path] = Entry()
        running = (path, entry.isPruned)
        return (path, entry.isPruned)
    }

    /// The one that was under way is done; where that failed it is tried again soon, as it was
    /// asked for.
    mutating func end(at now: Int64, isFailed: Bool = false) {
        guard let (path, isPruned) = running else { return }
        running = nil
        ends[path, default: 0] += 1
        guard let entry = entries[path] else { return }
        if isFailed, isPruned { entries[path]?.isPruned = true }
        guard entry.dueAt == nil else { return }
        entries[path]?.dueAt = now + (isFailed ? min(pause, Self.pauseAfterFault) : pause)
    }

    private static let pauseAfterFault: Int64 = 60_000_000

    /// How often a root was gone through, well or not.
    func ends(of root: String) -> Int { ends[root] ?? 0 }

    /// In how many microseconds one is due; nil where none is before one that is under way ends.
    func delay(at now: Int64) -> Int64? {
        guard running == nil else { return nil }
        return entries.values.compactMap(\.dueAt).min().map { max($0 - now, 0) }
    }
}
