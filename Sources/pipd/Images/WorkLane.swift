internal import Media
internal import Platform
internal import Synchronization

/// Threads for work that takes its time: as many as there is work for, up to a
/// bound, at a low priority. A thread ends when nothing is left to do.
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

    private struct State {
        var queue: [Job] = []
        var running: [Int: Cancellation] = [:]
        var lastNumber = 0
        var threadCount = 0
        var isClosed = false
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
    /// - Throws: `eventfd`, when the process has too many descriptors.
    init(name: String, threads: Int, waiting: Int) throws(SystemCallError) {
        emptied = try WakeUp()
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
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
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
        let (job, isLast) = state.withLock { state -> (Job?, Bool) in
            guard !state.queue.isEmpty else {
                state.threadCount -= 1
                return (nil, state.threadCount == 0 && state.isClosed)
            }
            let job = state.queue.removeFirst()
            state.running[job.number] = job.cancellation
            return (job, false)
        }
        if isLast { emptied.signal() }
        return job
    }

    private func ended(_ job: Job) {
        state.withLock { $0.running[job.number] = nil }
    }
}
