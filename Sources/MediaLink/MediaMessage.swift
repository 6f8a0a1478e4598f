internal import ControlAPI
internal import FoundationEssentials

/// A request with its number.
public struct NumberedRequest: Hashable, Sendable, Codable {
    /// The answer bears it too.
    public let number: Int
    public let request: MediaRequest

    public init(number: Int, request: MediaRequest) {
        self.number = number
        self.request = request
    }
}

/// What comes the other way.
public enum MediaMessage: Hashable, Sendable, Codable {
    /// To the request of that number.
    case answer(Int, MediaAnswer)
    case notice(MediaNotice)
    /// Nothing more comes: it ends, for that reason.
    case farewell(MediaFailure)
}

/// How messages travel: four bytes of length, the most significant first, then JSON.
public enum MessageFrame {
    /// The longest message, in bytes: ten thousand entries with long addresses.
    public static let mostBytes = 32 << 20

    static let headBytes = 4

    /// - Returns: The message with its length before it; nil for one that is too long.
    public static func encode(_ message: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        // No person reads it: to sort the keys of a long list would take a while.
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let body = try? encoder.encode(message), body.count <= mostBytes else { return nil }
        let length = UInt32(body.count)
        return (0..<headBytes).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + body
    }

    /// - Returns: The message; nil for what is none of that type.
    public static func decode<Message: Decodable>(
        _ type: Message.Type,
        from body: ArraySlice<UInt8>
    ) -> Message? {
        try? JSONText.decode(type, from: Data(body))
    }
}

/// Cuts bytes into messages, whatever pieces they arrive in.
public struct MessageSplitter: Sendable {
    /// A message is longer than there are: the other side is not what it should be.
    public struct TooLong: Error {}

    private var pending: [UInt8] = []
    private var start = 0

    public init() {}

    public mutating func append(_ bytes: some Sequence<UInt8>) {
        if start == pending.count {
            pending.removeAll(keepingCapacity: pending.count <= 1 << 16)
            start = 0
        } else if start >= 1 << 16 {
            pending.removeFirst(start)
            start = 0
        }
        pending.append(contentsOf: bytes)
    }

    /// The body of the next message; nil where it is not there as a whole.
    public mutating func next() throws(TooLong) -> ArraySlice<UInt8>? {
        let body = start + MessageFrame.headBytes
        guard pending.count >= body else { return nil }
        let length = pending[start..<body].reduce(0) { $0 << 8 | Int($1) }
        guard length <= MessageFrame.mostBytes else { throw TooLong() }
        guard pending.count >= body + length else { return nil }
        start = body + length
        return pending[body..<start]
    }
}
