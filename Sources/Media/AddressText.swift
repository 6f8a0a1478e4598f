/// An address as somebody wrote it. It may hold a password, so that it prints
/// itself without: there is no other way to print it.
public struct AddressText: Hashable, Sendable {
    /// With its secrets: for what opens the address, never for people.
    package let withSecrets: String

    public init(_ text: String) {
        withSecrets = text
    }
}

extension AddressText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// For logs, events, the status and errors: passwords, what else stands before an `@`, and
    /// query values that look secret are `***`. Texts that are no address, or none yet, too.
    public var description: String { OutsideText.shown(withSecrets) }

    public var debugDescription: String { "\"\(description)\"" }

    /// Without the text, which `dump` would print.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AddressText: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}
