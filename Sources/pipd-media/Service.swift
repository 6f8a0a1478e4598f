internal import ControlAPI
internal import Fetching
internal import Media
internal import MediaLink
internal import MediaStore
internal import Platform
internal import Thumbnails

/// The running program: requests and looks in, answers and notices out.
///
///     socket ─► Inbox ──┐                          ┌─► socket
///                       ├─► run() ─► Desk ─────────┤
///     Workers ──────────┘                          └─► Workers
///
/// Thread: bound to the main thread.
struct Service {
    /// How long the other side may take to take a message.
    private static let patience = Nanoseconds.milliseconds(20_000)

    private let socket: MediaSocket
    let desk: Desk
    private let watch: FolderWatch
    private let changed: WakeUp
    private let inbox: Inbox
    private let feeds: Workers<FeedLook, FeedLook.Outcome>
    private let thumbnails: Workers<ThumbnailJob, ThumbnailJob.Outcome>
    private let scans: Workers<RootScan, RootScan.Outcome>
    private let probes: Workers<Prober, Prober.Outcome>
    let exports: Workers<ExportJob, ExportJob.Outcome>
    let directories: Workers<AllowedDirectory, Void>

    /// - Parameters:
    ///   - socket: With who asks.
    ///   - store: What is known.
    ///   - cache: Where thumbnails are kept.
    ///   - folder: The database's directory.
    ///   - nice: How much threads that read files stand back behind others, 0 to 19.
    /// - Throws: `SystemCallError` without threads or descriptors.
    init(
        socket: MediaSocket,
        store: MediaStore,
        cache: ThumbnailCache,
        folder: String,
        nice: Int
    ) throws(SystemCallError) {
        self.socket = socket
        watch = FolderWatch()
        desk = Desk(store: store, cache: cache, folder: folder, watch: watch)
        changed = try WakeUp()
        inbox = try Inbox.open(socket, signalling: changed)
        // One server that does not answer holds up no other.
        feeds = try Workers("media-feed", 4, nice: nice, signalling: changed) {
            let fetcher = Fetcher(version: Version.current)
            return { $0.take(with: fetcher, isCancelled: $1) }
        }
        thumbnails = try Workers(
            "media-thumb",
            ThumbnailSettings.mostWorkers,
            nice: nice,
            signalling: changed
        ) {
            let fetcher = Fetcher(version: Version.current)
            return { $0.take(in: cache, with: fetcher, isCancelled: $1) }
        }
        // One disk at a time, beside those that do not answer.
        scans = try Workers(
            "media-scan",
            1 + ScanSchedule.mostHanging,
            nice: nice,
            signalling: changed
        ) {
            { $0.take(in: store, isCancelled: $1) }
        }
        probes = try Workers("media-probe", 1, nice: nice, signalling: changed) {
            { $0.take(isCancelled: $1) }
        }
        // One exports; the other says meanwhile whether more can be.
        exports = try Workers("media-export", 2, nice: nice, signalling: changed) {
            { job, _ in job.take() }
        }
        // Before anybody can ask for a file there: this thread stands back behind none.
        directories = try Workers("media-place", 1, nice: 0, signalling: changed) {
            { directory, _ in _ = directory.settle() }
        }
    }

    /// Runs until the other side is gone.
    ///
    /// - Returns: Why it ends before that, where a file is never read or nobody can know what is
    ///   asked: the process is to end, and does not try it for ever.
    func run() -> MediaFailure? {
        defer {
            feeds.close()
            thumbnails.close()
            scans.close()
            probes.close()
            exports.close()
            directories.close()
            // Who reads is not waited for.
            socket.end()
            desk.giveUpLooks()
        }
        var polling = PollSet(capacity: 1)
        polling.add(changed.rawValue, tag: .init(rawValue: 0))
        // What happens in folders is not taken up to then: the kernel keeps it.
        var rest: MonotonicTime?
        var upkeep = MemoryUpkeep()
        while let requests = inbox.take() {
            do throws(MediaSocket.Closed) {
                for text in desk.takeRecoveries() { try send(.notice(.warning(text))) }
                try answer(requests)
                try endLooks()
                try endThumbnails()
                if try endScans() { upkeep.scanIsOver(at: MonotonicClock.now()) }
                try leaveScan()
                if endProbes() { upkeep.passIsOver(at: MonotonicClock.now()) }
                try endExports()
                if rest == nil, desk.takeChanges(at: WallClock.now()) {
                    rest = MonotonicClock.now() + Self.restFromFolders
                }
                let delays = try [
                    keepMarks(), startLooks(), startScan(&upkeep), startProbe(), startExports(),
                ]
                if let faults = desk.takeFaults() { try send(.notice(faults)) }
                thumbnails.start(desk.takeJobs())
                let due = delays.compactMap { $0 }.min().map { MonotonicClock.now() + $0 }
                _ = polling.wait(
                    until: [due, limit, nextScanLook, rest, upkeep.deadline].compactMap { $0 }
                        .min(),
                    guest: rest == nil ? watch.rawValue : nil
                )
                changed.drain()
                upkeep.keepDeadline(MonotonicClock.now())
                if let end = rest, end <= MonotonicClock.now() { rest = nil }
            } catch {
                break
            }
            if let limit, MonotonicClock.now() >= limit {
                giveUpReading(hanging: limit)
                return farewell(MediaFailure("a file or its disk hangs; it is not tried for ever"))
            }
        }
        giveUpReading(hanging: nil)
        return inbox.fault.map(farewell)
    }

    /// It ends by its own decision, which pipd learns as long as there is a connection.
    private func farewell(_ failure: MediaFailure) -> MediaFailure {
        Farewell.say(failure, over: socket)
        return failure
    }

    /// The process ends: what is read now has no part in that, but for what hangs.
    ///
    /// - Parameter limit: By when that should have been read; nil where nothing hangs.
    private func giveUpReading(hanging limit: MonotonicTime?) {
        // None is begun any more.
        probes.close()
        thumbnails.close()
        func hangs(_ begunAt: MonotonicTime?) -> Bool {
            guard let limit, let begunAt else { return false }
            return begunAt + ReadingLimits.hanging <= limit
        }
        if !hangs(desk.probeBegunAt) { desk.giveUpProbe() }
        if !hangs(thumbnails.oldest) { desk.giveUpThumbnails() }
    }

    /// When what is read now hangs; nil where nothing is read. An export may take its time, and is
    /// to get further all the same.
    private var limit: MonotonicTime? {
        [thumbnails.oldest, desk.probeBegunAt, desk.exportMovedAt].compactMap { $0 }.min()
            .map { $0 + ReadingLimits.hanging }
    }

    /// From when on a folder that is gone through hangs, as far as is known now; nil where none is
    /// gone through, or enough do.
    private var scanLimit: MonotonicTime? {
        desk.scanWaitsSince.map { $0 + ReadingLimits.patience }
    }

    /// When that is to be asked again: it is only known when it is asked.
    private var nextScanLook: MonotonicTime? {
        scanLimit.map { min($0, MonotonicClock.now() + ReadingLimits.look) }
    }

    /// Leaves a folder alone that hangs.
    private func leaveScan() throws(MediaSocket.Closed) {
        guard let limit = scanLimit, MonotonicClock.now() >= limit else { return }
        if let notice = desk.leaveScan() { try send(.notice(notice)) }
    }

    private func answer(_ requests: [NumberedRequest]) throws(MediaSocket.Closed) {
        var failure: MediaSocket.Closed?
        for request in requests {
            // What is asked last is to be kept, also where nobody waits for an answer any more.
            guard let answer = desk.answer(request, at: WallClock.now()), failure == nil else {
                continue
            }
            do throws(MediaSocket.Closed) {
                try send(.answer(request.number, answer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func endLooks() throws(MediaSocket.Closed) {
        for (look, outcome) in feeds.take() {
            let chance = Double.random(in: 0..<1)
            let news = desk.end(look, outcome, at: WallClock.now(), chance: chance)
            for (number, answer) in news.answers { try send(.answer(number, answer)) }
            for notice in news.notices { try send(.notice(notice)) }
        }
    }

    private func endThumbnails() throws(MediaSocket.Closed) {
        for (job, outcome) in thumbnails.take() {
            let (answers, report) = desk.end(job, outcome, at: WallClock.now())
            for (number, answer) in answers { try send(.answer(number, answer)) }
            try send(.notice(.thumbnail(report)))
        }
        if let notice = desk.takeDamage() { try send(.notice(notice)) }
    }

    /// - Returns: Whether one is over.
    private func endScans() throws(MediaSocket.Closed) -> Bool {
        let done = scans.take()
        for (scan, outcome) in done {
            if let notice = desk.end(scan, outcome, at: WallClock.now()) {
                try send(.notice(notice))
            }
        }
        return !done.isEmpty
    }

    /// - Returns: Whether one pass is over.
    private func endProbes() -> Bool {
        let done = probes.take()
        for (_, outcome) in done { desk.endProbe(outcome) }
        return !done.isEmpty
    }

    /// - Returns: When to look again; nil where nothing is due.
    private func startProbe() throws(MediaSocket.Closed) -> Nanoseconds? {
        if let prober = desk.probe() { probes.start([prober]) }
        var notice: MediaNotice?
        let delay = try start { () throws(StoreError) in
            let (news, next) = try desk.takeProbeNews(at: WallClock.now())
            notice = news
            return next
        }
        if let notice { try send(.notice(notice)) }
        return delay
    }

    /// - Returns: When to look again; nil where nothing is due.
    private func keepMarks() throws(MediaSocket.Closed) -> Nanoseconds? {
        let turn = desk.keepMarks(at: WallClock.now())
        if let warning = turn.warning { try send(.notice(.warning(warning))) }
        return turn.next.map(Self.sleep)
    }

    /// - Returns: When to look again; nil where nothing is due.
    private func startScan(_ upkeep: inout MemoryUpkeep) throws(MediaSocket.Closed) -> Nanoseconds?
    {
        let (scan, next) = desk.scan(at: WallClock.now())
        if let scan {
            upkeep.scanBegins()
            scans.start([scan])
            // It is not told every few seconds that a disk that is away is looked for.
            if scan.isWhole, scan.root.state != .offline {
                try send(.notice(.scanBegins(root: scan.root.path)))
            }
        }
        return next.map(Self.sleep)
    }

    /// - Returns: When to look again; nil where nothing is due.
    private func startLooks() throws(MediaSocket.Closed) -> Nanoseconds? {
        try start { () throws(StoreError) in
            let (looks, next) = try desk.looks(at: WallClock.now())
            feeds.start(looks)
            return next
        }
    }

    /// Starts what is due, and tells why that cannot be seen.
    ///
    /// - Parameter due: In how many microseconds something is due next; nil for nothing.
    /// - Returns: When to look again; nil where nothing is due.
    /// - Throws: `Closed` where nobody is told.
    func start(
        _ due: () throws(StoreError) -> Int64?
    ) throws(MediaSocket.Closed) -> Nanoseconds? {
        do throws(StoreError) {
            return try due().map(Self.sleep)
        } catch {
            try send(.notice(.warning(error.description)))
            return Self.longestSleep
        }
    }

    /// Of some microseconds, or shorter: the clock may be set meanwhile.
    private static func sleep(_ delay: Int64) -> Nanoseconds {
        Nanoseconds(min(delay, longestSleep.count / 1_000) * 1_000)
    }

    /// Files that come by the thousand wake it no more often.
    private static let restFromFolders = Nanoseconds.milliseconds(100)
    private static let longestSleep = Nanoseconds.milliseconds(60_000)

    func send(_ message: MediaMessage) throws(MediaSocket.Closed) {
        guard let bytes = MessageFrame.encode(message) else {
            guard case .answer(let number, _) = message else { return }
            let refusal = MediaRefusal(.storage, "The answer is too long; ask for less.")
            return try send(.answer(number, .refused(refusal)))
        }
        try socket.send(bytes, until: MonotonicClock.now() + Self.patience)
    }
}
