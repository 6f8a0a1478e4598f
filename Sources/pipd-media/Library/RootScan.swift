internal import Glibc
internal import Media
internal import MediaFiles
internal import MediaStore
internal import Platform
internal import Synchronization

/// A root that is to be gone through: what is new in it is added to the library, what is gone
/// leaves it.
///
///     TreeWalk ─► a folder ─► against what is known of it ─► 500 rows a transaction
///
/// What is unchanged costs a look and writes nothing. Nothing is forgotten before the root was gone
/// through as a whole and is still there; so one that is ended anywhere takes up where its rows
/// are.
struct RootScan: Sendable {
    /// What it has come to; a failure of the database leaves what was stored.
    typealias Outcome = Result<Found, StoreError>

    struct Found: Hashable, Sendable {
        /// To be kept.
        var root: StoredRoot
        var counts = Counts()
        var seconds = 0.0
    }

    struct Counts: Hashable, Sendable {
        /// Files that were met.
        var files = 0
        var added = 0
        var changed = 0
        var removed = 0
    }

    let root: StoredRoot
    let rules: ExcludeRules
    let isPruned: Bool
    let progress = Progress()

    /// How many files were met so far.
    ///
    /// Thread: safe.
    final class Progress: Sendable {
        private let count = Mutex(0)

        var files: Int { count.withLock { $0 } }

        func add(_ files: Int) { count.withLock { $0 += files } }
    }

    /// Goes through it.
    ///
    /// - Parameters:
    ///   - store: What is known.
    ///   - isCancelled: Whether to give up, which leaves everything for the next time.
    /// - Returns: What it has come to.
    func take(in store: MediaStore, isCancelled: @escaping @Sendable () -> Bool) -> Outcome {
        let begin = MonotonicClock.now()
        do throws(StoreError) {
            var found = try run(in: store, isCancelled)
            found.seconds = (MonotonicClock.now() - begin).seconds
            return .success(found)
        } catch {
            return .failure(error)
        }
    }

    private func run(
        in store: MediaStore,
        _ isCancelled: () -> Bool
    ) throws(StoreError) -> Found {
        var pass = RootPass(root: root, rules: rules, store: store, progress: progress)
        var walk: TreeWalk
        do throws(SystemCallError) {
            walk = try TreeWalk(root.path, without: rules)
        } catch {
            let isGone = [.noSuchFile, .notADirectory].contains(error.errno)
            if isGone, isPruned { try pass.forgetAll() }
            return offline("it cannot be reached: \(error.errno)", pass)
        }
        guard let first = walk.next() else { return offline("it cannot be read", pass) }
        switch first {
        case .unreadable(_, let error): return offline("it cannot be read: \(error.errno)", pass)
        case .folder(_, let folder):
            let verdict = try verdict(on: folder, walk.disk, in: store)
            if case .isOffline(let reason) = verdict { return offline(reason, pass) }
        }
        var step: TreeWalk.Step? = first
        while let current = step {
            if isCancelled() { return Found(root: root, counts: pass.counts) }
            try pass.take(current)
            step = walk.next()
        }
        try pass.flush()
        // A disk that went meanwhile looks as if all of its files had.
        guard walk.isRootInPlace else {
            return offline("it went while it was gone through", pass)
        }
        try pass.forgetWhatIsGone()
        var found = Found(root: root, counts: pass.counts)
        found.root.state = .online
        found.root.disk = walk.disk
        found.root.reason = pass.reason
        found.root.scannedAt = WallClock.now()
        return found
    }

    private func offline(_ reason: String, _ pass: RootPass) -> Found {
        var found = Found(root: root, counts: pass.counts)
        found.root.state = .offline
        found.root.reason = reason
        return found
    }

    private func verdict(
        on folder: MediaFolder,
        _ disk: UInt64,
        in store: MediaStore
    ) throws(StoreError) -> RootVerdict {
        let known = try store.sample(of: root.id, most: 32)
        var facts = RootVerdict.Facts(isOnSameDisk: root.disk == disk, known: known.count)
        facts.isEmpty = folder.isEmpty
        facts.sought = known.paths.count
        facts.found = known.paths.count { access(MediaPath.joined(root.path, $0), F_OK) == 0 }
        return RootVerdict(facts, isPruned: isPruned)
    }
}

extension TakenTime {
    /// What the name tells, else when it was last written.
    init(of file: MediaFile) {
        if let date = NameDate(inFileNamed: file.name), let time = date.microseconds {
            self.init(at: time, source: .name)
        } else {
            self.init(at: file.modified / 1_000, source: .mtime)
        }
    }
}
