/// What libmosquitto refused, and why.
public struct MQTTError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In the library's words, or the system's.
    public let reason: String
    /// Whether the broker, or the way to it, closed the connection.
    public let isClosed: Bool

    public var description: String { reason }

    init(_ reason: String, isClosed: Bool = false) {
        self.reason = reason
        self.isClosed = isClosed
    }
}
