internal import FoundationEssentials
internal import NIOCore
internal import Synchronization

/// Hands events to the clients of `/v1/events`.
///
/// Every subscriber has a queue of its own. One that reads too slowly fills
/// its queue, loses its subscription and nothing else: publishing never waits,
/// and no other subscriber misses anything.
///
/// An event is written out once; the queues share its bytes.
///
/// Thread: safe. `publish` takes a lock for the time of a few appends; call it
/// from a thread that may wait that long, not from the presentation thread.
public final class EventHub: Sendable {
    /// How many events wait for one subscriber.
    public static let queueCapacity = 64
    /// How many bytes of events wait for one subscriber.
    public static let queueByteCapacity = 2 << 20
    /// How many subscribers there may be.
    public static let maximumSubscribers = 32

    private struct State {
        var lastEventID = 0
        var lastSubscriberID = 0
        var subscribers: [Int: Subscriber] = [:]
        var isClosed = false
        var observer: (@Sendable (ObservedEvent) -> Void)?
    }

    private struct Subscriber {
        let continuation: AsyncStream<EventMessage>.Continuation
        let backlog: EventBacklog

        /// Whether there was room for the event in the queue.
        func enqueue(_ event: RenderedEvent) -> Bool {
            guard backlog.add(event.text.readableBytes) else { return false }
            guard case .dropped = continuation.yield(.event(event)) else { return true }
            backlog.overflow()
            return false
        }
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
    @discardableResult
    public func publish(_ event: ControlEvent) -> Publication {
        // Base64 and JSON before the lock; behind it the text is copied once.
        publish(EventData(event))
    }

    func publish(_ data: EventData) -> Publication {
        let time = (secondsSince1970() * 1000).rounded() / 1000
        let (publication, observer) = state.withLock { state in
            state.lastEventID += 1
            let event = RenderedEvent(id: state.lastEventID, time: time, data: data)
            for (id, subscriber) in state.subscribers where !subscriber.enqueue(event) {
                subscriber.continuation.finish()
                state.subscribers[id] = nil
            }
            let publication = Publication(
                eventID: event.id,
                subscribers: state.subscribers.count
            )
            return (publication, state.observer)
        }
        observer?(ObservedEvent(id: publication.eventID, time: time, data: data))
        return publication
    }

    /// Calls back behind every event from now on, on the thread that published it: for one within
    /// the process, which takes no subscriber's place and must not wait.
    public func observe(_ body: @escaping @Sendable (ObservedEvent) -> Void) {
        state.withLock { $0.observer = body }
    }

    /// How many clients listen.
    public var subscriberCount: Int { state.withLock { $0.subscribers.count } }

    /// A new subscription.
    ///
    /// - Parameter places: How many are left for others.
    /// - Returns: Nil when there are too many, or after `close`.
    func subscribe(leaving places: Int = 0) -> EventSubscription? {
        state.withLock { state in
            guard !state.isClosed, state.subscribers.count < Self.maximumSubscribers - places
            else { return nil }
            state.lastSubscriberID += 1
            let id = state.lastSubscriberID
            let (messages, continuation) = AsyncStream.makeStream(
                of: EventMessage.self,
                bufferingPolicy: .bufferingOldest(Self.queueCapacity)
            )
            let backlog = EventBacklog(capacity: Self.queueByteCapacity)
            state.subscribers[id] = Subscriber(continuation: continuation, backlog: backlog)
            return EventSubscription(id: id, messages: messages, backlog: backlog)
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

/// What became of a published event.
public struct Publication: Hashable, Sendable {
    /// Its place in the sequence of all events, from 1.
    public let eventID: Int
    /// How many subscribers it was sent to.
    public let subscribers: Int
}
