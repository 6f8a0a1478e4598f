/// What libmosquitto refused, and why.
public struct MQTTError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The C function, such as `mosquitto_publish`; `dlopen` where the library is not there.
    public let call: String
    /// In the library's words, or the system's.
    public let reason: String

    public var description: String { "\(call): \(reason)" }

    init(_ call: StaticString, _ reason: String) {
        self.call = "\(call)"
        self.reason = reason
    }
}
