/// How it stands with the broker: the answer of `GET /v1/mqtt`.
public struct MQTTReport: Hashable, Sendable, Codable {
    /// Where a connection is.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The configuration names no broker.
        case off
        /// A connection is attempted.
        case connecting
        case connected
        /// It was lost or refused; the next attempt is waited for.
        case waiting
    }

    public var state: State
    /// The broker's name and port; nil where there is none.
    public var broker: String?
    /// What all topics of this pipd begin with; nil without a broker.
    public var topic: String?
    /// The groups whose commands are obeyed as well.
    public var groups: [String] = []
    /// Why there is no connection, for people; nil while there is one, and before the first attempt
    /// is over.
    public var reason: String?
    /// Until the next attempt; nil while there is no need for one.
    public var nextAttemptSeconds: Double?
    /// For how long the connection has stood; nil without one.
    public var connectedSeconds: Double?
    /// Connections after the first.
    public var reconnects = 0
    public var sent = 0
    public var received = 0
    /// What was received and not obeyed, by why: `retained`, `oversized`, `malformed`, `unknown`
    /// or `superseded`.
    public var ignored: [String: Int] = [:]
    /// What was to be sent and was not, because the broker was away or too slow.
    public var lost = 0
    /// The topics that the broker does not let pipd hear: of what is sent there nothing comes. They
    /// are asked for again with the next connection.
    public var refused: [String] = []

    public init(state: State) {
        self.state = state
    }

    private enum CodingKeys: String, CodingKey {
        case state, broker, topic, groups, reason, reconnects, sent, received, ignored, lost
        case refused
        case nextAttemptSeconds = "next_attempt_seconds"
        case connectedSeconds = "connected_seconds"
    }
}
