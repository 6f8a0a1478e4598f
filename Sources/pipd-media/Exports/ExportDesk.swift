internal import ControlAPI
internal import Exporting
internal import Media
internal import MediaFiles
internal import MediaLink
internal import MediaStore
internal import Platform

/// Which exports are asked for, and how far they are: one at a time, in the order in which they
/// came.
///
///     ask ─► check (worker) ─► kept, waiting ─► running (worker) ─► done, failed, cancelled
///
/// What is kept outlives the process: what waited waits again, what ran has failed.
///
/// Thread: bound to the main thread.
struct ExportDesk {
    /// Exports that wait, at most.
    static let mostWaiting = 16
    /// Between two times that somebody is told how far one is, in microseconds.
    private static let pause: Int64 = 500_000

    private let store: MediaStore
    private let kept: KeptExports
    private var places = ExportPlaces()
    private var unsettled: [AllowedDirectory] = []
    /// Whether it is known where may be exported to.
    private var isConfigured = false
    /// Whether what was kept was looked at.
    private var isResumed = false
    private var waiting: [ExportID] = []
    /// It has no ID any more where the database was begun anew, which may give that to another.
    private var running: (id: ExportID?, report: ExportReport, job: ExportJob)?
    private var asked: [ExportJob] = []
    /// What is looked at, by the number of its request.
    private var checked: [Int: ExportProgress] = [:]
    private var news: [MediaNotice] = []
    private var told: (at: Int64, bytes: Int64) = (0, 0)

    init(store: MediaStore) {
        self.store = store
        kept = KeptExports(table: store.exports)
    }

    /// Takes what the configuration says.
    mutating func configure(_ directories: [String]) {
        unsettled += places.configure(directories)
        isConfigured = true
    }

    /// The directories that are to be looked for now: whose disk does not answer holds up nobody
    /// but who exports there.
    mutating func takeDirectories() -> [AllowedDirectory] {
        defer { unsettled = [] }
        return unsettled
    }

    /// Does what is asked by the request of a number at a time, in microseconds since 1970-01-01
    /// 00:00 UTC.
    ///
    /// - Returns: Nil for what is answered when it was looked at.
    mutating func answer(
        _ request: ExportRequest,
        _ number: Int,
        at now: Int64
    ) throws(StoreError) -> MediaAnswer? {
        try resume()
        switch request {
        case .begin(let definition): return try ask(definition, for: number, at: now)
        case .list:
            let all = try store.exports.all().compactMap { current($0)?.summary }
            return .exports(ExportList(exports: all))
        case .show(let name):
            guard let stored = try kept.find(name), let report = current(stored) else {
                return .refused(.hasNoExport(name))
            }
            return .export(report)
        case .end(let name): return try end(name)
        }
    }

    /// - Returns: Why it is not exported; nil where that is answered when it was looked at.
    private mutating func ask(
        _ request: ExportDefinition,
        for number: Int,
        at now: Int64
    ) throws(StoreError) -> MediaAnswer? {
        guard let place = places.place(of: request.directory) else {
            return .refused(.hasNoPlace(request.directory, among: places.all))
        }
        guard waiting.count + checked.count < Self.mostWaiting else {
            return .refused(.hasTooManyExports)
        }
        switch try ExportContent.find(request, in: store, at: now) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let content):
            let task = ExportJob.Task.check(content, request: number)
            let job = ExportJob(task: task, request: request, place: place)
            asked.append(job)
            checked[number] = job.progress
            return nil
        }
    }

    /// Gives one up, or forgets one that is over.
    private mutating func end(_ name: String) throws(StoreError) -> MediaAnswer {
        guard let stored = try kept.find(name) else { return .refused(.hasNoExport(name)) }
        if let running, running.id == stored.id {
            running.job.progress.cancel()
        } else if waiting.contains(stored.id), let report = ExportReport(stored) {
            try end(report, stored.id, as: .cancelled, because: "\(ExportError.cancelled)")
        } else {
            try store.exports.remove(stored.id)
        }
        return .done
    }

    /// As it is kept, or as it is at this moment.
    private func current(_ stored: StoredExport) -> ExportReport? {
        guard let running, running.id == stored.id else { return ExportReport(stored) }
        var report = running.report
        (report.bytes, report.exported) = (running.job.progress.bytes, running.job.progress.files)
        return report
    }

    /// Takes up what an earlier process has left.
    private mutating func resume() throws(StoreError) {
        guard !isResumed else { return }
        var left: [ExportID] = []
        for stored in try store.exports.all().reversed() {
            guard var report = ExportReport(stored), !report.state.isOver else { continue }
            if report.state == .waiting {
                left.append(stored.id)
                continue
            }
            let left = try store.exports.assetsLeft(of: stored.id)
            (report.exported, report.bytes) = (report.count - left, stored.bytes)
            let reason = "interrupted: what exported it has ended; export it again."
            try end(
                report,
                stored.id,
                as: left == 0 ? .done : .failed,
                because: left == 0 ? nil : reason
            )
        }
        (waiting, isResumed) = (left, true)
    }

    /// The database was begun anew, and knows nothing of what was to be exported.
    mutating func beginAnew() {
        running?.id = nil
        running?.job.progress.cancel()
        (waiting, isResumed) = ([], false)
    }

    /// What is to be looked at now.
    mutating func takeChecks() -> [ExportJob] {
        defer { asked = [] }
        return asked
    }

    /// What is to be exported now; nil where nothing is, or something is under way.
    ///
    /// - Throws: What the store throws; it is tried again at the next call.
    mutating func takeNext() throws(StoreError) -> ExportJob? {
        guard isConfigured else { return nil }
        try resume()
        while running == nil, let id = waiting.first {
            // Where the database was begun anew nothing is known of it.
            guard let stored = try store.exports.find(id), var report = ExportReport(stored) else {
                waiting.removeFirst()
                continue
            }
            let request = ExportDefinition(report)
            guard let place = places.place(of: request.directory) else {
                let refusal = MediaRefusal.hasNoPlace(request.directory, among: places.all)
                try end(report, id, as: .failed, because: refusal.reason)
                continue
            }
            report.state = .running
            try kept.update(report, id)
            waiting.removeFirst()
            let queue = ExportQueue(store: store, id: id, mode: request.mode)
            let task = ExportJob.Task.run(queue, count: report.count, bytes: report.totalBytes)
            let job = ExportJob(task: task, request: request, place: place)
            (running, told) = ((id, report, job), (0, 0))
            return job
        }
        return nil
    }

    /// Takes in what came of a job.
    ///
    /// - Returns: What is answered to the request of that number; nil where none waits.
    mutating func end(
        _ job: ExportJob,
        _ outcome: ExportJob.Outcome
    ) -> (number: Int, answer: MediaAnswer)? {
        switch job.task {
        case .check(let content, let number):
            checked[number] = nil
            return (number, take(job.request, content, outcome))
        case .run:
            guard let ended = running else { return nil }
            running = nil
            var report = ended.report
            report.take(outcome, of: job)
            guard let id = ended.id else {
                (report.state, report.reason) = (.failed, MediaRefusal.hasLostExport.reason)
                news.append(.exportEnded(report.summary))
                return nil
            }
            do throws(StoreError) {
                try end(report, id, as: report.state, because: report.reason)
                try kept.prune()
            } catch {
                // It ends as interrupted, as soon as that can be kept.
                isResumed = false
                news.append(.warning(error.description))
            }
            return nil
        }
    }

    private mutating func take(
        _ request: ExportDefinition,
        _ content: ExportContent,
        _ outcome: ExportJob.Outcome
    ) -> MediaAnswer {
        if let failure = outcome.failure { return .refused(failure.refusal) }
        guard waiting.count < Self.mostWaiting else { return .refused(.hasTooManyExports) }
        var report = ExportReport(id: "", of: request, count: content.count, bytes: outcome.bytes)
        report.take(outcome.cut)
        do throws(StoreError) {
            let (id, added) = try kept.add(report, of: content.source)
            waiting.append(id)
            return .export(added)
        } catch {
            return .refused(MediaRefusal(error))
        }
    }

    /// Keeps that one is over, and tells it.
    private mutating func end(
        _ report: ExportReport,
        _ id: ExportID,
        as state: ExportReport.State,
        because reason: String?
    ) throws(StoreError) {
        var report = report
        (report.state, report.reason) = (state, reason)
        try kept.end(report, id)
        waiting.removeAll { $0 == id }
        news.append(.exportEnded(report.summary))
    }

    /// What is to be told, and in how many microseconds there may be more; nil for not before
    /// something else happens.
    mutating func takeNews(at now: Int64) -> (notices: [MediaNotice], next: Int64?) {
        defer { news = [] }
        guard let running else { return (news, nil) }
        let bytes = running.job.progress.bytes
        // The clock may be set back.
        guard now < told.at || now - told.at >= Self.pause else {
            return (news, told.at + Self.pause - now)
        }
        if bytes != told.bytes {
            let total = max(running.report.totalBytes, bytes)
            news.append(.exportMoved(running.report.id, bytes: bytes, of: total))
        }
        told = (now, bytes)
        return (news, Self.pause)
    }

    /// When that last got further which is exported or looked at, and has not for longest; nil where
    /// nothing is.
    var movedAt: MonotonicTime? {
        (checked.values + [running?.job.progress].compactMap { $0 }).compactMap(\.movedAt).min()
    }
}
