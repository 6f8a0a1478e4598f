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
        var served: [ObjectIdentifier: any Channel] = [:]
        var refused: [ObjectIdentifier: any Channel] = [:]
    }

    private let state = Mutex(State())
    private let maximum: Int

    /// - Parameter maximum: Connections that are served at a time.
    init(maximum: Int) {
        self.maximum = maximum
    }

    /// How many connections are served now.
    var servedCount: Int { state.withLock { $0.served.count } }

    /// Decides about a new connection, and counts it until it closes.
    func admit(_ channel: any Channel) -> Admission {
        let key = ObjectIdentifier(channel)
        let admission: Admission = state.withLock { state in
            if state.served.count < maximum {
                state.served[key] = channel
                return .served
            }
            guard state.refused.count < maximum else { return .dropped }
            state.refused[key] = channel
            return .refused
        }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { state in
                state.served[key] = nil
                state.refused[key] = nil
            }
        }
        return admission
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
}
