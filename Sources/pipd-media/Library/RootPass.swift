internal import Glibc
internal import MediaFiles
internal import MediaStore
internal import Platform

/// One way through a root: what it has met, and what it has not yet stored of that.
struct RootPass {
    private let root: StoredRoot
    private let rules: ExcludeRules
    private let store: MediaStore
    private let scan: RootScan
    private(set) var counts = RootScan.Counts()
    /// Folders with files that may not be whole yet.
    private(set) var unsettled = FolderChanges()
    private var pending: [ScannedFile] = []
    private var redated: [(id: AssetID, taken: TakenTime, zone: String)] = []
    /// Known files that were not met, with their paths from the root; of those that are passed
    /// over now no path.
    private var missing: [(id: AssetID, path: String?)] = []
    private var visited: Set<PathKey> = []
    private var hidden: Set<PathKey> = []
    /// Folders of which nothing is known now, and what is below them.
    private var unknown: Set<PathKey> = []
    private var unreadable = Tally()
    private var foreign = Tally()
    private var links = Tally()
    private var unreadableNames = Tally()

    init(_ scan: RootScan, in store: MediaStore) {
        (root, rules) = (scan.root, scan.rules)
        self.scan = scan
        self.store = store
    }

    /// Takes in a step of the walk.
    mutating func take(_ next: RootScan.WatchedStep) throws(StoreError) {
        switch next.step {
        case .gone: break
        case .unreadable(let path, let error):
            unknown.insert(PathKey(path))
            unreadable.add(1, "'\(path)': \(error.errno)")
        case .folder(let path, let folder):
            visited.insert(PathKey(path))
            counts.folders += 1
            counts.watched += next.isWatched ? 1 : 0
            if folder.isHidden { hidden.insert(PathKey(path)) }
            for name in folder.foreign {
                let path = MediaPath.joined(path, name)
                unknown.insert(PathKey(path))
                foreign.add(1, "'\(path)'")
            }
            for name in folder.links { links.add(1, "'\(MediaPath.joined(path, name))'") }
            unreadableNames.add(folder.unreadableNames, "'\(path.isEmpty ? root.path : path)'")
            try compare(folder, in: path)
            scan.progress.add(folder.files.count)
            counts.files += folder.files.count
        }
    }

    private mutating func compare(_ folder: MediaFolder, in path: String) throws(StoreError) {
        var known = try store.folders.files(in: path, of: root.id)
        for file in folder.files {
            let last = known.removeValue(forKey: PathKey(file.name))
            let zone = DateReading.text(scan.zone, of: file.kind)
            if let last, last.isSame(as: file) {
                if last.zone != zone { try redate(last, file, in: zone) }
                continue
            }
            guard scan.isSettled(file, in: path) else {
                unsettled.add(folder: path)
                continue
            }
            if last == nil { counts.added += 1 } else { counts.changed += 1 }
            pending.append(
                ScannedFile(
                    folder: path,
                    file: file,
                    taken: TakenTime(of: file),
                    zone: zone
                )
            )
            if pending.count >= AssetScans.mostFiles { try flush() }
        }
        for (name, file) in known {
            let isPassedOver = folder.isHidden || rules.exclude(name.text, in: path)
            missing.append((file.id, isPassedOver ? nil : MediaPath.joined(path, name.text)))
        }
    }

    /// Takes in that a file is as it was, and its date not.
    private mutating func redate(
        _ known: KnownFile,
        _ file: MediaFile,
        in zone: String
    ) throws(StoreError) {
        counts.changed += 1
        redated.append((known.id, TakenTime(of: file), zone))
        if redated.count >= AssetScans.mostFiles { try flush() }
    }

    /// Stores what is not stored yet.
    mutating func flush() throws(StoreError) {
        if !redated.isEmpty { try store.scans.redate(redated, of: root) }
        redated = []
        guard !pending.isEmpty else { return }
        try store.scans.record(pending, of: root, at: WallClock.now())
        pending = []
    }

    /// Forgets what was not met, and is still not there: it may have come back meanwhile. What
    /// people have said something of may have been moved, and not been met where it is now: it is
    /// forgotten the next time. What people have said waits for what may be met again: for what is
    /// there and is passed over now, and for what is gone, unless the root is pruned.
    ///
    /// - Parameter disk: Where the root is now.
    /// - Returns: Whether there is such.
    /// - Throws: As `AssetScans.record`; nothing is forgotten of a file that was begun anew.
    mutating func forgetWhatIsGone(on disk: UInt64?) throws(StoreError) -> Bool {
        // A disk may be new, and its files be brought back to it; it may have come while nobody
        // looked.
        let isBack = !scan.isPruned && (root.state == .offline || root.disk != disk)
        let gone = missing.filter { $0.path.map { !isThere($0, as: S_IFREG) } ?? true }.map(\.id)
        let folders = try store.folders.all(of: root.id).filter { isGone($0.path) }
        let marked = gone.isEmpty && folders.isEmpty ? Marked() : try keepMarked(isBack)
        let over = gone.filter { !marked.found.contains($0) && !marked.kept.contains($0) }
        let hidden = Set(missing.filter { $0.path == nil }.map(\.id)).subtracting(marked.lost)
        try store.assets.remove(over, of: root) {
            marked.waiting.contains($0) || hidden.contains($0)
        }
        counts.removed += over.count
        for folder in folders {
            let isHidden = isThere(folder.path, as: S_IFDIR)
            counts.removed += try store.folders.removeFiles(of: folder, in: root, but: marked.kept)
            {
                marked.waiting.contains($0) || isHidden && !marked.lost.contains($0)
            }
        }
        try store.folders.removeEmpty(of: root.id)
        if scan.isPruned { try forgetKept { !isThere($0, as: S_IFREG) } }
        return try store.traces.setMissing(marked.kept, of: root)
    }

    /// Files of which people have said something, and that are not where they were.
    private struct Marked {
        var lost: Set<AssetID> = []
        /// Those of them that have another name, or are somewhere else.
        var found: Set<AssetID> = []
        /// The others that were there the last time, or whose root was not.
        var kept: Set<AssetID> = []
        /// The others: they may come back, as from a backup.
        var waiting: Set<AssetID> = []
    }

    /// What people have said of files that have another name, or are somewhere else, goes with
    /// them.
    ///
    /// - Parameter isBack: Whether the root was offline, or on another disk, until now.
    /// - Returns: All of which they have, and that are not where they were.
    /// - Throws: What any call throws.
    private mutating func keepMarked(_ isBack: Bool) throws(StoreError) -> Marked {
        let lost = try store.traces.marked(of: root.id).filter { !isThere($0.path, as: S_IFREG) }
        guard !lost.isEmpty else { return Marked() }
        // The clock may have been set back.
        let since = min(root.scannedAt ?? 0, scan.begunAt)
        let arrivals = try store.traces.arrivals(since: since, of: Set(lost.map(\.size)))
        var match = MoveMatch(
            among: arrivals.filter { arrival in
                scan.progress.ask(arrival.path) { access(arrival.absolutePath, F_OK) == 0 }
            }
        )
        var marked = Marked(lost: Set(lost.map(\.id)))
        for asset in lost {
            let found = asset.content.flatMap { content in
                match.take(asset, of: content) { arrival in
                    scan.progress.ask(arrival.path) { ContentMark.of(arrival) }
                }
            }
            if let arrival = found,
                try store.traces.move(asset.id, to: arrival.id, of: root)
            {
                counts.changed += 1
                marked.found.insert(asset.id)
            } else if !scan.isPruned {
                if isBack || !asset.isMissing {
                    marked.kept.insert(asset.id)
                } else {
                    marked.waiting.insert(asset.id)
                }
            }
        }
        return marked
    }

    /// Forgets all of the root.
    mutating func forgetAll() throws(StoreError) {
        for folder in try store.folders.all(of: root.id) {
            counts.removed += try store.folders.removeFiles(of: folder, in: root, but: [])
        }
        try store.folders.removeEmpty(of: root.id)
        try forgetKept { _ in true }
    }

    /// Forgets what waits for files of such paths from the root.
    private func forgetKept(_ isIt: (String) -> Bool) throws(StoreError) {
        let places = try store.kept.places(of: root)
        try store.kept.forget(places.filter { isIt(MediaPath.joined($0.folder, $0.name)) })
    }

    private func isGone(_ path: String) -> Bool {
        guard !visited.contains(PathKey(path)) else { return false }
        for step in MediaPath.way(up: path) {
            if unknown.contains(PathKey(step.path)) { return false }
            if hidden.contains(PathKey(step.folder)) || rules.exclude(step.name, in: step.folder) {
                return true
            }
        }
        return !isThere(path, as: S_IFDIR)
    }

    /// Whether it is there, and where the walk would meet it: below no symbolic link.
    func isThere(_ path: String, as type: mode_t) -> Bool {
        scan.progress.ask(path) {
            for (height, step) in MediaPath.way(up: path).enumerated().reversed() {
                var status = stat()
                guard lstat(MediaPath.joined(root.path, step.path), &status) == 0 else {
                    // Of what cannot be asked for nothing is known.
                    return ![ENOENT, ENOTDIR].contains(errno)
                }
                guard status.st_mode & S_IFMT == (height == 0 ? type : S_IFDIR) else {
                    return false
                }
            }
            return true
        }
    }

    /// Why it was not gone through as a whole, or is not watched, and what would help.
    var reason: String? { reason(beside: nil) }

    /// The same where only a part was gone through.
    ///
    /// - Parameter known: Why all of it was not.
    /// - Returns: That, with what is of another kind.
    func reason(beside known: String?) -> String? {
        let news = faults.filter { known?.contains($0.kind) != true }.map(\.text)
        let texts = [known].compactMap { $0 } + news
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// What is not as it should be, with what texts of that kind have in common.
    private var faults: [(kind: String, text: String)] {
        var faults: [(kind: String, text: String)] = []
        if unreadable.count > 0 {
            let kind = "a folder cannot be read"
            faults.append((kind, "\(kind): \(unreadable.text)"))
        }
        if foreign.count > 0 {
            let kind = "is another file system: name it as a root of its own"
            faults.append((kind, "\(foreign.text) \(kind)"))
        }
        if links.count > 0 {
            let kind = "a symbolic link that leads out of it is not followed"
            let help = "name what it leads to as a root of its own, or exclude the link"
            faults.append((kind, "\(kind): \(links.text); \(help)"))
        }
        if unreadableNames.count > 0 {
            let kind = "no UTF-8, the first in"
            let names =
                unreadableNames.count == 1 ? "1 name is" : "\(unreadableNames.count) names are"
            faults.append((kind, "\(names) \(kind) \(unreadableNames.first): rename them"))
        }
        if counts.watched < counts.folders, let refusal = scan.watch?.refusal {
            let kind = "not all folders are watched"
            let help = "what changes in the others is found every `poll` seconds"
            faults.append((kind, "\(kind) (\(refusal)): \(help)"))
        }
        return faults
    }
}

/// How many there are of something, and the first of them in words.
private struct Tally {
    private(set) var count = 0
    private(set) var first = ""

    mutating func add(_ more: Int, _ text: String) {
        if count == 0 { first = text }
        count += more
    }

    var text: String { count > 1 ? "\(first) and \(count - 1) others" : first }
}
