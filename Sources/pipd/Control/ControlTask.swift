internal import Control
internal import Media
internal import Platform
internal import Synchronization

/// The HTTP server's task, seen from the main thread.
///
/// Thread: bound to the main thread.
final class ControlTask {
    /// Readable when the server has ended by itself, or begins to listen.
    let changed: WakeUp
    private let stopped: WakeUp
    private let state = Mailbox()
    private let thread: ControlThread?
    private var task: Task<Void, Never>?

    /// Where the server stands.
    enum State: Sendable {
        case starting
        case listening
        case ended(reason: String)
    }

    /// Carries the state from the task to the main thread.
    private final class Mailbox: Sendable {
        let state = Mutex(State.starting)
    }

    /// - Parameter thread: The server's; nil where there is none.
    /// - Throws: `eventfd`, when the process has too many descriptors.
    init(on thread: ControlThread?) throws(SystemCallError) {
        self.thread = thread
        changed = try WakeUp()
        stopped = try WakeUp()
    }

    var current: State { state.state.withLock { $0 } }

    /// Does something for clients, if there can be any.
    func perform(_ body: @escaping @Sendable () async -> Void) { thread?.perform(body) }

    /// The same, for who is no part of the main thread.
    var performer: @Sendable (@escaping @Sendable () async -> Void) -> Void {
        { [thread] in thread?.perform($0) }
    }

    func start(_ server: ControlServer) {
        guard let thread else { return }
        task = Task.detached { [changed, stopped, state] in
            var reason = "the server has ended"
            do {
                try await server.run(on: thread) {
                    state.state.withLock { $0 = .listening }
                    changed.signal()
                }
            } catch {
                reason = "\(error)"
            }
            stopped.signal()
            guard !Task.isCancelled else { return }
            state.state.withLock { [reason] in $0 = .ended(reason: reason) }
            changed.signal()
        }
    }

    /// Ends the server; returns when it has, after 2 s at most: its thread stands back on a
    /// busy machine.
    func stop() {
        guard let task else { return }
        task.cancel()
        var polling = PollSet(capacity: 1)
        polling.add(stopped.rawValue, tag: .init(rawValue: 0))
        _ = polling.wait(until: MonotonicClock.now() + .milliseconds(2000))
    }
}
