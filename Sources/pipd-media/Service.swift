internal import Media
internal import MediaLink
internal import MediaStore
internal import Platform

/// The running program: requests and looks in, answers and notices out.
///
///     socket ─► Inbox ──┐                          ┌─► socket
///                       ├─► run() ─► FeedDesk ─────┤
///     FeedWorkers ──────┘                          └─► FeedWorkers
///
/// Thread: bound to the main thread.
struct Service {
    /// How long the other side may take to take a message.
    private static let patience = Nanoseconds.milliseconds(20_000)

    private let socket: MediaSocket
    private let desk: FeedDesk
    private let changed: WakeUp
    private let inbox: Inbox
    private let workers: FeedWorkers

    /// - Throws: `SystemCallError` without threads or descriptors.
    init(socket: MediaSocket, desk: FeedDesk) throws(SystemCallError) {
        self.socket = socket
        self.desk = desk
        changed = try WakeUp()
        inbox = try Inbox.open(socket, signalling: changed)
        workers = try FeedWorkers(signalling: changed)
    }

    /// Runs until the other side is gone.
    func run() {
        defer { workers.close() }
        var polling = PollSet(capacity: 1)
        polling.add(changed.rawValue, tag: .init(rawValue: 0))
        while let requests = inbox.take() {
            do throws(MediaSocket.Closed) {
                try answer(requests)
                try endLooks()
                let delay = try startLooks()
                _ = polling.wait(until: delay.map { MonotonicClock.now() + $0 })
                changed.drain()
            } catch {
                return
            }
        }
    }

    private func answer(_ requests: [NumberedRequest]) throws(MediaSocket.Closed) {
        // What is asked last is to be kept, and nobody waits for an answer any more.
        let answers = requests.map { ($0.number, desk.answer($0, at: WallClock.now())) }
        for case (let number, let answer?) in answers { try send(.answer(number, answer)) }
    }

    private func endLooks() throws(MediaSocket.Closed) {
        for (look, outcome) in workers.take() {
            let chance = Double.random(in: 0..<1)
            let news = desk.end(look, outcome, at: WallClock.now(), chance: chance)
            for (number, answer) in news.answers { try send(.answer(number, answer)) }
            for notice in news.notices { try send(.notice(notice)) }
        }
    }

    /// - Returns: When to look again; nil where nothing is due.
    private func startLooks() throws(MediaSocket.Closed) -> Nanoseconds? {
        do throws(StoreError) {
            let (looks, next) = try desk.looks(at: WallClock.now())
            workers.start(looks)
            // The clock may be set meanwhile.
            return next.map { min(Nanoseconds($0 * 1_000), Self.longestSleep) }
        } catch {
            try send(.notice(.warning(error.description)))
            return Self.longestSleep
        }
    }

    private static let longestSleep = Nanoseconds.milliseconds(60_000)

    private func send(_ message: MediaMessage) throws(MediaSocket.Closed) {
        guard let bytes = MessageFrame.encode(message) else {
            guard case .answer(let number, _) = message else { return }
            let refusal = MediaRefusal(.storage, "The answer is too long; ask for less.")
            return try send(.answer(number, .refused(refusal)))
        }
        try socket.send(bytes, until: MonotonicClock.now() + Self.patience)
    }
}
