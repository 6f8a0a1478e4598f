internal import ControlAPI
internal import NIOCore

/// What an event says, as JSON, before its place among the events is known.
struct EventData: Hashable, Sendable {
    /// Its kind; one line.
    let name: String
    /// The members other than `id` and `time`, and the closing brace.
    fileprivate let members: [UInt8]

    init(_ event: ControlEvent) {
        self.init(event.kind.rawValue, event.members)
    }

    init(_ event: CustomEvent) {
        self.init(event.type, event.data.map { ["data": $0] } ?? [:])
    }

    private init(_ name: String, _ members: [String: JSONValue]) {
        self.name = name
        var members = members
        members["id"] = nil
        members["time"] = nil
        // Values of JSON always encode, and JSON text has no raw newline.
        let json = (try? JSONText.encode(JSONValue.object(members))).map { Array($0) }
        let isEmpty = members.isEmpty || json == nil
        self.members = isEmpty ? Array("}".utf8) : Array(",".utf8) + (json ?? []).dropFirst()
    }
}

/// An event as JSON, for one within the process.
public struct ObservedEvent: Hashable, Sendable {
    /// `{"event_type":…,"id":…,"time":…,…}`, with what the event says.
    public let json: [UInt8]

    init(id: Int, time: Double, data: EventData) {
        let head = "{\"event_type\":\"\(data.name)\",\"id\":\(id),\"time\":\(time)"
        json = Array(head.utf8) + data.members
    }
}

/// An event in the format of the HTML standard, § 9.2, as every subscriber is sent it.
struct RenderedEvent: Hashable, Sendable {
    /// 1 for the first event; each later one is one higher.
    let id: Int
    /// All its lines with the empty one at the end. Copies share their bytes.
    let text: ByteBuffer

    /// - Parameters:
    ///   - id: Its place in the sequence of all events.
    ///   - time: Finite seconds since 1970.
    ///   - data: What it says.
    init(id: Int, time: Double, data: EventData) {
        self.id = id
        let head =
            "id: \(id)\nevent: \(data.name)\ndata: {\"id\":\(id),\"time\":\(time)"
        var text = ByteBuffer()
        text.reserveCapacity(head.utf8.count + data.members.count + 2)
        text.writeString(head)
        text.writeBytes(data.members)
        text.writeString("\n\n")
        self.text = text
    }

    /// The event as long as its place and its time can make it.
    static func longest(_ data: EventData) -> Self {
        // No other number has a longer text.
        Self(id: .min, time: -Double.leastNormalMagnitude, data: data)
    }
}
