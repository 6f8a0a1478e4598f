public import Media

/// Messages that are shown one after another, each for its time.
///
/// Bounds: `limit` at once.
public struct MessageQueue: Hashable, Sendable {
    public struct Message: Hashable, Sendable {
        public let text: String
        public let duration: Nanoseconds
        public let isWarning: Bool
        /// Which of the queue's it is, since others may say the same; 0: in no queue yet.
        public fileprivate(set) var number: UInt64 = 0

        public init(_ text: String, for duration: Nanoseconds, isWarning: Bool = false) {
            self.text = text
            self.duration = duration
            self.isWarning = isWarning
        }
    }

    private let limit: Int
    private var messages: [Message] = []
    private var lastNumber: UInt64 = 0
    /// When the first one's time is over; nil while none is shown.
    public private(set) var deadline: MonotonicTime?

    /// - Parameter limit: Those that there can be at once.
    public init(limit: Int) {
        self.limit = limit
    }

    /// What is shown.
    public var shown: Message? { deadline == nil ? nil : messages.first }

    /// How many wait for their turn.
    public var waiting: Int { messages.count - (deadline == nil ? 0 : 1) }

    /// - Returns: Whether there is room for it.
    public mutating func add(_ message: Message) -> Bool {
        guard messages.count < limit else { return false }
        lastNumber += 1
        var numbered = message
        numbered.number = lastNumber
        messages.append(numbered)
        return true
    }

    public mutating func clear() {
        messages = []
        deadline = nil
    }

    /// Takes what is over away, and shows the next one from now on.
    public mutating func look(at now: MonotonicTime) {
        if let deadline, deadline <= now {
            messages.removeFirst()
            self.deadline = nil
        }
        if deadline == nil { deadline = messages.first.map { now + $0.duration } }
    }
}
