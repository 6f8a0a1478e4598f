/// Where a playlist was, for it to go on there.
public struct PlaylistPosition: Hashable, Sendable {
    public var playlist: PlaylistID
    /// What was shown; nil where nothing was.
    public var item: PlayedItem?
    /// Into the item; 0 for a picture. What is no number, or below zero, is kept as 0.
    public var positionSeconds: Double
    /// What the playlist keeps of its order, in a form of its own; 64 KiB at most.
    public var order: [UInt8]
    public var isPaused: Bool
    /// The version of the playlist that this is a place in.
    public var revision: Int64
    /// Microseconds since 1970-01-01 00:00 UTC.
    public var savedAt: Int64

    public init(
        playlist: PlaylistID,
        item: PlayedItem? = nil,
        positionSeconds: Double = 0,
        order: [UInt8] = [],
        isPaused: Bool = false,
        revision: Int64 = 0,
        savedAt: Int64
    ) {
        self.playlist = playlist
        self.item = item
        self.positionSeconds = positionSeconds
        self.order = order
        self.isPaused = isPaused
        self.revision = revision
        self.savedAt = savedAt
    }
}

/// One showing of an item.
public struct Play: Hashable, Sendable {
    public var item: PlayedItem
    /// The playlist that showed it; nil for none.
    public var playlist: PlaylistID?
    /// When it ended: microseconds since 1970-01-01 00:00 UTC.
    public var at: Int64
    /// Whether it was shown to its end.
    public var isCompleted: Bool

    public init(item: PlayedItem, playlist: PlaylistID?, at: Int64, isCompleted: Bool) {
        self.item = item
        self.playlist = playlist
        self.at = at
        self.isCompleted = isCompleted
    }
}
