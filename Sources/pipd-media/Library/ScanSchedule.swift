/// When roots are gone through: each when it is configured, a while after the last time, when
/// somebody asks, and when something of it is gone; and when what has changed of them is looked at.
/// One at a time, but for what hangs: others are gone through beside that.
///
/// What changes all the time has a tenth of the time spent on it, and all of a root another tenth.
///
/// Times are microseconds since 1970-01-01 00:00 UTC; the clock may be set back.
struct ScanSchedule {
    /// A root, and what of it is to be gone through.
    struct Turn: Hashable {
        var root: String
        var isPruned = false
        var changes = FolderChanges.whole
    }

    private struct Rests {
        var fromLooks = Int64.min
        var fromAll = Int64.min
    }

    private struct Entry {
        /// When all of it is gone through; nil while it is.
        var dueAt: Int64?
        var isPruned = false
        var changes = FolderChanges()
        /// When those are looked at; nil while there are none.
        var changesDueAt: Int64?
        /// Nothing is looked at before because of changes, nor all of it gone through.
        var rests = Rests()

        var nextAt: Int64? { [dueAt, changesDueAt].compactMap { $0 }.min() }
    }

    private var entries: [String: Entry] = [:]
    private var pause: Int64 = 0
    private var running: (turn: Turn, begunAt: Int64)?
    /// Those under way whose disks do not answer, by root: none of them is begun again before it ends.
    private var hanging: [String: (turn: Turn, begunAt: Int64)] = [:]
    /// Each keeps a thread.
    static let mostHanging = 3
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
        running != nil || entries.keys.contains { (nextAt($0) ?? .max) <= now }
    }

    /// When something is due of a root.
    private func nextAt(_ root: String) -> Int64? {
        hanging[root] == nil ? entries[root]?.nextAt : entries[root]?.dueAt
    }

    /// Something has happened in a root.
    ///
    /// - Parameters:
    ///   - changes: What.
    ///   - root: Where; one that is not configured is left alone.
    ///   - delay: For how long to wait for more.
    ///   - now: When it was noticed.
    mutating func note(
        _ changes: FolderChanges,
        of root: String,
        after delay: Int64 = pauseBeforeLook,
        at now: Int64
    ) {
        guard var entry = entries[root], !changes.isEmpty else { return }
        entry.changes.add(changes)
        if entry.changes.isWhole {
            let due = max(now + delay, entry.rests.fromAll)
            entry.dueAt = min(entry.dueAt ?? due, due)
            // It is looked at then.
            entry.changesDueAt = nil
        } else {
            let due = max(now + delay, entry.rests.fromLooks)
            entry.changesDueAt = min(entry.changesDueAt ?? due, due)
        }
        entries[root] = entry
    }

    /// Several files, and the removal and the arrival of one that is moved, come together.
    static let pauseBeforeLook: Int64 = 500_000
    /// For how long a file is to be unchanged that is not told to be whole.
    static let longestBeforeLook: Int64 = 2_000_000

    /// What to go through now; nil where nothing is due or a root is under way.
    mutating func start(at now: Int64) -> Turn? {
        for path in hanging.keys where (entries[path]?.dueAt ?? .max) <= now {
            // Whoever asks for what hangs learns at once that it is in vain.
            entries[path]?.dueAt = now + pause
            ends[path, default: 0] += 1
        }
        guard running == nil else { return nil }
        // The clock may have been set back.
        entries = entries.mapValues { entry in
            var entry = entry
            entry.dueAt = entry.dueAt.map { min($0, now + pause) }
            entry.rests.fromAll = min(entry.rests.fromAll, now + pause)
            entry.rests.fromLooks = min(entry.rests.fromLooks, now + pause)
            let latest = max(now + Self.longestBeforeLook, entry.rests.fromLooks)
            entry.changesDueAt = entry.changesDueAt.map { min($0, latest) }
            return entry
        }
        guard
            let (path, entry) = entries.filter({
                hanging[$0.key] == nil && ($0.value.nextAt ?? .max) <= now
            })
            .min(by: { ($0.value.nextAt ?? 0, $0.key) < ($1.value.nextAt ?? 0, $1.key) })
        else { return nil }
        var turn = Turn(root: path, changes: entry.changes)
        var rest = Entry(rests: entry.rests)
        if (entry.dueAt ?? .max) <= now {
            turn.isPruned = entry.isPruned
            turn.changes.add(.whole)
        } else {
            (rest.dueAt, rest.isPruned) = (entry.dueAt, entry.isPruned)
        }
        entries[path] = rest
        running = (turn, now)
        return turn
    }

    /// Whether the one that is under way can be left alone while it hangs.
    var mayLeave: Bool { running != nil && hanging.count < Self.mostHanging }

    /// The one that is under way hangs: another one may be begun.
    mutating func leave() {
        guard mayLeave, let left = running.take() else { return }
        hanging[left.turn.root] = left
        if left.turn.changes.isWhole { ends[left.turn.root, default: 0] += 1 }
    }

    /// One that was under way is done; where that failed it is tried again soon, as it was asked
    /// for.
    ///
    /// - Parameters:
    ///   - root: Of one that hung; another one, or nil, is the one that did not.
    ///   - now: When it was.
    ///   - isFailed: Whether it was in vain.
    ///   - isOffline: Whether the root's disk is away: it is looked for again soon.
    mutating func end(
        _ root: String? = nil,
        at now: Int64,
        isFailed: Bool = false,
        isOffline: Bool = false
    ) {
        let left = root.flatMap { hanging.removeValue(forKey: $0) }
        guard let (turn, begunAt) = left ?? running.take() else { return }
        if turn.changes.isWhole { ends[turn.root, default: 0] += 1 }
        guard var entry = entries[turn.root] else { return }
        defer { entries[turn.root] = entry }
        let length = min(max(now - begunAt, 0), pause)
        let rest = now + min(length * Self.restForWork, pause)
        if turn.changes.isWhole { entry.rests.fromAll = rest } else { entry.rests.fromLooks = rest }
        if isFailed, turn.isPruned { entry.isPruned = true }
        let due =
            isFailed
            ? now + min(pause, Self.pauseAfterFault)
            : isOffline ? max(now + min(pause, Self.pauseWhileOffline), rest) : now + pause
        if turn.changes.isWhole {
            entry.dueAt = entry.dueAt ?? due
        } else if isFailed {
            entry.dueAt = min(entry.dueAt ?? due, due)
        }
    }

    /// How many times longer than a look the rest after it is.
    private static let restForWork: Int64 = 10

    private static let pauseAfterFault: Int64 = 60_000_000

    /// Whose disk is plugged in does not wait long, and nothing tells that it is.
    private static let pauseWhileOffline: Int64 = 10_000_000

    /// How often a root was gone through, well or not.
    func ends(of root: String) -> Int { ends[root] ?? 0 }

    /// In how many microseconds one is due; nil where none is before one that is under way ends.
    func delay(at now: Int64) -> Int64? {
        guard running == nil else { return nil }
        return entries.keys.compactMap(nextAt).min().map { max($0 - now, 0) }
    }
}
