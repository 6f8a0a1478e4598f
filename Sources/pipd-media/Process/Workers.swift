internal import Media
internal import Platform
internal import Synchronization

/// Threads that take one job after the other: so many that one that takes long holds up no
/// other for long.
///
/// Thread: safe.
final class Workers<Job: Sendable, Outcome: Sendable>: Sendable {
    /// What a thread does: a job, until it is done or is asked to give up.
    typealias Work = (Job, _ isCancelled: @escaping @Sendable () -> Bool) -> Outcome

    private struct State {
        var waiting: [Job] = []
        /// When each thread's job was begun; nil for one that has none.
        var begun: [MonotonicTime?]
        var done: [(job: Job, outcome: Outcome)] = []
        var isClosed = false
    }

    /// What the threads and the owner share.
    private final class Desk: Sendable {
        let state: Mutex<State>
        let hasWork: WakeUp
        let isDone: WakeUp

        init(_ count: Int, signalling isDone: WakeUp) throws(SystemCallError) {
            state = Mutex(State(begun: Array(repeating: nil, count: count)))
            hasWork = try WakeUp()
            self.isDone = isDone
        }
    }

    private let desk: Desk
    private let threads: [WorkerThread]

    /// - Parameters:
    ///   - name: Of the threads, 15 bytes at most.
    ///   - count: Of them.
    ///   - nice: How much they stand back behind other threads, 0 to 19.
    ///   - isDone: Is signalled after each job.
    ///   - makeWork: Called on each thread, for what is that thread's alone.
    /// - Throws: `pthread_create`, `eventfd`.
    init(
        _ name: String,
        _ count: Int,
        nice: Int,
        signalling isDone: WakeUp,
        _ makeWork: @escaping @Sendable () -> Work
    ) throws(SystemCallError) {
        let desk = try Desk(count, signalling: isDone)
        var threads: [WorkerThread] = []
        for number in 0..<count {
            threads.append(
                try WorkerThread(name: name, nice: nice) { Self.run(number, at: desk, makeWork()) }
            )
        }
        (self.desk, self.threads) = (desk, threads)
    }

    /// Takes jobs, one after the other on each thread.
    func start(_ jobs: [Job]) {
        guard !jobs.isEmpty else { return }
        desk.state.withLock { $0.waiting += jobs }
        desk.hasWork.signal()
    }

    /// What is over since the last call.
    func take() -> [(job: Job, outcome: Outcome)] {
        desk.state.withLock { state in
            defer { state.done = [] }
            return state.done
        }
    }

    /// When the job was begun that takes longest; nil where there is none.
    var oldest: MonotonicTime? {
        desk.state.withLock { $0.begun.compactMap { $0 }.min() }
    }

    /// Gives up what is under way; nothing more is taken.
    func close() {
        desk.state.withLock { $0.isClosed = true }
        desk.hasWork.signal()
    }

    private static func run(_ number: Int, at desk: Desk, _ work: Work) {
        while let job = next(number, at: desk) {
            let outcome = work(job) { desk.state.withLock { $0.isClosed } }
            desk.state.withLock { state in
                state.done.append((job, outcome))
                state.begun[number] = nil
            }
            desk.isDone.signal()
        }
    }

    /// Waits for a job; nil after `close`.
    private static func next(_ number: Int, at desk: Desk) -> Job? {
        while true {
            // Before the look: what comes after it signals anew.
            desk.hasWork.drain()
            let now = MonotonicClock.now()
            let (job, isMore, isClosed) = desk.state.withLock { state in
                let job =
                    state.waiting.isEmpty || state.isClosed ? nil : state.waiting.removeFirst()
                state.begun[number] = job.map { _ in now }
                return (job, !state.waiting.isEmpty, state.isClosed)
            }
            // One signal may have woken one thread alone.
            if isMore || isClosed { desk.hasWork.signal() }
            if isClosed { return nil }
            if let job { return job }
            desk.hasWork.wait()
        }
    }
}
