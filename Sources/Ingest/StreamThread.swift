internal import Addressing
internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation
internal import Streams
internal import Synchronization

/// The thread of one stream, `pipd-in-<id>`, which may not be to be had at first.
///
/// Thread: safe, but for `startAgain` and `join`: one at a time.
final class StreamThread: Sendable {
    private let shared: IngestShared
    private let ended: @Sendable () -> Void
    private let lifetime = Lifetime()

    /// What the thread and its owner have together: an abandoned one ends by itself and takes the
    /// rest along.
    private final class Lifetime: Sendable {
        let thread = Mutex<WorkerThread?>(nil)
        /// Nil unless the system had no thread to give.
        let retry = Mutex<Retry?>(nil)
        /// Told to stop, with sources that must be closed before this one's opens. They have
        /// descriptors: the thread takes them out.
        let predecessors = Mutex<[IngestControls]>([])
    }

    private struct Retry {
        var policy = ReconnectPolicy()
        var due: MonotonicTime
    }

    /// - Parameters:
    ///   - shared: The stream's.
    ///   - ended: Called last on the thread, when `join` does not wait any more.
    init(_ shared: IngestShared, ended: @escaping @Sendable () -> Void) {
        (self.shared, self.ended) = (shared, ended)
    }

    /// Starts it. A second call traps.
    ///
    /// - Parameter predecessors: Those whose end it waits for, where they were started.
    func start(after predecessors: [StreamThread]) {
        let holders = predecessors.filter(\.isThere)
        lifetime.predecessors.withLock { $0 = holders.map(\.shared.controls) }
        start(retrying: nil)
    }

    private var isThere: Bool { lifetime.thread.withLock { $0 != nil } }

    /// As `startAgain` of the stream.
    func startAgain(at now: MonotonicTime) -> MonotonicTime? {
        guard !shared.controls.isStopped, let retry = lifetime.retry.withLock({ $0 }) else {
            return nil
        }
        guard now >= retry.due else { return retry.due }
        lifetime.retry.withLock { $0 = nil }
        shared.board.reconnects.add()
        start(retrying: retry)
        return lifetime.retry.withLock { $0?.due }
    }

    /// Addresses that a thread takes besides those of its source: a stack of 8 MiB, and
    /// twice the 64 MiB in which the C library keeps its small requests. What others have
    /// to do, such as starting a thread, must not fail for it.
    private static let memoryNeeded = 160 << 20

    private func start(retrying failed: Retry?) {
        guard !shared.controls.isStopped else { return }
        let (shared, lifetime, ended) = (shared, lifetime, ended)
        let name = String("pipd-in-\(shared.configuration.id)".prefix(15))
        do throws(SystemCallError) {
            guard MemoryHeadroom.has(Self.memoryNeeded) else {
                throw SystemCallError(call: "pthread_create", errno: .outOfMemory)
            }
            // Before the machine's other work, where that is permitted: a late
            // picture is seen, a late log line is not.
            let thread = try WorkerThread(name: name, nice: -5) {
                IngestThread.run(shared) { lifetime.predecessors.withLock { $0.popLast() } }
                shared.controls.finished.signal()
                ended()
                withExtendedLifetime(lifetime) {}
            }
            lifetime.thread.withLock { $0 = thread }
        } catch {
            let cause = SourceError(.resources, "no thread is to be had: \(error)")
            var policy = failed?.policy ?? ReconnectPolicy()
            let delay = policy.nextDelay(random: .random(in: 0..<1))
            let retry = Retry(policy: policy, due: MonotonicClock.now() + delay)
            lifetime.retry.withLock { $0 = retry }
            shared.enter(.reconnecting, cause, event: failed == nil ? .lost(cause) : nil)
        }
    }

    /// As `join` of the stream.
    func join(until deadline: MonotonicTime?) -> Bool {
        lifetime.retry.withLock { $0 = nil }
        // There is no thread to wait for.
        if !isThere { return true }
        var finished = PollSet(capacity: 1)
        finished.add(shared.controls.finished.rawValue, tag: .init(rawValue: 0))
        let deadline = deadline ?? MonotonicClock.now() + .milliseconds(200)
        guard !finished.wait(until: deadline).isEmpty else { return false }
        lifetime.thread.withLock { $0.take() }?.join()
        return true
    }
}
