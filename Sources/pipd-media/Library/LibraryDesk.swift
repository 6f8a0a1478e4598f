internal import ControlAPI
internal import Media
internal import MediaFiles
internal import MediaLink
internal import MediaStore
internal import Platform

/// Answers what is asked of the media library, and says when its roots are gone through, and when
/// its files are looked into.
///
/// Thread: bound to the main thread.
struct LibraryDesk {
    private let store: MediaStore
    private var settings = LibrarySettings()
    private var schedule = ScanSchedule()
    /// The one that is under way.
    private var running: RootScan?
    /// Of which roots the files were looked for in vain everywhere in what is there.
    private var searched: Set<String> = []
    private var probes = ProbeOrder()
    private let prober: Prober
    private var faults = KeepingFaults()

    private let watch: FolderWatch?
    private let zone: String
    /// For how long a file is to be unchanged that is not told to be whole, in microseconds.
    private let settling: Int64

    /// - Parameters:
    ///   - store: What is known.
    ///   - watch: Is to tell what happens in folders; nil: nobody does.
    ///   - zone: The time zone of dates that say none.
    ///   - settling: For how long a file is to be unchanged that is not told to be whole, in
    ///     microseconds.
    init(
        store: MediaStore,
        watch: FolderWatch? = nil,
        zone: String = "",
        settling: Int64 = ScanSchedule.longestBeforeLook
    ) {
        self.store = store
        prober = Prober(probes: store.probes)
        self.watch = watch
        self.zone = zone
        self.settling = settling
    }

    /// Takes what the configuration says.
    ///
    /// - Returns: Why it is not in the database yet: it is put there when a root is gone through.
    mutating func configure(_ settings: LibrarySettings, at now: Int64) -> MediaRefusal? {
        let isOther =
            settings.exclude != self.settings.exclude || settings.watch != self.settings.watch
            || settings.localMovies != self.settings.localMovies
        self.settings = settings
        watch?.configure(settings)
        faults.configure(settings.roots)
        schedule.configure(settings.roots, pollEvery: settings.poll, at: now)
        if isOther { _ = schedule.ask(nil, isPruned: false, at: now) }
        do throws(StoreError) {
            try putRoots()
            return nil
        } catch {
            return MediaRefusal(error)
        }
    }

    /// The database was begun anew: it is filled from the disk.
    mutating func configureAgain(at now: Int64) {
        try? putRoots()
        _ = schedule.ask(nil, isPruned: false, at: now)
    }

    private func putRoots() throws(StoreError) {
        try store.roots.configure(settings.roots, takenHere: settings.takenHere)
    }

    /// Does what is asked at a time, in microseconds since 1970-01-01 00:00 UTC.
    mutating func answer(_ request: LibraryRequest, at now: Int64) throws(StoreError) -> MediaAnswer
    {
        switch request {
        case .status: return .library(try report(at: now))
        case .scan(let root, let isPruned):
            guard schedule.ask(root, isPruned: isPruned, at: now) else {
                return .refused(.hasNoRoot(root ?? "", among: settings.roots))
            }
            // It may be back, which is found out all the same.
            if let root, !isPruned,
                var refusal = MediaRefusal(ofRoot: root, among: try store.roots.all())
            {
                refusal.reason += " It is looked for as soon as can be; ask again."
                return .refused(refusal)
            }
            return .library(try report(at: now))
        case .saved(let path):
            note(saved: path, at: now)
            return .done
        case .assets(let filter, let cursor, let limit):
            let query = try AssetQuery(filter)
            guard try store.albums.contains(query.album) else {
                throw .hasNoAlbum(query.album.name)
            }
            let page = try store.assets.page(query, after: cursor, limit: limit, at: now)
            return .assets(
                AssetPage(assets: page.elements.map(AssetReport.init), nextCursor: page.next)
            )
        case .show(let name):
            return asset(try AssetID(name).flatMap(store.assets.find), name)
        case .change(let name, let patch):
            guard let id = AssetID(name) else { return asset(nil, name) }
            let changed = try store.assets.change(
                id,
                isFavourite: patch.favourite,
                title: patch.title
            )
            return asset(changed, name)
        case .file(let name):
            guard let id = AssetID(name), let asset = try store.assets.find(id) else {
                return .refused(.hasNoAsset(name))
            }
            if let refusal = MediaRefusal(ofRoot: asset.root, among: try store.roots.all()) {
                return .refused(refusal)
            }
            return .file(LibraryFile(asset))
        case .albums(let cursor, let limit):
            let page = try store.albums.page(after: cursor, limit: limit, at: now)
            return .albums(
                AlbumList(albums: page.elements.map(AlbumReport.init), nextCursor: page.next)
            )
        case .album(let name):
            guard
                let album = try AssetAlbum(name).flatMap({ (album) throws(StoreError) in
                    try store.albums.find(album, at: now)
                })
            else { return .refused(.hasNoAlbum(name)) }
            return .album(AlbumReport(album), isNew: false)
        case .putAlbum(let name, let definition):
            guard let id = AlbumID(name) else { return .refused(.isTaken(name)) }
            let (album, isNew) = try store.albums.put(
                id,
                name: definition.name,
                SelectionSource(definition.content),
                at: now
            )
            return .album(AlbumReport(album), isNew: isNew)
        case .deleteAlbum(let name):
            guard let id = AlbumID(name) else {
                return .refused(AssetAlbum(name) == nil ? .hasNoAlbum(name) : .isTaken(name))
            }
            guard try store.albums.contains(.own(id)) else { return .refused(.hasNoAlbum(name)) }
            try store.albums.remove(id)
            return .done
        case .selection(let request): return try selections.answer(request, at: now)
        case .preview(let name): return try selections.preview(name)
        }
    }

    /// A file is whole that may be in a folder that nobody watches.
    private mutating func note(saved path: String, at now: Int64) {
        for root in settings.roots {
            guard let rest = MediaPath.rest(of: path, beneath: root),
                let step = MediaPath.way(up: rest).first
            else { continue }
            var changes = FolderChanges()
            changes.note(
                .settled,
                step.name,
                isFolder: false,
                in: step.folder,
                without: ExcludeRules(settings.exclude)
            )
            schedule.note(changes, of: root, at: now)
        }
    }

    private var selections: SelectionDesk { SelectionDesk(store: store, rule: settings.selection) }

    private func asset(_ record: AssetRecord?, _ name: String) -> MediaAnswer {
        record.map { .asset(AssetReport($0)) } ?? .refused(.hasNoAsset(name))
    }

    /// The root to be gone through now, and in how many microseconds the next one is due. What the
    /// store refuses is tried again soon.
    mutating func scan(at now: Int64) -> (now: RootScan?, next: Int64?) {
        guard let turn = schedule.start(at: now) else { return (nil, schedule.delay(at: now)) }
        do throws(StoreError) {
            let root = try root(turn.root)
            let scan = RootScan(
                root: root,
                rules: ExcludeRules(settings.exclude),
                roots: settings.roots + (try store.roots.all()).compactMap(\.place),
                isPruned: turn.isPruned,
                isSearched: searched.contains(turn.root),
                changes: turn.changes,
                watch: watch,
                settling: settling * 1_000,
                zone: DateReading.text(
                    zone,
                    isHeaderLocal: settings.localMovies.contains(turn.root)
                )
            )
            running = scan
            return (scan, nil)
        } catch {
            endInVain(turn.root, error, at: now)
            return (nil, schedule.delay(at: now))
        }
    }

    private mutating func endInVain(_ root: String, _ error: StoreError, at now: Int64) {
        schedule.end(root, at: now, isFailed: true)
        // It may have been taken out of the configuration meanwhile.
        if settings.roots.contains(root) { faults.note(.root(root), "\(error)") }
    }

    /// What cannot be kept of the library, and why, for people; nil where nothing is to be told.
    mutating func takeFaults() -> MediaNotice? { faults.takeNews().map { .libraryFaults($0) } }

    /// Takes in why what people say of files cannot be kept beside the database; nil: it can.
    mutating func noteMarks(_ failure: String?) { faults.note(.marks, failure) }

    /// Takes in why thumbnails cannot be kept; nil: they can. Each folder of theirs says another
    /// reason: the first is told.
    mutating func noteThumbnails(_ failure: String?) {
        guard failure == nil || faults.reason(of: .thumbnails) == nil else { return }
        faults.note(.thumbnails, failure)
    }

    /// Takes in what has happened in the folders.
    ///
    /// - Returns: Whether something has.
    mutating func takeChanges(at now: Int64) -> Bool {
        guard let told = watch?.take(without: ExcludeRules(settings.exclude)) else { return false }
        for (root, changes) in told { schedule.note(changes, of: root, at: now) }
        return true
    }

    /// A root of the configuration. Where the database was begun anew, or could not be written
    /// when they came, all are put there.
    private func root(_ path: String) throws(StoreError) -> StoredRoot {
        if let root = try store.roots.find(path) { return root }
        try putRoots()
        guard let root = try store.roots.find(path) else { throw .hasNoRoot(path: path) }
        return root
    }

    /// Takes in what a scan has come to.
    ///
    /// - Returns: What is to be told; nil where it was in vain, which `takeFaults` tells, and where a
    ///   disk is away as before.
    mutating func end(
        _ scan: RootScan,
        _ outcome: RootScan.Outcome,
        at now: Int64
    ) -> MediaNotice? {
        let isLeft = running?.progress !== scan.progress
        if !isLeft { running = nil }
        do throws(StoreError) {
            var found = try outcome.get()
            if isLeft, !scan.isWhole {
                // It was to look at a part: it says nothing of its root.
                found.root = try store.roots.find(scan.root.path) ?? found.root
            } else if isLeft || found.root != scan.root {
                try store.roots.update(found.root)
            }
            let counts = try LibraryCount.all(of: store.assets.counts())
            let isOffline = found.root.state == .offline
            schedule.end(scan.root.path, at: now, isOffline: isOffline)
            // What has changed may have had room, and all of it not.
            if scan.isWhole {
                faults.note(.root(scan.root.path), nil)
                searched.remove(scan.root.path)
                if found.isAnother { searched.insert(scan.root.path) }
            }
            schedule.note(
                // Its root is offline since then.
                isLeft && !scan.isWhole ? .whole : found.again,
                of: scan.root.path,
                after: ScanSchedule.longestBeforeLook,
                at: now
            )
            if scan.isWhole, isOffline, scan.root.state == .offline { return nil }
            probes.restart()
            let report = LibraryScanReport(found)
            return scan.isWhole ? .scanned(report, counts) : .changed(report, counts)
        } catch {
            endInVain(scan.root.path, error, at: now)
            return nil
        }
    }

    /// Since when the disk of what is gone through owes an answer, now where it owes none; nil where
    /// nothing is gone through, or no other root could be meanwhile.
    var scanWaitsSince: MonotonicTime? {
        guard schedule.mayLeave, let running else { return nil }
        return running.progress.question?.at ?? MonotonicClock.now()
    }

    /// The disk of what is gone through does not answer: its root is offline until that ends, and
    /// others are gone through meanwhile.
    ///
    /// - Returns: What is to be told; nil where that cannot be kept.
    mutating func leaveScan() -> MediaNotice? {
        guard schedule.mayLeave, let scan = running.take() else { return nil }
        schedule.leave()
        var found = RootScan.Found(root: scan.root)
        found.root.state = .offline
        let path = MediaPath.joined(scan.root.path, scan.progress.question?.path ?? "")
        found.root.reason = "its disk does not answer; what hangs is '\(path)'"
        do throws(StoreError) {
            try store.roots.update(found.root)
            let counts = try LibraryCount.all(of: store.assets.counts())
            return .scanned(LibraryScanReport(found), counts)
        } catch {
            faults.note(.root(scan.root.path), "\(error)")
            return nil
        }
    }

    /// Who is to look into files now; nil where none is left, or that is under way. Folders may be
    /// gone through meanwhile: with several there is always one.
    mutating func probe() -> Prober? { probes.begin() ? prober : nil }

    /// Takes in that the files were looked into. What the store has refused meanwhile is tried again
    /// after the next scan.
    mutating func endProbe(_ outcome: Prober.Outcome) {
        do throws(StoreError) {
            try outcome.get()
            probes.end()
            faults.note(.files, nil)
        } catch {
            probes.end(isFailed: true)
            faults.note(.files, "\(error)")
        }
    }

    /// When the file was begun that is looked into; nil where none is.
    var probeBegunAt: MonotonicTime? { prober.begunAt }

    /// As `giveUp` of `Prober`.
    func giveUpProbe() { prober.giveUp() }

    /// What is to be told of files that were looked into; nil while that is not.
    ///
    /// - Parameter now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: In how many microseconds something may be told next, too; nil: when nothing is
    ///   looked into any more.
    /// - Throws: What the store throws.
    mutating func takeProbeNews(
        at now: Int64
    ) throws(StoreError) -> (notice: MediaNotice?, next: Int64?) {
        let (isDue, next) = probes.takeNews(at: now)
        let files = isDue ? prober.takeNews() : 0
        guard files > 0 else { return (nil, next) }
        return (.probed(files: files, LibraryCount.all(of: try store.assets.counts())), next)
    }

    private func report(at now: Int64) throws(StoreError) -> LibraryReport {
        let counts = try store.assets.counts()
        let roots = try store.roots.all().map { root in
            var report = LibraryRootReport(root, counts)
            report.scans = schedule.ends(of: root.path)
            report.failure = faults.reason(of: .root(root.path))
            if let running, running.isWhole, running.root.id == root.id {
                report.state = .scanning
                report.met = running.progress.files
            }
            return report
        }
        let state: LibraryReport.State =
            schedule.isBusy(at: now) ? .scanning : probes.isBusy ? .probing : .idle
        return LibraryReport(roots: roots, state: state, notes: faults.texts)
    }
}

extension MediaRefusal {
    fileprivate static func hasNoRoot(_ path: String, among known: [String]) -> Self {
        let list = known.isEmpty ? "there is none" : "there are: \(known.joined(separator: ", "))"
        return Self(.unknown, "There is no root '\(path)'; \(list).")
    }

    static func hasNoAsset(_ id: String) -> Self {
        Self(.unknown, StoreError.hasNoAsset(id).description)
    }

    fileprivate static func hasNoAlbum(_ id: String) -> Self {
        Self(.unknown, "There is no album '\(id)'; GET /v1/library/albums lists them.")
    }

    /// Of what is always there, of folders, and of nothing.
    fileprivate static func isTaken(_ id: String) -> Self {
        Self(
            .conflict,
            "The album '\(id)' is what it is. Give yours an ID that no other has, and that does not "
                + "begin with 'folder-'."
        )
    }
}
