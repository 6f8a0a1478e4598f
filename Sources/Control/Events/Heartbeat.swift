internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization

/// Lets every event stream show now and then that it still works.
struct Heartbeat: Service {
    let events: EventHub
    let seconds: Double
    let loop: any EventLoop

    func run() async throws {
        let interval = TimeAmount(inSeconds: seconds)
        let beats = loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) {
            [events] _ in events.sendHeartbeat()
        }
        defer { beats.cancel() }
        // Ends by cancellation as well.
        try? await gracefulShutdown()
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
