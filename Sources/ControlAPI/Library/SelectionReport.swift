/// What somebody has selected: the answer of `GET /v1/library/selections/ID`.
public struct SelectionReport: Hashable, Sendable, Codable {
    public var id: String
    /// Pictures and videos.
    public var count: Int
    /// How long it lasts as a whole, but for videos of which that is not known.
    public var milliseconds: Int64
    /// Why it cannot be shown as it is; for people. Nil where it can.
    public var reason: String?
    /// How long it may last, in milliseconds, where the reason is that it does not.
    public var accepted: ClosedRange<Int64>?

    public init(
        id: String,
        count: Int,
        milliseconds: Int64,
        reason: String?,
        accepted: ClosedRange<Int64>? = nil
    ) {
        self.id = id
        self.count = count
        self.milliseconds = milliseconds
        self.reason = reason
        self.accepted = accepted
    }

    private enum CodingKeys: String, CodingKey {
        case id, count, valid, reason
        case milliseconds = "duration_ms"
        case accepted = "accepted_ms"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        count = try container.decode(Int.self, forKey: .count)
        milliseconds = try container.decode(Int64.self, forKey: .milliseconds)
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
        accepted = try container.decodeIfPresent(ClosedRange<Int64>.self, forKey: .accepted)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(count, forKey: .count)
        try container.encode(milliseconds, forKey: .milliseconds)
        try container.encode(isValid, forKey: .valid)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(accepted, forKey: .accepted)
    }

    public var isValid: Bool { reason == nil }
}

/// What a client wants a selection or an album to be made of; pictures and videos by their IDs.
public enum SelectionDefinition: Hashable, Sendable, Codable {
    /// In this order.
    case assets([String])
    /// All that are found, also later, but for some.
    case query(AssetFilter, excluding: [String])
    /// As a selection of that ID is now.
    case selection(String)
    /// As an album of that ID, of somebody's own, is now.
    case album(String)
}

/// What a client wants to be different in a selection; done in this order.
public struct SelectionPatch: Hashable, Sendable, Codable {
    public var remove: [String] = []
    public var add: [String] = []
    public var range: Range?
    public var move: Move?

    /// All from one to another, in the order of the list of a filter.
    public struct Range: Hashable, Sendable, Codable {
        public var from: String
        public var to: String
        public var filter: AssetFilter

        public init(from: String, to: String, filter: AssetFilter) {
            (self.from, self.to, self.filter) = (from, to, filter)
        }
    }

    /// Where one is to be, counted from 0.
    public struct Move: Hashable, Sendable, Codable {
        public var asset: String
        public var place: Int

        public init(asset: String, place: Int) {
            (self.asset, self.place) = (asset, place)
        }
    }

    public init() {}
}

/// An album that somebody puts together.
public struct AlbumDefinition: Hashable, Sendable, Codable {
    /// For people.
    public var name: String
    public var content: SelectionDefinition

    public init(name: String, content: SelectionDefinition) {
        (self.name, self.content) = (name, content)
    }
}

/// What is accepted of what somebody selects.
public enum SelectionLimits {
    /// IDs in one list of a request, also of an album's or of an export's: two such lists have no
    /// more values than a request may have.
    public static let idsAtOnce = 500
    /// Places of one that is moved.
    public static let places = 0...1_000_000
    /// Characters of an album's name.
    public static let nameCharacters = 1...200
}

/// What of the library is shown.
public enum ShownMedia: Hashable, Sendable {
    /// One picture or video, however long it lasts.
    case asset(String)
    /// A selection, once.
    case preview(selection: String)
    /// A selection, again and again.
    case play(String)
}

/// Where something of the library is shown.
public enum ShownPlace: String, Hashable, Sendable, CaseIterable {
    case main
    case pip
}
