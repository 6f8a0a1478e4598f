internal import ServiceLifecycle
internal import Synchronization

/// Lets every event stream show now and then that it still works.
struct Heartbeat: Service {
    let events: EventHub
    let seconds: Double

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                try? await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
                if Task.isCancelled { return }
                events.sendHeartbeat()
            }
        }
    }
}

/// Calls back once all listeners are ready.
///
/// Thread: safe.
final class Startup: Sendable {
    private let remaining: Atomic<Int>
    private let whenReady: @Sendable () -> Void

    init(listeners: Int, _ whenReady: @escaping @Sendable () -> Void) {
        remaining = Atomic(listeners)
        self.whenReady = whenReady
    }

    func listenerIsReady() {
        let left = remaining.subtract(1, ordering: .relaxed).newValue
        if left == 0 { whenReady() }
    }
}
