internal import ControlAPI
internal import Media
internal import MediaLink
internal import Platform
internal import Synchronization

/// `pipd-media`, which reads what is foreign: feeds, files and the database. It is
/// started when something is asked of it, watched, and started again when it ends.
///
///     ask ──► pending ──► pipd-link (thread) ──► socket ──► pipd-media
///      ▲                        │                               │
///      └────── answer ◄─────────┴──────────── socket ◄──────────┘
///
/// Nothing here waits for it but its own thread. At most `mostPending` requests are open, each
/// for a bounded time; while it is away they are refused with the reason.
///
/// Thread: safe.
final class MediaProcess: Sendable {
    typealias Taker = @Sendable (MediaAnswer) -> Void

    /// What is told without being asked for, on the thread of the link.
    struct Listener: Sendable {
        /// It runs, and knows the configuration.
        let isReady: @Sendable () -> Void
        let notice: @Sendable (MediaNotice) -> Void
    }

    /// How long an answer from the database may take.
    static let patience = Nanoseconds.milliseconds(10_000)
    /// Requests of clients without an answer, at most; pipd's own are few.
    static let mostPending = 64
    /// How long it may take until it has taken what is asked at once, or ended.
    private static let grace = Nanoseconds.milliseconds(500)
    /// The same where another is to take its place, which has to wait for its database.
    private static let longGrace = Nanoseconds.milliseconds(5_000)

    fileprivate struct Pending {
        let take: Taker
        let deadline: MonotonicTime

        init(_ take: @escaping Taker, by deadline: MonotonicTime) {
            self.take = take
            self.deadline = deadline
        }
    }

    fileprivate struct State {
        var watch = ProcessWatch()
        var pending: [Int: Pending] = [:]
        var outgoing: [NumberedRequest] = []
        var lastNumber = 0
        var settings = MediaSettings(library: LibrarySettings())
        var listener: Listener?
        var thread: WorkerThread?
        var isStopping = false
        /// Why it ends, as it said itself.
        var farewell: MediaFailure?
    }

    private let place: MediaPlace
    private let state = Mutex(State())
    private let wakeUp: WakeUp

    /// - Parameter place: Where it is; without a directory it never runs.
    /// - Throws: `eventfd`, when the process has too many descriptors.
    init(_ place: MediaPlace) throws(SystemCallError) {
        self.place = place
        wakeUp = try WakeUp()
    }

    /// Who is told what nobody asked for; once, before anything is asked.
    func listen(_ listener: Listener) { state.withLock { $0.listener = listener } }

    /// What the configuration says, from now on; it is started to fetch feeds and to look through
    /// the library.
    func configure(_ settings: MediaSettings) {
        let isNew = state.withLock { state in
            defer { state.settings = settings }
            return state.settings != settings
        }
        if isNew { ask(.configure(settings), within: ProcessWatch.longestStart, readiness) }
    }

    /// What it is told first, and what comes of it. A feed that it does not take keeps it from
    /// nothing else.
    private func readiness(_ answer: MediaAnswer) {
        let listener = state.withLock { $0.listener }
        switch answer {
        case .refused(let refusal) where refusal.kind == .away: return
        case .refused(let refusal): listener?.notice(.warning(refusal.reason))
        default: break
        }
        listener?.isReady()
    }

    /// Asks it for something, and starts it where it does not run.
    ///
    /// - Parameters:
    ///   - request: What for.
    ///   - patience: How long the answer may take, once it has started: that is waited for, too.
    /// - Returns: The answer; a refusal of kind `away` where none comes.
    func answer(
        to request: MediaRequest,
        within patience: Nanoseconds = patience
    ) async -> MediaAnswer {
        await withCheckedContinuation { continuation in
            ask(request, within: patience) { continuation.resume(returning: $0) }
        }
    }

    /// As `answer`, for who cannot wait. What takes the answer is called once, on any thread, and
    /// must not wait.
    func ask(
        _ request: MediaRequest,
        within patience: Nanoseconds = patience,
        _ take: @escaping Taker
    ) {
        let now = MonotonicClock.now()
        let failure = state.withLock { state in
            let patience = state.watch.isHeard ? patience : max(patience, ProcessWatch.longestStart)
            return state.admit(request, Pending(take, by: now + patience)) ?? startThread(&state)
        }
        if let failure { return take(.refused(MediaRefusal(failure))) }
        wakeUp.signal()
    }

    /// Tells it of a file that was saved, where that is in the library. While it is away nothing is
    /// told: it looks at all when it starts.
    ///
    /// - Parameter path: Absolute.
    func tell(ofSaved path: String) {
        let isInLibrary = state.withLock { state in
            state.watch.absence == nil
                && state.settings.library.roots.contains { path.hasPrefix("\($0)/") }
        }
        if isInLibrary { ask(.library(.saved(path))) { _ in } }
    }

    /// Ends it. What was asked is done where that takes no longer than `grace`, and refused all
    /// the same.
    func stop() {
        let thread = state.withLock { state in
            state.isStopping = true
            return state.thread
        }
        wakeUp.signal()
        thread?.join()
    }

    /// Under the lock.
    private func startThread(_ state: inout State) -> MediaFailure? {
        guard state.thread == nil else { return nil }
        guard place.directory != nil else {
            (state.pending, state.outgoing) = ([:], [])
            return MediaFailure(
                "there is no directory for its database",
                remedy: "Set STATE_DIRECTORY or HOME."
            )
        }
        do throws(SystemCallError) {
            state.thread = try WorkerThread(name: "pipd-link", nice: 10) { [self] in run() }
            return nil
        } catch {
            (state.pending, state.outgoing) = ([:], [])
            return MediaFailure("\(error)")
        }
    }

    // MARK: On the thread

    private func run() {
        var polling = PollSet(capacity: 1)
        polling.add(wakeUp.rawValue, tag: Wake.asked)
        while let action = next() {
            switch action {
            case .start: live()
            case .wait(let time): _ = polling.wait(until: earliest(time))
            case .ask, .kill: break
            }
            wakeUp.drain()
            expire()
        }
        refuseAll(.isStopping)
    }

    private enum Wake {
        static let asked = PollSet.Tag(rawValue: 0)
        static let answered = PollSet.Tag(rawValue: 1)
    }

    /// nil when it is over.
    private func next() -> ProcessWatch.Action? {
        let now = MonotonicClock.now()
        return state.withLock { $0.isStopping ? nil : $0.watch.next(at: now) }
    }

    private func earliest(_ time: MonotonicTime?) -> MonotonicTime? {
        let deadlines = state.withLock { $0.pending.values.map(\.deadline) }
        return (deadlines + [time].compactMap { $0 }).min()
    }

    /// From its start to its end.
    private func live() {
        let failure: MediaFailure
        var isAnew = false
        let zone = state.withLock { $0.settings.library.timeZone }
        do throws(SystemCallError) {
            let (socket, child) = try MediaSocket.connect { (other) throws(SystemCallError) in
                try LinkedProcess(
                    place.program,
                    ["--state", place.directory ?? "/", "--nice", "\(place.nice)"],
                    environment: Self.environment(zone),
                    passing: other
                )
            }
            let first = Pending(readiness, by: MonotonicClock.now() + ProcessWatch.longestStart)
            state.withLock {
                $0.farewell = nil
                $0.prepend(.configure($0.settings), first)
            }
            let parting = talk(socket, in: zone)
            socket.endSending()
            let now = MonotonicClock.now()
            isAnew = parting == .isAnew
            let grace = isAnew ? Self.longGrace : Self.grace
            let end = child.end(by: parting.isFailure ? now : now + grace)
            failure = parting.failure ?? state.withLock { $0.farewell } ?? MediaFailure("\(end)")
        } catch {
            failure = MediaFailure("\(place.program) cannot be started: \(error.errno)")
        }
        let now = MonotonicClock.now()
        let listener = state.withLock { state -> Listener? in
            if isAnew {
                state.watch.end()
                return nil
            }
            let isNews = state.watch.end(at: now, because: failure)
            return isNews && !state.isStopping ? state.listener : nil
        }
        listener?.notice(.warning(failure.whileItComesBack))
        if isAnew { refuseSent(failure) } else { refuseAll(failure) }
    }

    /// Why a connection is over.
    private enum Parting: Equatable {
        /// It was closed, or is to be.
        case ended
        /// The next process is to have another time zone.
        case isAnew
        case failed(String)

        var isFailure: Bool { if case .failed = self { true } else { false } }

        var failure: MediaFailure? {
            switch self {
            case .ended: nil
            case .isAnew: MediaFailure("it begins anew in another time zone")
            case .failed(let reason): MediaFailure(reason)
            }
        }
    }

    /// What it finds in its environment: nothing that is pipd's alone, such as its token.
    ///
    /// - Parameter zone: The time zone of dates that say none; nil: that of the machine.
    /// - Returns: Its variables.
    private static func environment(_ zone: String?) -> [String: String] {
        var environment = ProcessEnvironment.current().filter { name, _ in
            !["PIPD_", "LISTEN_", "WATCHDOG_", "NOTIFY_"].contains { name.hasPrefix($0) }
        }
        if let zone { environment["TZ"] = zone }
        return environment
    }

    /// Whether that is the time zone of the configuration still: the C library takes that of a
    /// process's start, and no other while threads ask for it.
    private func isIn(_ zone: String?) -> Bool {
        state.withLock { $0.settings.library.timeZone == zone }
    }

    private func talk(_ socket: MediaSocket, in zone: String?) -> Parting {
        var splitter = MessageSplitter()
        var polling = PollSet(capacity: 2)
        polling.add(wakeUp.rawValue, tag: Wake.asked)
        polling.add(socket.rawValue, tag: Wake.answered)
        while let action = next() {
            var deadline: MonotonicTime? = MonotonicClock.now()
            switch action {
            case .start: break
            case .kill: return .failed("it did not answer any more")
            case .ask: ask(.ping) { _ in }
            case .wait(let time): deadline = time
            }
            guard isIn(zone) else { return .isAnew }
            guard sendRequests(to: socket) else {
                takeRest(of: socket, &splitter, &polling)
                return .ended
            }
            let ready = polling.wait(until: earliest(deadline))
            wakeUp.drain()
            if ready.contains(Wake.answered) {
                do throws(MediaSocket.Closed) {
                    try socket.receive(into: &splitter)
                } catch {
                    return .ended
                }
                guard takeMessages(&splitter) else { return .failed("it sent what is no message") }
            }
            expire()
        }
        // What was asked before the end is done.
        _ = sendRequests(to: socket)
        return .ended
    }

    /// What it said before it ended.
    private func takeRest(
        of socket: MediaSocket,
        _ splitter: inout MessageSplitter,
        _ polling: inout PollSet
    ) {
        while polling.wait(until: MonotonicClock.now()).contains(Wake.answered),
            (try? socket.receive(into: &splitter)) != nil
        {}
        _ = takeMessages(&splitter)
    }

    private func sendRequests(to socket: MediaSocket) -> Bool {
        let requests = state.withLock { state in
            defer { state.outgoing = [] }
            return state.outgoing
        }
        let deadline = MonotonicClock.now() + Self.grace
        for request in requests {
            guard let message = MessageFrame.encode(request) else { continue }
            do throws(MediaSocket.Closed) {
                try socket.send(message, until: deadline)
            } catch {
                return false
            }
        }
        return true
    }

    private func takeMessages(_ splitter: inout MessageSplitter) -> Bool {
        do throws(MessageSplitter.TooLong) {
            while let body = try splitter.next() {
                guard let message = MessageFrame.decode(MediaMessage.self, from: body) else {
                    return false
                }
                take(message)
            }
            return true
        } catch {
            return false
        }
    }

    private func take(_ message: MediaMessage) {
        let now = MonotonicClock.now()
        switch message {
        case .answer(let number, let answer):
            let pending = state.withLock { state in
                state.watch.hear(at: now)
                return state.pending.removeValue(forKey: number)
            }
            pending?.take(answer)
        case .notice(let notice):
            let listener = state.withLock { state in
                state.watch.hear(at: now)
                return state.listener
            }
            listener?.notice(notice)
        case .farewell(var failure):
            failure.reason = "it ended: \(failure.reason)"
            state.withLock { $0.farewell = failure }
        }
    }

    private func expire() {
        let now = MonotonicClock.now()
        let late = state.withLock { state in
            let late = state.pending.filter { $0.value.deadline <= now }
            for number in late.keys { state.pending[number] = nil }
            return late.values
        }
        let failure = MediaFailure("it takes too long")
        for pending in late { pending.take(.refused(MediaRefusal(failure))) }
    }

    /// What was not sent is for the next process.
    private func refuseSent(_ failure: MediaFailure) {
        let sent = state.withLock { state in
            let waiting = Set(state.outgoing.map(\.number))
            let sent = state.pending.filter { !waiting.contains($0.key) }
            for number in sent.keys { state.pending[number] = nil }
            return sent.values
        }
        for pending in sent { pending.take(.refused(MediaRefusal(failure))) }
    }

    private func refuseAll(_ failure: MediaFailure) {
        let pending = state.withLock { state in
            defer { (state.pending, state.outgoing) = ([:], []) }
            return state.pending.values
        }
        for pending in pending { pending.take(.refused(MediaRefusal(failure))) }
    }
}

extension MediaFailure {
    fileprivate static let isStopping = Self("the daemon is stopping")

    /// What is logged of it.
    fileprivate var whileItComesBack: String {
        remedy == nil ? "\(self); it is started again" : "\(self) It is started again."
    }
}

extension MediaProcess.State {
    /// - Returns: Why it is refused.
    fileprivate mutating func admit(
        _ request: MediaRequest,
        _ pending: MediaProcess.Pending
    ) -> MediaFailure? {
        guard !isStopping else { return .isStopping }
        if let absence = watch.absence { return absence }
        guard request.isOwn || self.pending.count < MediaProcess.mostPending else {
            return MediaFailure(
                "it has \(MediaProcess.mostPending) requests to answer, which is the most"
            )
        }
        watch.want()
        outgoing.append(number(request, pending))
        return nil
    }

    /// Before what waits already, and instead of what says the same.
    fileprivate mutating func prepend(_ request: MediaRequest, _ pending: MediaProcess.Pending) {
        for waiting in outgoing {
            if case .configure = waiting.request { self.pending[waiting.number] = nil }
        }
        outgoing.removeAll { if case .configure = $0.request { true } else { false } }
        outgoing.insert(number(request, pending), at: 0)
    }

    private mutating func number(
        _ request: MediaRequest,
        _ pending: MediaProcess.Pending
    ) -> NumberedRequest {
        lastNumber += 1
        self.pending[lastNumber] = pending
        return NumberedRequest(number: lastNumber, request: request)
    }
}
