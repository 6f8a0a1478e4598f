/// A message as it goes over a broker.
public struct BrokerMessage: Hashable, Sendable {
    public var topic: String
    public var payload: [UInt8]
    /// Sent: whether the broker keeps it for who subscribes later. Received: whether it was kept,
    /// and is none that was sent just now.
    public var isRetained: Bool

    public init(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }

    public init(_ topic: String, _ text: String, isRetained: Bool = false) {
        self.init(topic, Array(text.utf8), isRetained: isRetained)
    }
}
