/// One playlist at one moment; the stream of that ID has the rest.
public struct PlaylistReport: Hashable, Sendable, Codable {
    public var id: String
    /// One more with every change of what it consists of: the `ETag`.
    public var revision: Int
    /// As its stream's.
    public var state: String
    public var paused: Bool
    public var loop: String
    public var shuffle: Bool
    public var imageDuration: Double
    /// The item on the screen, or the one that takes its place as soon as it can.
    public var current: String?
    /// Where that one stands in its own time; nil before it is on the screen.
    public var positionSeconds: Double?
    public var items: [PlaylistItemReport]
    /// The IDs of the feeds that some of the items are from.
    public var feeds: [String]
    /// The wall that it is on; nil for one that has its own time.
    public var sync: WallReport?
    public var preload: PreloadReport

    public init(id: String, revision: Int, state: String, items: [PlaylistItemReport]) {
        self.id = id
        self.revision = revision
        self.state = state
        self.items = items
        paused = false
        loop = "all"
        shuffle = false
        imageDuration = 5
        feeds = []
        preload = PreloadReport(ahead: 0, bytes: 0, budget: 0)
    }

    private enum CodingKeys: String, CodingKey {
        case id, revision, state, paused, loop, shuffle, current, items, feeds, sync, preload
        case imageDuration = "image_duration"
        case positionSeconds = "position_seconds"
    }
}

/// The wall that something is on.
public struct WallReport: Hashable, Sendable, Codable {
    public var group: String
    /// As RFC 3339 has it, in UTC.
    public var epoch: String

    public init(group: String, epoch: String) {
        self.group = group
        self.epoch = epoch
    }
}

/// One thing that a playlist shows.
public struct PlaylistItemReport: Hashable, Sendable, Codable {
    public var id: String
    /// The address, with a password replaced.
    public var url: String
    public var title: String?
    /// `cold`, `opening`, `ready`, `shown` or `failed`.
    public var state: String
    /// Nil where it is not known yet, and of what has no end.
    public var durationSeconds: Double?
    /// For how long it was said to be shown, or to have its turn on a wall; nil where it was not.
    public var seconds: Double?
    /// Where a small picture of it is; nil where there is none.
    public var thumbnail: String?
    /// Why it could not be shown the last time; nil where it could.
    public var error: String?

    public init(id: String, url: String, state: String) {
        self.id = id
        self.url = url
        self.state = state
    }

    private enum CodingKeys: String, CodingKey {
        case id, url, title, state, seconds, thumbnail, error
        case durationSeconds = "duration_seconds"
    }
}

/// What a playlist has open ahead.
public struct PreloadReport: Hashable, Sendable, Codable {
    /// Items, at most.
    public var ahead: Int
    public var bytes: Int
    /// Bytes for all but the item that follows.
    public var budget: Int

    public init(ahead: Int, bytes: Int, budget: Int) {
        self.ahead = ahead
        self.bytes = bytes
        self.budget = budget
    }
}

/// The list of all playlists: the answer of `GET /v1/playlists`.
public struct PlaylistList: Hashable, Sendable, Codable {
    public var playlists: [PlaylistReport]

    public init(playlists: [PlaylistReport]) {
        self.playlists = playlists
    }
}
