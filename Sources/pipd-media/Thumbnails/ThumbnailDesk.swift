internal import Addressing
internal import Feeds
internal import Media
internal import MediaFiles
internal import MediaLink
internal import MediaStore
internal import Thumbnails

/// Which thumbnails are asked for, and who waits for them.
///
/// Thread: bound to the main thread.
struct ThumbnailDesk {
    let store: MediaStore
    private let cache: ThumbnailCache
    private var workers = ThumbnailSettings().workers
    private var asked: [ThumbnailJob] = []
    private var running: [ThumbnailJob] = []
    /// The requests that wait, of which pipd has so many at most.
    private var waiting: [ThumbnailJob: [(number: Int, name: MediaName)]] = [:]
    /// Whose thumbnails they are, as their files were when they were asked for.
    private var files: [ThumbnailJob: UnreadAsset] = [:]
    /// Files of the library of which nothing can be shown, and that nobody was told of.
    private var failures = 0
    /// What somebody was told of that there is none.
    private var told: Set<PathKey> = []
    /// Those that could not be had of late, and when that was, in microseconds.
    private var failed: [ThumbnailJob: (at: Int64, MediaRefusal)] = [:]

    /// What cannot be had is asked for again after this time, in microseconds.
    private static let pause: Int64 = 300_000_000
    /// Of those that are remembered, either way.
    private static let mostFailed = 1_000

    init(store: MediaStore, cache: ThumbnailCache) {
        self.store = store
        self.cache = cache
    }

    /// Takes what the configuration says.
    mutating func configure(_ settings: ThumbnailSettings) {
        cache.budget = settings.budget
        workers = settings.workers
        cache.isShared = workers > 1
    }

    /// Takes what is asked by the request of a number.
    ///
    /// - Returns: Why there is none; nil where it is answered when it is there.
    mutating func ask(
        _ name: MediaName,
        pixels: Int,
        for number: Int,
        at now: Int64
    ) throws(StoreError) -> MediaAnswer? {
        if case .asset(let asset) = name, let refusal = try offline(asset) {
            return .refused(refusal)
        }
        guard let source = try source(of: name) else {
            if case .asset(let id) = name { return .refused(.hasNoAsset(id)) }
            return .refused(MediaRefusal(.unknown, "There is no picture for it."))
        }
        let job = ThumbnailJob(source: source, size: ThumbnailSize(atLeast: pixels))
        if let (time, refusal) = failed[job], now >= time, now - time < Self.pause {
            return .refused(refusal)
        }
        if case .asset(let id) = name, files[job] == nil {
            files[job] = try AssetID(id).flatMap(store.probes.file)
        }
        if waiting[job] == nil { asked.append(job) }
        waiting[job, default: []].append((number, name))
        return nil
    }

    /// The jobs to be begun: as many as are made at a time, and of each thing one.
    mutating func takeJobs() -> [ThumbnailJob] {
        var begun: [ThumbnailJob] = []
        asked.removeAll { job in
            guard running.count < workers,
                !running.contains(where: { $0.source.text == job.source.text })
            else { return false }
            running.append(job)
            begun.append(job)
            return true
        }
        return begun
    }

    /// - Returns: What is answered to the requests of these numbers, and what is told.
    mutating func end(
        _ job: ThumbnailJob,
        _ outcome: ThumbnailJob.Outcome,
        at now: Int64
    ) -> (answers: [(number: Int, answer: MediaAnswer)], report: ThumbnailReport) {
        running.removeAll { $0 == job }
        let waited = waiting.removeValue(forKey: job) ?? []
        let file = files.removeValue(forKey: job)
        var report = ThumbnailReport(
            result: outcome.result,
            seconds: outcome.seconds,
            source: job.source.text
        )
        report.asset =
            waited.lazy
            .compactMap { if case .asset(let name) = $0.name { name } else { nil } }.first
        (report.cacheBytes, report.evictions) = (cache.bytes, cache.takeEvictions())
        let answer: MediaAnswer
        switch outcome.thumbnail {
        case .success(let thumbnail):
            failed[job] = nil
            told.remove(PathKey(report.source))
            answer =
                thumbnail.unkept.map { .picture(PictureFile($0.png)) }
                ?? .thumbnail(path: thumbnail.path)
        case .failure(let refusal):
            answer = .refused(refusal)
            report.reason = refusal.reason
            if outcome.isDamaged, let file,
                (try? store.probes.fail(file, because: refusal.reason)) == true
            {
                failures += 1
            }
            switch refusal.kind {
            case .source:
                // The cache knows of files, unless it has no room for that.
                if !job.source.isFile || cache.hasNoRoom { remember(refusal, of: job, at: now) }
                // What failed just now may be another file than before.
                report.isNews = isNews(report.source) || outcome.result == .failed
            case .storage where outcome.cacheFault == nil:
                report.isNews = isNews(report.source)
            case .busy where outcome.isShortage: remember(refusal, of: job, at: now)
            // What it is no fault of may be had the next time.
            default: break
            }
        }
        return (waited.map { ($0.number, answer) }, report)
    }

    /// How many files of the library nothing could be shown of, since the last call.
    mutating func takeFailures() -> Int {
        defer { failures = 0 }
        return failures
    }

    private mutating func remember(_ refusal: MediaRefusal, of job: ThumbnailJob, at now: Int64) {
        if failed.count >= Self.mostFailed { failed = [:] }
        failed[job] = (now, refusal)
    }

    private mutating func isNews(_ source: String) -> Bool {
        if told.count >= Self.mostFailed { told = [] }
        return told.insert(PathKey(source)).inserted
    }

    /// The process ends, and not because of a thumbnail.
    func giveUp(at now: Int64) { cache.abandonAttempts(at: now / 1_000_000) }

    /// Why an asset's file is not there; nil where it should be.
    private func offline(_ name: String) throws(StoreError) -> MediaRefusal? {
        guard let id = AssetID(name), let asset = try store.assets.find(id) else { return nil }
        return MediaRefusal(ofRoot: asset.root, among: try store.roots.all())
    }

    /// What its picture is made of: what its feed names, else the item itself.
    private func source(of name: MediaName) throws(StoreError) -> ThumbnailJob.Source? {
        switch name {
        case .address(let text): return Self.source(of: AddressText(text), changed: 0)
        case .asset(let name):
            return try AssetID(name).flatMap(store.assets.find)
                .map { .file($0.path, beneath: $0.root) }
        case .feedItem(let name):
            guard let id = ItemID(name), let record = try store.items.find(id) else { return nil }
            let changed = (record.item.publishedMicroseconds ?? record.firstSeenAt) / 1_000_000
            let picture = record.item.thumbnail.flatMap { url -> ThumbnailJob.Source? in
                let isWeb = (try? SourceAddress.parse(url.withSecrets))?.isWeb == true
                return isWeb ? .picture(url, changed: changed) : Self.file(url)
            }
            return picture
                ?? Self.source(of: record.item.preferredVariant.url, changed: changed)
        }
    }

    /// A file, or what the name says is an image.
    private static func source(of url: AddressText, changed: Int64) -> ThumbnailJob.Source? {
        if let file = file(url) { return file }
        guard let address = try? SourceAddress.parse(url.withSecrets), address.isImage else {
            return nil
        }
        return .picture(url, changed: changed)
    }

    private static func file(_ url: AddressText) -> ThumbnailJob.Source? {
        guard let address = try? SourceAddress.parse(url.withSecrets), let path = address.filePath
        else { return nil }
        // A path that is not absolute begins where this process was started: as pipd's.
        let text = path.withSecrets
        return .file(text.hasPrefix("/") ? text : "\(WorkingDirectory.path)/\(text)")
    }
}
