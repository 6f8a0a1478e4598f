internal import FoundationEssentials
internal import Synchronization

/// Hands events to the clients of `/v1/events`.
///
/// Every subscriber has a queue of its own. One that reads too slowly fills
/// its queue, loses its subscription and nothing else: publishing never waits,
/// and no other subscriber misses anything.
///
/// Thread: safe. `publish` takes a lock for the time of a few appends; call it
/// from a thread that may wait that long, not from the presentation thread.
public final class EventHub: Sendable {
    /// How many events wait for one subscriber.
    public static let queueCapacity = 64
    /// How many subscribers there may be.
    public static let maximumSubscribers = 32

    private struct State {
        var lastEventID = 0
        var lastSubscriberID = 0
        var subscribers: [Int: Subscriber] = [:]
        var isClosed = false
    }

    private struct Subscriber {
        let continuation: AsyncStream<EventMessage>.Continuation
        let outcome: EventSubscription.Outcome
    }

    private let state = Mutex(State())
    private let secondsSince1970: @Sendable () -> Double

    /// A hub whose events carry the time of the system's clock.
    public convenience init() {
        self.init { Date().timeIntervalSince1970 }
    }

    /// - Parameter secondsSince1970: The time that events carry.
    init(secondsSince1970: @escaping @Sendable () -> Double) {
        self.secondsSince1970 = secondsSince1970
    }

    /// Sends an event to every subscriber, with the next ID and the time.
    ///
    /// A subscriber whose queue is full loses it and is unsubscribed. Without
    /// subscribers, and after `close`, the event only takes its ID.
    public func publish(_ event: ControlEvent) {
        let time = (secondsSince1970() * 1000).rounded() / 1000
        state.withLock { state in
            state.lastEventID += 1
            let message = EventMessage.event(
                PublishedEvent(id: state.lastEventID, time: time, event: event)
            )
            for (id, subscriber) in state.subscribers {
                guard case .dropped = subscriber.continuation.yield(message) else { continue }
                subscriber.outcome.markOverflowed()
                subscriber.continuation.finish()
                state.subscribers[id] = nil
            }
        }
    }

    /// How many clients listen.
    public var subscriberCount: Int { state.withLock { $0.subscribers.count } }

    /// A new subscription; nil when there are too many, or after `close`.
    func subscribe() -> EventSubscription? {
        state.withLock { state in
            guard !state.isClosed, state.subscribers.count < Self.maximumSubscribers else {
                return nil
            }
            state.lastSubscriberID += 1
            let id = state.lastSubscriberID
            let (messages, continuation) = AsyncStream.makeStream(
                of: EventMessage.self,
                bufferingPolicy: .bufferingOldest(Self.queueCapacity)
            )
            let outcome = EventSubscription.Outcome()
            state.subscribers[id] = Subscriber(continuation: continuation, outcome: outcome)
            return EventSubscription(
                id: id,
                messages: messages,
                outcome: outcome,
                lastEventID: state.lastEventID
            )
        }
    }

    /// Ends a subscription. Does nothing if it has ended already.
    func unsubscribe(_ subscription: EventSubscription) {
        state.withLock { state in
            state.subscribers.removeValue(forKey: subscription.id)?.continuation.finish()
        }
    }

    /// Tells every subscriber that the connection still works.
    func sendHeartbeat() {
        state.withLock { state in
            for subscriber in state.subscribers.values {
                // A full queue keeps the connection busy enough without it.
                subscriber.continuation.yield(.heartbeat)
            }
        }
    }

    /// Ends every subscription, and lets no new one begin.
    func close() {
        state.withLock { state in
            state.isClosed = true
            for subscriber in state.subscribers.values { subscriber.continuation.finish() }
            state.subscribers = [:]
        }
    }
}

/// An event with its place in the sequence of all events.
struct PublishedEvent: Hashable, Sendable {
    /// 1 for the first event; each later one is one higher.
    let id: Int
    /// Seconds since 1970, to a millisecond.
    let time: Double
    let event: ControlEvent
}

/// What a subscriber is sent.
enum EventMessage: Hashable, Sendable {
    case event(PublishedEvent)
    /// Nothing happened for a while.
    case heartbeat
}

/// One client's queue of events.
struct EventSubscription: Sendable {
    /// How a subscription ended.
    final class Outcome: Sendable {
        private let overflowed = Atomic<Bool>(false)

        /// Whether it ended because its queue was full.
        var hasOverflowed: Bool { overflowed.load(ordering: .acquiring) }

        func markOverflowed() { overflowed.store(true, ordering: .releasing) }
    }

    fileprivate let id: Int
    /// Ends when the client was too slow, or the hub is closed.
    let messages: AsyncStream<EventMessage>
    let outcome: Outcome
    /// The ID of the last event before the subscription.
    let lastEventID: Int
}
