/// What a playlist may be told besides its items.
public struct PlaylistFields: FieldList {
    public static let all = Self()

    public let loop = Field.choice(
        "loop",
        ["all", "one", "none"],
        "What follows an end: the next item, the same one, or nothing behind the last"
    )
    public let shuffle = Field.flag("shuffle", "Show every item once before any comes again")
    public let imageDuration = Field.number(
        "image_duration",
        0.1...86_400,
        "Seconds for which an image is shown"
    )
    public let preload = Field.integer("preload", 1...8, "Items that are ready ahead")

    public let sync = Field<FieldValues<SyncFields>>.members(
        "sync",
        "The wall whose time it has",
        required: ["group"]
    )

    public var rules: [FieldRule] {
        [loop.rule, shuffle.rule, imageDuration.rule, preload.rule, sync.rule]
    }
}

/// What an item may be told besides its address and its title.
public struct PlaylistItemFields: FieldList {
    public static let all = Self()

    public let seconds = Field.number(
        "seconds",
        0.1...86_400,
        "For how long an image is shown, and anything has its turn on a wall"
    )

    public var rules: [FieldRule] { [seconds.rule] }
}

/// One thing that a playlist is to show.
public struct PlaylistItemDefinition: Hashable, Sendable {
    /// An address with a scheme, or a path.
    public var url: String
    /// For people; nil: none.
    public var title: String?
    public var fields: FieldValues<PlaylistItemFields>

    public init(
        url: String,
        title: String? = nil,
        _ fields: FieldValues<PlaylistItemFields> = .init()
    ) {
        self.url = url
        self.title = title
        self.fields = fields
    }

    /// As requests have it.
    public var json: JSONValue {
        var members = fields.members
        members["title"] = title.map { .string($0) }
        guard !members.isEmpty else { return .string(url) }
        members["url"] = .string(url)
        return .object(members)
    }
}

/// What a client or a file says of a playlist.
@dynamicMemberLookup
public struct PlaylistDefinition: Hashable, Sendable {
    /// Its own; none only where it names feeds.
    public var items: [PlaylistItemDefinition]
    /// The IDs of the feeds whose items follow.
    public var feeds: [String]
    public var fields: FieldValues<PlaylistFields>

    public init(
        items: [PlaylistItemDefinition],
        feeds: [String] = [],
        _ fields: FieldValues<PlaylistFields> = .init()
    ) {
        self.items = items
        self.feeds = feeds
        self.fields = fields
    }

    public subscript<Value>(dynamicMember field: KeyPath<PlaylistFields, Field<Value>>) -> Value? {
        fields[dynamicMember: field]
    }
}

/// Where in a playlist items are put.
public enum PlaylistPlace: Hashable, Sendable {
    /// Behind the item that is shown.
    case next
    case end
    /// Before the item of that ID.
    case before(String)

    /// As requests have it: `next`, `end` or an item's ID.
    public init(_ text: String) {
        switch text {
        case "next": self = .next
        case "end": self = .end
        default: self = .before(text)
        }
    }

    public var text: String {
        switch self {
        case .next: "next"
        case .end: "end"
        case .before(let item): item
        }
    }
}

/// A change of what a playlist consists of.
public enum PlaylistEdit: Hashable, Sendable {
    /// Fields that are not given stay as they are; one that leaves its wall has its own time.
    case set(FieldValues<PlaylistFields>, leavesWall: Bool = false)
    case insert([PlaylistItemDefinition], at: PlaylistPlace)
    case move(item: String, to: PlaylistPlace)
    case remove(item: String)
}

/// What somebody wants of a playlist that plays.
public enum PlaylistAction: Hashable, Sendable {
    case next
    case previous
    case play(item: String)
    case pause
    case resume
}

/// The values that playlists accept.
public enum PlaylistLimits {
    /// Items that one request brings.
    public static let itemsAtOnce = 500
    /// Items of a playlist.
    public static let items = 10_000
    /// Feeds of a playlist.
    public static let feeds = 1...50
    public static let titleBytes = 512
    /// Pixels of an item's small picture.
    public static let thumbnail = 128...1024
    /// Of one whose size nobody says.
    public static let usualThumbnail = 256
}
