/// A message for people about what came from outside.
///
/// A `String` put into it may be anybody's, so that it is shown as `OutsideText` shows it:
/// no message is made with a password in it, and none by joining texts.
///
///     let message: MessageText = "There is no stream '\(id)'."
public struct MessageText: Hashable, Sendable {
    public let description: String

    private init(safe text: String) {
        description = text
    }

    /// A message that was made elsewhere, as one: addresses in it show no password.
    public init(message: String) {
        description = OutsideText.shown(message: message)
    }

    public static func + (first: Self, second: Self) -> Self {
        Self(safe: first.description + second.description)
    }
}

extension MessageText: CustomStringConvertible {}

extension MessageText: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(safe: text) }

    public init(stringInterpolation parts: Parts) { self.init(safe: parts.text) }

    /// What a message is put together from.
    public struct Parts: StringInterpolationProtocol {
        fileprivate var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity)
        }

        public mutating func appendLiteral(_ literal: String) { text += literal }

        public mutating func appendInterpolation(_ text: some StringProtocol) {
            self.text += OutsideText.shown(String(text))
        }

        /// A text that was made as a message elsewhere.
        public mutating func appendInterpolation(message: String) {
            text += OutsideText.shown(message: message)
        }

        public mutating func appendInterpolation(_ message: MessageText) {
            text += message.description
        }

        /// Numbers, and what prints itself without a password.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += OutsideText.shown(message: value.description)
        }

        public mutating func appendInterpolation(_ error: any Error) {
            text += OutsideText.shown(message: "\(error)")
        }
    }
}

extension MessageText {
    /// There is nothing of that kind and ID; names those that there are.
    public static func nothing(_ kind: String, _ id: String, among known: [String]) -> Self {
        known.isEmpty
            ? "There is no \(kind) '\(id)'; there is none."
            : "There is no \(kind) '\(id)'; there are: \(known.joined(separator: ", "))."
    }
}
