internal import Control
internal import Media
internal import Platform
internal import Synchronization

/// The HTTP server's task, seen from the main thread.
///
/// Thread: bound to the main thread.
final class ControlTask {
    /// Readable when the server has ended by itself.
    let ended: WakeUp
    private let stopped: WakeUp
    private let cause = FailureBox()
    private var task: Task<Void, Never>?

    /// Carries the reason from the task to the main thread.
    private final class FailureBox: Sendable {
        let reason = Mutex<String?>(nil)
    }

    init() throws(SystemCallError) {
        ended = try WakeUp()
        stopped = try WakeUp()
    }

    /// Why the server has ended; nil if it has not failed.
    var failure: String? { cause.reason.withLock { $0 } }

    func start(_ server: ControlServer) {
        task = Task.detached { [ended, stopped, cause] in
            do {
                try await server.run()
            } catch is CancellationError {
                // Asked for.
            } catch {
                cause.reason.withLock { $0 = "\(error)" }
            }
            stopped.signal()
            if !Task.isCancelled { ended.signal() }
        }
    }

    /// Ends the server; returns when it has, after 1 s at most.
    func stop() {
        guard let task else { return }
        task.cancel()
        var polling = PollSet(capacity: 1)
        polling.add(stopped.rawValue, tag: .init(rawValue: 0))
        _ = polling.wait(until: MonotonicClock.now() + .milliseconds(1000))
    }
}
