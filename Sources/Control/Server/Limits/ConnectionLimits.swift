internal import NIOCore
internal import Synchronization

/// The open connections of one listener, and whether another one is served.
///
/// Thread: safe.
final class ConnectionLimits: Sendable {
    enum Admission {
        case served
        /// Told that there are too many, then closed.
        case refused
        /// Closed at once: too many are being told.
        case dropped
    }

    private struct State {
        var roster: ConnectionRoster<ObjectIdentifier>
        var served: [ObjectIdentifier: any Channel] = [:]
        var refused: [ObjectIdentifier: any Channel] = [:]

        /// Takes the slowest connection out.
        mutating func takeSlowest() -> (any Channel)? {
            guard let key = roster.slowest else { return nil }
            roster.remove(key)
            return served.removeValue(forKey: key)
        }
    }

    private let state: Mutex<State>
    private let maximum: Int

    /// - Parameter maximum: Connections that are served at a time.
    init(maximum: Int) {
        self.maximum = maximum
        state = Mutex(State(roster: ConnectionRoster(capacity: maximum)))
    }

    /// How many connections are served now.
    var servedCount: Int { state.withLock { $0.served.count } }

    /// Decides about a new connection, and counts it until it closes. Where there is no room,
    /// the slowest connection makes it.
    func admit(_ channel: any Channel) -> Admission {
        let key = ObjectIdentifier(channel)
        let (admission, evicted) = state.withLock { state -> (Admission, (any Channel)?) in
            let evicted = state.roster.isFull ? state.takeSlowest() : nil
            if !state.roster.isFull {
                state.roster.add(key)
                state.served[key] = channel
                return (.served, evicted)
            }
            guard state.refused.count < maximum else { return (.dropped, nil) }
            state.refused[key] = channel
            return (.refused, nil)
        }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { state in
                state.roster.remove(key)
                state.served[key] = nil
                state.refused[key] = nil
            }
        }
        evicted.map(Self.evict)
        return admission
    }

    /// Notes what a connection does from now on.
    func note(_ standing: ConnectionRoster<ObjectIdentifier>.Standing, of channel: any Channel) {
        state.withLock { $0.roster.note(standing, of: ObjectIdentifier(channel)) }
    }

    /// Closes the connection that can best be done without, for its descriptor.
    ///
    /// - Returns: Whether there was one.
    func closeSlowest() -> Bool {
        let (refused, slowest) = state.withLock { state -> ((any Channel)?, (any Channel)?) in
            if let refused = state.refused.popFirst() { return (refused.value, nil) }
            return (nil, state.takeSlowest())
        }
        refused?.close(promise: nil)
        slowest.map(Self.evict)
        return refused != nil || slowest != nil
    }

    /// Tells every connection to end: an idle one at once, one with a request after its answer.
    func quiesce() {
        let channels = state.withLock { Array($0.served.values) }
        for channel in channels {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    /// Closes every connection, whatever it is doing.
    func closeAll() {
        let channels = state.withLock { Array($0.served.values) + Array($0.refused.values) }
        for channel in channels { channel.close(promise: nil) }
    }

    private static func evict(_ channel: any Channel) {
        channel.pipeline.fireUserInboundEventTriggered(ConnectionEviction())
    }
}

/// Tells a connection, as an event of its channel, to make room for another one.
struct ConnectionEviction: Sendable {}
