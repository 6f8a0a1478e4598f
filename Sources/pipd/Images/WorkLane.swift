internal import Media
internal import Platform
internal import Synchronization

/// Threads for work that takes its time: as many as there is work for, up to a
/// bound, at a low priority. A thread ends when nothing is left to do; where a lane lingers, one
/// waits a while for more first: work that comes many times a second then has a thread, and that
/// thread's memory, to go on with.
///
/// Work that is not begun when its task is cancelled, or the lane closed, is
/// never begun; work under way is told, and decides itself.
///
/// Thread: safe.
final class WorkLane: Sendable {
    private let name: String
    private let threads: Int
    private let waiting: Int
    private let state = Mutex(State())
    /// Signalled when the last thread of a closed lane ends.
    private let emptied: WakeUp
    /// Where one thread waits for work that may come; nil for none that does.
    private let lounge: Lounge?

    private struct State {
        var queue: [Job] = []
        var running: [Int: Cancellation] = [:]
        var lastNumber = 0
        var threadCount = 0
        var lounge = LoungeState.empty
        var isClosed = false
    }

    /// At most one thread is there: its signals are for nobody else.
    private enum LoungeState {
        case empty
        case waiting
        /// Told that there is work.
        case called
    }

    private struct Lounge: Sendable {
        let arrival: WakeUp
        let patience: Nanoseconds

        /// Ends with a signal, or when patience does.
        func wait() {
            var polling = PollSet(capacity: 1)
            polling.add(arrival.rawValue, tag: .init(rawValue: 0))
            _ = polling.wait(until: MonotonicClock.now() + patience)
            arrival.drain()
        }
    }

    private struct Job: Sendable {
        let number: Int
        let cancellation: Cancellation
        /// Does the work or, given an error, answers with that.
        let finish: @Sendable (Refusal?) -> Void
    }

    /// Whether work under way is still wanted.
    ///
    /// Thread: safe.
    final class Cancellation: Sendable {
        private let flag = Mutex(false)

        var isCancelled: Bool { flag.withLock { $0 } }

        func cancel() { flag.withLock { $0 = true } }
    }

    /// Why work was not done.
    enum Refusal: Error {
        /// As much waits as may.
        case full
        /// Nobody waits for it any more, or the program ends.
        case cancelled
        /// The system has no thread to give.
        case noThread(SystemCallError)
    }

    /// - Parameters:
    ///   - name: The threads'; cut after 15 bytes.
    ///   - threads: How many there are at most; at least one.
    ///   - waiting: How much work may wait for them.
    ///   - lingering: How long one thread waits for more work; nil for not at all.
    /// - Throws: `eventfd`, when the process has too many descriptors.
    init(
        name: String,
        threads: Int,
        waiting: Int,
        lingering: Nanoseconds? = nil
    ) throws(SystemCallError) {
        emptied = try WakeUp()
        lounge =
            if let lingering {
                Lounge(arrival: try WakeUp(), patience: lingering)
            } else {
                nil
            }
        self.name = name
        self.threads = threads
        self.waiting = waiting
    }

    /// Does work on a thread of the lane, and suspends until it is done.
    ///
    /// - Parameter work: Looks at its cancellation where it takes long.
    /// - Returns: What the work returned.
    /// - Throws: `Refusal`, when the work was never begun.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable (Cancellation) -> Value
    ) async throws(Refusal) -> Value {
        let cancellation = Cancellation()
        let number = newNumber()
        let outcome: Result<Value, Refusal> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(
                    Job(number: number, cancellation: cancellation) { refusal in
                        let failure = refusal.map { Result<Value, Refusal>.failure($0) }
                        continuation.resume(returning: failure ?? .success(work(cancellation)))
                    }
                )
            }
        } onCancel: {
            cancellation.cancel()
            drop(number)
        }
        return try outcome.get()
    }

    /// Has work done on a thread of the lane, whose end nobody waits for.
    ///
    /// - Parameter work: Called once: on that thread, with what says whether it is still wanted;
    ///   on any, with why it is never begun.
    func start(_ work: @escaping @Sendable (Result<Cancellation, Refusal>) -> Void) {
        let cancellation = Cancellation()
        add(
            Job(number: newNumber(), cancellation: cancellation) { refusal in
                work(refusal.map { .failure($0) } ?? .success(cancellation))
            }
        )
    }

    private func newNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Whether no more work is taken.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Cancels everything, and takes no more work.
    func close() {
        let jobs = state.withLock { state in
            state.isClosed = true
            for cancellation in state.running.values { cancellation.cancel() }
            let jobs = state.queue
            state.queue = []
            return jobs
        }
        lounge?.arrival.signal()
        for job in jobs { job.finish(.cancelled) }
    }

    /// Waits, after `close`, until no work is under way.
    ///
    /// - Returns: False when some still was at the deadline; it goes on.
    @discardableResult
    func join(until deadline: MonotonicTime) -> Bool {
        var polling = PollSet(capacity: 1)
        polling.add(emptied.rawValue, tag: .init(rawValue: 0))
        while state.withLock({ $0.threadCount > 0 }) {
            guard !polling.wait(until: deadline).isEmpty else { return false }
            emptied.drain()
        }
        return true
    }

    private func add(_ job: Job) {
        let (refusal, isThreadWanted) = state.withLock { state -> (Refusal?, Bool) in
            if state.isClosed || job.cancellation.isCancelled { return (.cancelled, false) }
            guard state.queue.count + state.running.count < threads + waiting else {
                return (.full, false)
            }
            state.queue.append(job)
            if state.lounge == .waiting {
                state.lounge = .called
                lounge?.arrival.signal()
                return (nil, false)
            }
            guard state.threadCount < threads else { return (nil, false) }
            state.threadCount += 1
            return (nil, true)
        }
        if let refusal { return job.finish(refusal) }
        if isThreadWanted { startThread() }
    }

    /// Takes work that was not begun out of the queue.
    private func drop(_ number: Int) {
        let job = state.withLock { state in
            state.queue.firstIndex { $0.number == number }.map { state.queue.remove(at: $0) }
        }
        job?.finish(.cancelled)
    }

    /// A thread keeps itself: its last owner is the thread that ends.
    private final class Lifetime: Sendable {
        let thread = Mutex<WorkerThread?>(nil)
    }

    private func startThread() {
        let lifetime = Lifetime()
        do throws(SystemCallError) {
            let thread = try WorkerThread(name: name, nice: Self.nice) { [self] in
                while let job = next() {
                    job.finish(nil)
                    ended(job)
                }
                withExtendedLifetime(lifetime) {}
            }
            lifetime.thread.withLock { $0 = thread }
        } catch {
            let refused = state.withLock { state in
                state.threadCount -= 1
                // Threads there are take what waits.
                let refused = state.threadCount == 0 ? state.queue : []
                if state.threadCount == 0 { state.queue = [] }
                return refused
            }
            for job in refused { job.finish(.noThread(error)) }
        }
    }

    /// Below the control plane (10): images are never in a hurry before it.
    private static let nice = 15

    /// The next job; nil ends the thread.
    private func next() -> Job? {
        var turn = take(hasLingered: false)
        if case .linger(let lounge) = turn {
            lounge.wait()
            turn = take(hasLingered: true)
        }
        if case .end(isLast: true) = turn { emptied.signal() }
        if case .work(let job) = turn { return job }
        return nil
    }

    private enum Turn {
        case work(Job)
        case linger(Lounge)
        case end(isLast: Bool)
    }

    private func take(hasLingered: Bool) -> Turn {
        state.withLock { state in
            if hasLingered { state.lounge = .empty }
            if let job = state.queue.first {
                state.queue.removeFirst()
                state.running[job.number] = job.cancellation
                return .work(job)
            }
            if !hasLingered, let lounge, state.lounge == .empty, !state.isClosed {
                state.lounge = .waiting
                return .linger(lounge)
            }
            state.threadCount -= 1
            return .end(isLast: state.threadCount == 0 && state.isClosed)
        }
    }

    private func ended(_ job: Job) {
        state.withLock { $0.running[job.number] = nil }
    }
}
