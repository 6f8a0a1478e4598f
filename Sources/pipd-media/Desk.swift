internal import Media
internal import MediaLink
internal import MediaStore
internal import Platform
internal import Thumbnails

/// Answers what is asked, each thing at the desk that knows of it.
///
/// What is damaged of the database is mended by whoever happens to come across it; so after each
/// call it is looked whether something has to be put there again.
///
/// Thread: bound to the main thread.
final class Desk {
    private let store: MediaStore
    private var feeds: FeedDesk
    private let playlists: PlaylistDesk
    private var library: LibraryDesk
    private var thumbnails: ThumbnailDesk
    private var exports: ExportDesk
    private var kept: KeptDesk
    /// The damages that were mended, and that somebody was told of.
    private var mended: [Recovery]
    private var told: [Recovery] = []

    /// - Parameters:
    ///   - store: What is known.
    ///   - cache: Where thumbnails are kept.
    ///   - folder: The database's directory.
    ///   - watch: Tells what happens in the folders of the library.
    init(
        store: MediaStore,
        cache: ThumbnailCache,
        folder: String,
        watch: FolderWatch? = nil
    ) {
        self.store = store
        feeds = FeedDesk(store: store)
        playlists = PlaylistDesk(store: store)
        library = LibraryDesk(
            store: store,
            watch: watch,
            zone: TimeZoneName.local(in: ProcessEnvironment.current())
        )
        thumbnails = ThumbnailDesk(store: store, cache: cache)
        exports = ExportDesk(store: store)
        kept = KeptDesk(table: store.kept, file: KeptDesk.file(in: folder))
        mended = store.recoveries
    }

    /// - Returns: nil for what is answered when a look, a thumbnail or the check of an export is
    ///   done.
    func answer(_ request: NumberedRequest, at now: Int64) -> MediaAnswer? {
        defer { mend() }
        do throws(StoreError) {
            switch request.request {
            case .ping: return .done
            case .configure(let settings):
                exports.configure(settings.library.exports)
                thumbnails.configure(settings.library.thumbnails)
                let refusal = library.configure(settings.library, at: now)
                let answer = try feeds.configure(settings.feeds)
                return refusal.map { .refused($0) } ?? answer
            case .feeds(let asked): return try feeds.answer(asked, request.number, at: now)
            case .playlist(let asked): return try playlists.answer(asked, at: now)
            case .library(let asked): return try library.answer(asked, at: now)
            case .export(let asked): return try exports.answer(asked, request.number, at: now)
            case .thumbnail(let name, let pixels):
                return try thumbnails.ask(name, pixels: pixels, for: request.number, at: now)
            }
        } catch {
            return .refused(MediaRefusal(error))
        }
    }

    /// As that of `FeedDesk`.
    func end(
        _ look: FeedLook,
        _ outcome: FeedLook.Outcome,
        at now: Int64,
        chance: Double
    ) -> FeedRounds.News {
        defer { mend() }
        return feeds.end(look, outcome, at: now, chance: chance)
    }

    /// As that of `ThumbnailDesk`.
    func end(
        _ job: ThumbnailJob,
        _ outcome: ThumbnailJob.Outcome,
        at now: Int64
    ) -> (answers: [(number: Int, answer: MediaAnswer)], report: ThumbnailReport) {
        // What is kept of a failure is much smaller: there may be room for that alone.
        if outcome.cacheFault != nil || outcome.result == .made {
            library.noteThumbnails(outcome.cacheFault)
        }
        return thumbnails.end(job, outcome, at: now)
    }

    /// What is to be told of files that were found to be damaged; nil where none were.
    func takeDamage() -> MediaNotice? {
        let files = thumbnails.takeFailures()
        guard files > 0, let counts = try? store.assets.counts() else { return nil }
        return .probed(files: files, LibraryCount.all(of: counts))
    }

    /// As that of `LibraryDesk`.
    func end(_ scan: RootScan, _ outcome: RootScan.Outcome, at now: Int64) -> MediaNotice? {
        defer { mend() }
        return library.end(scan, outcome, at: now)
    }

    /// As that of `LibraryDesk`.
    func scan(at now: Int64) -> (now: RootScan?, next: Int64?) {
        defer { mend() }
        return library.scan(at: now)
    }

    /// As that of `LibraryDesk`.
    var scanWaitsSince: MonotonicTime? { library.scanWaitsSince }

    /// As that of `LibraryDesk`.
    func leaveScan() -> MediaNotice? {
        defer { mend() }
        return library.leaveScan()
    }

    /// As that of `LibraryDesk`.
    func takeChanges(at now: Int64) -> Bool { library.takeChanges(at: now) }

    /// As that of `LibraryDesk`.
    func probe() -> Prober? { library.probe() }

    /// As that of `LibraryDesk`.
    func endProbe(_ outcome: Prober.Outcome) {
        defer { mend() }
        library.endProbe(outcome)
    }

    /// As that of `LibraryDesk`.
    func takeFaults() -> MediaNotice? { library.takeFaults() }

    /// As that of `LibraryDesk`.
    var probeBegunAt: MonotonicTime? { library.probeBegunAt }

    /// As that of `LibraryDesk`.
    func takeProbeNews(
        at now: Int64
    ) throws(StoreError) -> (notice: MediaNotice?, next: Int64?) {
        defer { mend() }
        return try library.takeProbeNews(at: now)
    }

    /// As that of `FeedDesk`.
    func looks(at now: Int64) throws(StoreError) -> (now: [FeedLook], next: Int64?) {
        defer { mend() }
        return try feeds.looks(at: now)
    }

    /// As that of `ThumbnailDesk`.
    func takeJobs() -> [ThumbnailJob] { thumbnails.takeJobs() }

    /// As `takeDirectories` of `ExportDesk`.
    func takeExportDirectories() -> [AllowedDirectory] { exports.takeDirectories() }

    /// As that of `ExportDesk`.
    func takeExportChecks() -> [ExportJob] { exports.takeChecks() }

    /// As that of `ExportDesk`.
    func takeExport() throws(StoreError) -> ExportJob? {
        defer { mend() }
        return try exports.takeNext()
    }

    /// As that of `ExportDesk`.
    func end(
        _ job: ExportJob,
        _ outcome: ExportJob.Outcome
    ) -> (number: Int, answer: MediaAnswer)? {
        defer { mend() }
        return exports.end(job, outcome)
    }

    /// As that of `ExportDesk`.
    func takeExportNews(at now: Int64) -> (notices: [MediaNotice], next: Int64?) {
        exports.takeNews(at: now)
    }

    /// As that of `ExportDesk`.
    var exportMovedAt: MonotonicTime? { exports.movedAt }

    /// As `take` of `KeptDesk`.
    func keepMarks(at now: Int64) -> KeptDesk.Turn {
        defer {
            mend()
            library.noteMarks(kept.failure)
        }
        return kept.take(at: now)
    }

    /// As that of `LibraryDesk`.
    func giveUpProbe() { library.giveUpProbe() }

    /// As `giveUp` of `ThumbnailDesk`.
    func giveUpThumbnails() { thumbnails.giveUp(at: WallClock.now()) }

    /// As that of `FeedDesk`.
    func giveUpLooks() { feeds.giveUpLooks() }

    /// Damaged databases that were set aside since the last call, in words.
    func takeRecoveries() -> [String] {
        defer { told = store.recoveries }
        return store.recoveries.filter { !told.contains($0) }
            .map { StoreError.wasDamaged($0).message.description }
    }

    private func mend() {
        let recoveries = store.recoveries
        guard recoveries != mended else { return }
        mended = recoveries
        feeds.configureAgain()
        library.configureAgain(at: WallClock.now())
        exports.beginAnew()
    }
}
