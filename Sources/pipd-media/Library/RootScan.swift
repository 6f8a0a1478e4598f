internal import Glibc
internal import Media
internal import MediaFiles
internal import MediaStore
internal import Platform
internal import Synchronization

/// A root that is to be gone through, or what has changed of it: what is new in it is added to the
/// library. What is gone leaves it when all of the root was gone through.
///
///     TreeWalk ─► a folder ─► against what is known of it ─► 500 rows a transaction
///
/// What is unchanged costs a look and writes nothing, but where dates are read otherwise. Nothing is
/// forgotten before the root was gone through as a whole and is still there; so one that is ended
/// anywhere takes up where its rows are.
struct RootScan: Sendable {
    /// What it has come to; a failure of the database leaves what was stored.
    typealias Outcome = Result<Found, StoreError>

    struct Found: Hashable, Sendable {
        /// To be kept.
        var root: StoredRoot
        var counts = Counts()
        var seconds = 0.0
        /// Folders to be looked at again when their files are whole; all of the root where it is
        /// not as it was, or something that is marked was not met.
        var again = FolderChanges()
        /// Whether none of its files were met in what is there, wherever they may be in it.
        var isAnother = false
    }

    struct Counts: Hashable, Sendable {
        /// Files that were met.
        var files = 0
        var added = 0
        var changed = 0
        var removed = 0
        var folders = 0
        /// Of those, the ones of which changes are told.
        var watched = 0
    }

    let root: StoredRoot
    let rules: ExcludeRules
    /// All roots, this one too, by their paths with symbolic links and without.
    var roots: [String] = []
    var isPruned = false
    /// Whether its files were looked for everywhere in what is there, in vain.
    var isSearched = false
    /// What has happened in it.
    var changes = FolderChanges.whole
    /// Is to tell what happens in its folders from now on.
    var watch: FolderWatch?
    /// For how long a file is to be unchanged that nobody has told to be whole, in nanoseconds:
    /// somebody may be writing it.
    var settling: Int64 = 0
    /// How dates are read, as `DateReading` says.
    var zone = ""
    /// Microseconds since 1970-01-01 00:00 UTC.
    let begunAt = WallClock.now()
    let progress = Progress()

    /// Whether all of it is gone through.
    var isWhole: Bool { changes.isWhole }

    /// Whether a file in a folder is whole.
    func isSettled(_ file: MediaFile, in folder: String) -> Bool {
        let (age, overflows) = (WallClock.now() * 1_000).subtractingReportingOverflow(file.modified)
        // The clock may be set back, and a file have any time.
        return overflows || !(0..<settling).contains(age)
            || changes.isSettled(file.name, in: folder)
    }

    /// How far it is: how many files were met, and what the disk is asked for.
    ///
    /// Thread: safe.
    final class Progress: Sendable {
        private struct State {
            var files = 0
            var question: (path: String, at: MonotonicTime)?
            /// What `told` was at that time.
            var told = 0
        }

        private let state = Mutex(State())
        /// How often the disk has told a part of an answer: to ask the clock each time would cost
        /// more than that.
        private let told = Atomic<Int>(0)

        var files: Int { state.withLock { $0.files } }

        func add(_ files: Int) { state.withLock { $0.files += files } }

        /// What the disk was asked for and has not told yet, by its path from the root, and since
        /// when, or since it was seen here that it has told a part; nil while it is asked for
        /// nothing.
        var question: (path: String, at: MonotonicTime)? {
            state.withLock { state in
                let told = told.load(ordering: .relaxed)
                if told != state.told {
                    state.told = told
                    state.question?.at = MonotonicClock.now()
                }
                return state.question
            }
        }

        /// Asks the disk for what has a path from the root.
        func ask<Answer, Failure: Error>(
            _ path: String,
            _ body: () throws(Failure) -> Answer
        ) throws(Failure) -> Answer {
            let now = MonotonicClock.now()
            state.withLock {
                $0.question = (path, now)
                $0.told = told.load(ordering: .relaxed)
            }
            defer { state.withLock { $0.question = nil } }
            return try body()
        }

        /// It has told a part of that.
        func gotFurther() { told.add(1, ordering: .relaxed) }
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
        isWhole ? try goThrough(in: store, isCancelled) : try look(in: store, isCancelled)
    }

    /// Looks at what has changed.
    private func look(
        in store: MediaStore,
        _ isCancelled: () -> Bool
    ) throws(StoreError) -> Found {
        var found = Found(root: root)
        var pass = RootPass(self, in: store)
        let trees = changes.trees.map { (path: $0.text, isTree: true) }
        let folders = changes.folders.keys.map { (path: $0.text, isTree: false) }
        guard root.state == .online else {
            found.again = .whole
            return found
        }
        let part = (folders + trees).filter { path in
            // Who tells of one may name it by a symbolic link.
            pass.isThere(path.path, as: S_IFDIR)
                && progress.ask(path.path) { !isHidden(path.path) }
        }
        let begun = progress.ask("") {
            try? TreeWalk(root.path, without: rules, part: part, beside: roots)
        }
        guard var walk = begun, walk.disk == root.disk else {
            found.again = .whole
            return found
        }
        while !isCancelled(), let step = next(&walk) { try pass.take(step) }
        try pass.flush()
        (found.counts, found.again) = (pass.counts, pass.unsettled)
        guard progress.ask("", { walk.isRootInPlace }) else {
            found.again = .whole
            return found
        }
        found.root.reason = pass.reason(beside: root.reason)
        return found
    }

    /// Whether a folder is below one that is passed over.
    private func isHidden(_ path: String) -> Bool {
        MediaPath.way(up: path).contains { step in
            let folder = MediaPath.joined(root.path, step.folder)
            return rules.exclude(step.name, in: step.folder)
                || access(MediaPath.joined(folder, ".nomedia"), F_OK) == 0
        }
    }

    /// Goes through all of it.
    private func goThrough(
        in store: MediaStore,
        _ isCancelled: () -> Bool
    ) throws(StoreError) -> Found {
        var pass = RootPass(self, in: store)
        var walk: TreeWalk
        watch?.begin(root.path)
        do throws(SystemCallError) {
            walk = try progress.ask("") { () throws(SystemCallError) in
                try TreeWalk(root.path, without: rules, beside: roots)
            }
        } catch {
            let isGone = [.noSuchFile, .notADirectory].contains(error.errno)
            if isGone, isPruned { try pass.forgetAll() }
            return offline("it cannot be reached: \(error.errno)", pass)
        }
        guard let first = next(&walk) else { return offline("it cannot be read", pass) }
        var met = [first]
        switch first.step {
        case .gone: break
        case .unreadable(_, let error): return offline("it cannot be read: \(error.errno)", pass)
        case .folder(_, let folder):
            let verdict = try verdict(on: folder, &walk, &met, in: store, isCancelled)
            if case .isOffline(let reason) = verdict {
                // What is in its place is not watched.
                watch?.leave(root.path)
                var found = offline(reason, pass)
                found.isAnother = walk.disk == root.disk && !folder.isEmpty
                return found
            }
        }
        var ahead = met[...]
        while let step = ahead.popFirst() ?? next(&walk) {
            if isCancelled() { return Found(root: root, counts: pass.counts) }
            try pass.take(step)
        }
        try pass.flush()
        // A disk that went meanwhile looks as if all of its files had.
        guard progress.ask("", { walk.isRootInPlace }) else {
            return offline("it went while it was gone through", pass)
        }
        watch?.end(root.path)
        let isMissing = try pass.forgetWhatIsGone(on: walk.disk)
        var found = Found(root: root, counts: pass.counts, again: pass.unsettled)
        if isMissing { found.again = .whole }
        found.root.state = .online
        found.root.disk = walk.disk
        found.root.reason = pass.reason
        found.root.scannedAt = begunAt
        found.root.place = walk.place
        return found
    }

    /// A step, and whether what happens in its folder is told from before it was read.
    typealias WatchedStep = (step: TreeWalk.Step, isWatched: Bool)

    private func next(_ walk: inout TreeWalk) -> WatchedStep? {
        guard let folder = walk.upcoming else { return nil }
        return progress.ask(folder) {
            let isWatched = watch?.add(folder, of: root.path) ?? false
            return walk.next(progress.gotFurther).map { ($0, isWatched) }
        }
    }

    private func offline(_ reason: String, _ pass: RootPass) -> Found {
        var found = Found(root: root, counts: pass.counts)
        found.root.state = .offline
        found.root.reason = reason
        return found
    }

    /// - Parameters:
    ///   - folder: What the root has.
    ///   - walk: Reads more where that tells too little.
    ///   - met: What it has read, and what it reads here.
    ///   - store: What is known.
    ///   - isCancelled: Whether to give up.
    /// - Returns: Whether the root is there.
    /// - Throws: What the store throws.
    private func verdict(
        on folder: MediaFolder,
        _ walk: inout TreeWalk,
        _ met: inout [WatchedStep],
        in store: MediaStore,
        _ isCancelled: () -> Bool
    ) throws(StoreError) -> RootVerdict {
        let known = try store.roots.sample(of: root.id, most: 32)
        var facts = RootVerdict.Facts(isOnSameDisk: root.disk == walk.disk, known: known.count)
        facts.isEmpty = folder.isEmpty
        facts.sought = known.files.count
        facts.found = known.files.count { file in
            progress.ask(file.path) { access(MediaPath.joined(root.path, file.path), F_OK) == 0 }
        }
        let verdict = RootVerdict(facts, isPruned: isPruned)
        // What is another disk is not gone through again and again.
        guard case .isOffline = verdict, facts.isOnSameDisk, !facts.isEmpty, !isSearched
        else { return verdict }
        return meet(known.files, &walk, &met, isCancelled) ? .isOnline : verdict
    }

    /// Reads on until half of some files are met anywhere in it, by what they were told by: another
    /// disk may have a copy of one. Nothing of what is met is stored.
    ///
    /// - Returns: Whether they are. Who gives up takes nothing for granted: it is gone through no
    ///   further.
    private func meet(
        _ known: [(path: String, size: Int64, modified: Int64)],
        _ walk: inout TreeWalk,
        _ met: inout [WatchedStep],
        _ isCancelled: () -> Bool
    ) -> Bool {
        var missing = known.filter { $0.size > 0 }
        let sought = missing.count
        while let last = met.last {
            for file in last.step.files {
                let index = missing.firstIndex {
                    $0.size == file.size && $0.modified == file.modified
                }
                if let index { missing.remove(at: index) }
            }
            let found = sought - missing.count
            if found > 0, found * 2 >= known.count { return true }
            guard !isCancelled(), let step = next(&walk) else { break }
            met.append(step)
        }
        return isCancelled()
    }
}

extension TreeWalk.Step {
    fileprivate var files: [MediaFile] {
        if case .folder(_, let folder) = self { folder.files } else { [] }
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
