internal import Control
internal import ControlAPI
internal import Media

/// Something that is to be done, as it came over a broker.
struct BrokerCommand: Hashable, Sendable {
    /// What topics call it.
    enum Name: String, Hashable, Sendable, CaseIterable {
        case main, pip, corner, size, playlist, next, previous, show, message, snapshot
        case pipStream = "pip_stream"

        /// Whether it takes the JSON of a request, not one value.
        var takesObject: Bool { [.show, .message, .snapshot].contains(self) }

        /// Whether any text stands for an empty one.
        var takesNothing: Bool { self == .snapshot }

        /// Whether it is about what the main view has, which is a playlist then.
        var isOfPlaylist: Bool { [.next, .previous].contains(self) }
    }

    /// In bytes.
    static let longestID = 64

    let name: Name
    /// What is to be, or a request's body.
    let value: JSONValue
    /// What the answer repeats, for who sent it; nil where they did not say.
    let id: JSONValue?

    /// nil for what is neither text nor the JSON that it is to be, also where that has no `value`,
    /// and for an empty payload, which is sent to remove one that is retained.
    ///
    /// - Parameters:
    ///   - name: What it is.
    ///   - payload: A text, such as `door`, or JSON: the body of a request of the HTTP API, or
    ///     `{"value":"door"}`, either with an `id` beside.
    init?(_ name: Name, _ payload: [UInt8]) {
        guard !payload.isEmpty, let text = String(validating: payload, as: UTF8.self) else {
            return nil
        }
        self.name = name
        guard text.hasPrefix("{") else {
            if name.takesObject, !name.takesNothing { return nil }
            value = name.takesNothing ? [:] : Self.value(of: text, name)
            id = nil
            return
        }
        guard case .object(var members)? = try? JSONValue(parsing: payload) else { return nil }
        id = members.removeValue(forKey: "id")
        if let id, !Self.isID(id) { return nil }
        if name.takesObject {
            value = .object(members)
        } else {
            let isSaid = members.keys.contains("value")
            guard isSaid || name.isOfPlaylist, members.count == (isSaid ? 1 : 0) else { return nil }
            let value = members["value"] ?? .null
            self.value = value.stringValue.map { Self.value(of: $0, name) } ?? value
        }
    }

    private init(_ name: Name, _ value: JSONValue) {
        self.name = name
        self.value = value
        id = nil
    }

    /// A picture of the view, as usual.
    static let snapshot = Self(.snapshot, [:])

    private static func isID(_ id: JSONValue) -> Bool {
        switch id {
        case .integer: true
        case .string(let text): text.utf8.count <= longestID
        default: false
        }
    }

    /// Whether it waits for a picture, maybe for seconds.
    var mayWait: Bool { name == .snapshot && value["wait_ms"] != nil }

    /// What a text stands for, where that is no text.
    private static func value(of text: String, _ name: Name) -> JSONValue {
        switch (name, text.lowercased()) {
        case (.pip, "on"), (.pip, "true"): return true
        case (.pip, "off"), (.pip, "false"): return false
        case (.size, _):
            guard let number = Double(text), number.isFinite else { return .string(text) }
            return .number(number)
        default: return .string(text)
        }
    }

    /// The request of the HTTP API that says the same.
    ///
    /// - Parameter main: What is in the main view, which `next` and `previous` are for.
    /// - Returns: It; nil where that is nothing.
    func request(main: String?) -> InnerRoutes.Request? {
        func window(_ field: String) -> InnerRoutes.Request {
            .init("PATCH", "/v1/view", ["pip": .object([field: value])])
        }
        switch name {
        case .main, .playlist: return .init("PATCH", "/v1/view", ["main": value])
        case .pip: return window("enabled")
        case .pipStream: return window("stream")
        case .corner: return window("corner")
        case .size: return window("size")
        case .next, .previous:
            return main.map { .init("POST", "/v1/playlists/\($0)/\(name.rawValue)") }
        case .show: return .init("POST", "/v1/view/show", value)
        case .message: return .init("POST", "/v1/messages", value)
        case .snapshot: return .init("POST", "/v1/snapshot", image)
        }
    }

    /// What a picture is to be like, whatever else is said: those who look at it take no other.
    private var image: JSONValue {
        guard case .object(var members) = value else { return value }
        members["format"] = "jpeg"
        members["output"] = "binary"
        members["max_width"] = members["max_width"] ?? 1280
        let most = members["max_bytes"]?.doubleValue ?? .infinity
        if most > Double(Outbox.mostImageBytes) {
            members["max_bytes"] = .integer(Outbox.mostImageBytes)
        }
        return .object(members)
    }
}

/// What came of a command, as who sent it is told.
struct BrokerResult: Sendable {
    let command: BrokerCommand
    /// Why it was refused; nil where it was done.
    let refusal: MessageText?
    /// The file of a picture that was asked for.
    var image: [UInt8]?

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "command": .string(command.name.rawValue), "ok": .boolean(refusal == nil),
            "detail": .string(refusal?.description ?? ""),
        ]
        members["id"] = command.id
        return .object(members)
    }
}
