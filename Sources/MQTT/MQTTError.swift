/// What libmosquitto refused, and why.
public struct MQTTError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In the library's words, or the system's.
    public let reason: String

    public var description: String { reason }

    init(_ reason: String) {
        self.reason = reason
    }
}
