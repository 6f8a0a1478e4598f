internal import MQTT

extension BrokerMessage {
    /// What one has at most that is no image, whichever way it goes.
    static let mostBytes = 8192
}

/// What is to be published once the network takes it: of what the broker keeps the newest of each
/// topic, of all else so much and no more.
struct Outbox {
    /// Messages that nobody keeps.
    static let capacity = 64

    private var waiting: [BrokerMessage] = []
    /// Messages that there was no room for, or no connection.
    private(set) var lost: Int

    /// - Parameter lost: What was counted before.
    init(lost: Int = 0) {
        self.lost = lost
    }

    /// What an image has at most, in bytes.
    static let mostImageBytes = 100_000

    /// Adds a message behind the others; the one that has waited longest goes where there are too
    /// many, and one that is too long is not sent.
    mutating func add(_ message: BrokerMessage) {
        if message.isRetained {
            waiting.removeAll { $0.isRetained && $0.topic == message.topic }
        } else if message.payload.count > BrokerMessage.mostBytes {
            lost += 1
            return
        } else if waiting.count(where: { !$0.isRetained }) >= Self.capacity,
            let oldest = waiting.firstIndex(where: { !$0.isRetained })
        {
            waiting.remove(at: oldest)
            lost += 1
        }
        waiting.append(message)
    }

    /// Counts messages that cannot be added.
    mutating func lose(_ count: Int) { lost += count }

    mutating func next() -> BrokerMessage? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// The connection is over: what is kept is said anew on the next one.
    mutating func clear() {
        lost += waiting.count { !$0.isRetained }
        waiting = []
    }
}
