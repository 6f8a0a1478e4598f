internal import ControlAPI
internal import Fetching
internal import MediaStore
internal import Platform
internal import Synchronization

/// Threads that look at feeds: so many that one server that does not answer holds up no other.
///
/// Thread: safe.
final class FeedWorkers: Sendable {
    /// Each is blocked for 60 s at most, and for a tenth of a second after `close`.
    static let count = 4

    private struct State {
        var waiting: [FeedLook] = []
        var done: [(look: FeedLook, outcome: FeedLook.Outcome)] = []
        var isClosed = false
    }

    /// What the threads and the owner share.
    private final class Desk: Sendable {
        let state = Mutex(State())
        let hasWork: WakeUp
        let isDone: WakeUp

        init(signalling isDone: WakeUp) throws(SystemCallError) {
            hasWork = try WakeUp()
            self.isDone = isDone
        }
    }

    private let desk: Desk
    private let threads: [WorkerThread]

    /// - Parameter isDone: Is signalled after each look.
    /// - Throws: `pthread_create`, `eventfd`.
    init(signalling isDone: WakeUp) throws(SystemCallError) {
        let desk = try Desk(signalling: isDone)
        var threads: [WorkerThread] = []
        for _ in 0..<Self.count {
            threads.append(try WorkerThread(name: "media-feed") { Self.work(at: desk) })
        }
        (self.desk, self.threads) = (desk, threads)
    }

    /// Takes looks, one after the other on each thread.
    func start(_ looks: [FeedLook]) {
        guard !looks.isEmpty else { return }
        desk.state.withLock { $0.waiting += looks }
        desk.hasWork.signal()
    }

    /// What is over since the last call.
    func take() -> [(look: FeedLook, outcome: FeedLook.Outcome)] {
        desk.state.withLock { state in
            defer { state.done = [] }
            return state.done
        }
    }

    /// Gives up what is under way; nothing more is taken.
    func close() {
        desk.state.withLock { $0.isClosed = true }
        desk.hasWork.signal()
    }

    private static func work(at desk: Desk) {
        let fetcher = Fetcher(version: Version.current)
        while let look = next(at: desk) {
            let outcome = look.take(with: fetcher) { desk.state.withLock { $0.isClosed } }
            desk.state.withLock { $0.done.append((look, outcome)) }
            desk.isDone.signal()
        }
    }

    /// Waits for a look to take; nil after `close`.
    private static func next(at desk: Desk) -> FeedLook? {
        while true {
            // Before the look: what comes after it signals anew.
            desk.hasWork.drain()
            let (look, isMore, isClosed) = desk.state.withLock { state in
                let look = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
                return (look, !state.waiting.isEmpty, state.isClosed)
            }
            // One signal may have woken one thread alone.
            if isMore || isClosed { desk.hasWork.signal() }
            if isClosed { return nil }
            if let look { return look }
            desk.hasWork.wait()
        }
    }
}
