internal import ControlAPI
internal import Media
internal import NIOCore

/// An event of a client's own, for every subscriber.
struct CustomEvent: Hashable, Sendable {
    /// What its type looks like, as a regular expression of ECMA-262.
    static let typePattern = "^custom\\.[A-Za-z0-9._-]{1,64}$"

    let type: String
    /// Anything; nil for an event that only says that it happened.
    let data: JSONValue?

    /// - Parameter json: A body.
    /// - Throws: 422 for values that are not accepted, 413 for more than an event has.
    init(json: JSONValue) throws(ControlError) {
        let reader = try MemberReader(json, accepted: ["data", "type"])
        let accepted = "`custom.` and 1–64 letters, digits, `.`, `_` and `-`"
        guard let type = try reader.string("type", accepting: accepted) else {
            throw .unprocessable("`type` is missing; accepted is \(accepted).")
        }
        guard Self.isType(type) else {
            throw .unprocessable("An event's type is not '\(type)'; accepted is \(accepted).")
        }
        self.type = type
        data = reader["data"]
        let bytes = RenderedEvent.longest(EventData(self)).text.readableBytes
        guard bytes <= SnapshotEvent.maximumBytes else {
            throw .bodyTooLarge(
                "The event would have \(bytes) bytes; accepted are \(SnapshotEvent.maximumBytes)."
            )
        }
    }

    /// Whether `text` is what `typePattern` describes.
    private static func isType(_ text: String) -> Bool {
        guard text.hasPrefix("custom.") else { return false }
        let name = text.utf8.dropFirst("custom.".utf8.count)
        return (1...64).contains(name.count)
            && name.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }
}

extension EventHub {
    /// Sends a client's event to every subscriber.
    func publish(_ event: CustomEvent) -> Publication { publish(EventData(event)) }
}
