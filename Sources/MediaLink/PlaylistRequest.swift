/// What is asked of what outlives a start of playlists.
public enum PlaylistRequest: Hashable, Sendable, Codable {
    /// Where a playlist was. Answered by `memory`.
    case memory(of: String)
    /// Where one is, in the place of where it was. Answered by `done`.
    case remember(PlaylistMemory)
    /// It is no more. Answered by `done`.
    case forget(String)
    /// Answered by `done`.
    case played(PlayRecord)
}

/// What a playlist shows, by a name that outlives a start.
public enum MediaName: Hashable, Sendable, Codable {
    /// Of an item among those of all feeds.
    case feedItem(String)
    /// Of a picture or video of the library.
    case asset(String)
    /// With its password, where it has one.
    case address(String)

    /// A number for it that outlives a start too; one of 2^32 others has the same.
    public var digest: UInt32 {
        let (kind, name): (UInt8, String) =
            switch self {
            case .feedItem(let name): (0, name)
            case .address(let name): (1, name)
            case .asset(let name): (2, name)
            }
        // FNV-1a, of 32 bits (Fowler, Noll, Vo).
        return name.utf8.reduce((2_166_136_261 ^ UInt32(kind)) &* 16_777_619) { hash, byte in
            (hash ^ UInt32(byte)) &* 16_777_619
        }
    }
}

/// Where a playlist was, for it to go on there.
public struct PlaylistMemory: Hashable, Sendable, Codable {
    /// Its ID.
    public var playlist: String
    /// Nil where its list had ended.
    public var item: MediaName?
    /// From the item's start.
    public var seconds = 0.0
    /// The digests of what had its turn in a shuffled round before the item, in that order.
    public var past: [UInt32] = []
    public var isPaused = false

    public init(playlist: String, item: MediaName?) {
        self.playlist = playlist
        self.item = item
    }
}

/// One time that an item was shown.
public struct PlayRecord: Hashable, Sendable, Codable {
    public var item: MediaName
    /// The ID of the playlist that showed it.
    public var playlist: String
    /// Whether it was shown to its end.
    public var isCompleted: Bool

    public init(item: MediaName, playlist: String, isCompleted: Bool) {
        self.item = item
        self.playlist = playlist
        self.isCompleted = isCompleted
    }
}
