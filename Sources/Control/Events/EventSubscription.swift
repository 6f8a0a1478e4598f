internal import Synchronization

/// One client's queue of events.
struct EventSubscription: Sendable {
    let id: Int
    /// Ends when the client was too slow, or the hub is closed.
    let messages: AsyncStream<EventMessage>
    let backlog: EventBacklog
}

/// What a subscriber is sent.
enum EventMessage: Hashable, Sendable {
    case event(RenderedEvent)
    /// Nothing happened for a while.
    case heartbeat
}

/// How many bytes of events wait for one subscriber, and whether they were too many once.
///
/// Thread: safe.
final class EventBacklog: Sendable {
    private struct State {
        var bytes = 0
        var hasOverflowed = false
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: In bytes. A single event may have more.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many bytes wait now.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Whether the subscription ended because there was no more room.
    var hasOverflowed: Bool { state.withLock { $0.hasOverflowed } }

    /// Counts an event of so many bytes.
    ///
    /// - Returns: False where there is no room for it: the subscription is over then.
    func add(_ count: Int) -> Bool {
        state.withLock { state in
            let isFull = state.bytes > 0 && state.bytes + count > capacity
            if isFull { state.hasOverflowed = true } else { state.bytes += count }
            return !isFull
        }
    }

    /// An event of so many bytes waits no longer.
    func remove(_ count: Int) { state.withLock { $0.bytes -= count } }

    /// Ends the subscription for another reason than bytes.
    func overflow() { state.withLock { $0.hasOverflowed = true } }
}
