public import ControlAPI

/// What the process that shows pictures asks of the one that reads foreign files, feeds and
/// databases.
public enum MediaRequest: Hashable, Sendable, Codable {
    /// Asks for `done`, to see whether it is alive.
    case ping
    /// The feeds of the configuration; those that it had before and has no more are forgotten.
    /// Answered by `done`.
    case configure(feeds: [String: FeedDefinition])
    /// Answered by `feeds`.
    case feeds
    /// Answered by `feed`.
    case feed(String)
    /// Answered by `feed`.
    case putFeed(String, FeedDefinition)
    /// Answered by `done`.
    case deleteFeed(String)
    /// Answered by `refreshed`, when the server has answered.
    case refreshFeed(String)
    /// Answered by `page`.
    case feedItems(String, category: String?, cursor: String?, limit: Int)
    /// Answered by `discovered`.
    case discover
    /// Answered by `page`.
    case search(String, cursor: String?, limit: Int)
    /// What a playlist takes from feeds, one after the other. Answered by `entries`.
    case entries(feeds: [String], limit: Int)
    /// As `PlaylistRequest` says.
    case playlist(PlaylistRequest)
    /// A small picture of something, of so many pixels at least where there is one that large;
    /// answered by `thumbnail` when it was made.
    case thumbnail(MediaName, pixels: Int)
}

extension MediaRequest {
    /// Whether pipd asks for itself, and for no client.
    public var isOwn: Bool {
        switch self {
        case .ping, .configure, .entries, .playlist: true
        case .feeds, .feed, .putFeed, .deleteFeed, .refreshFeed, .feedItems, .discover, .search,
            .thumbnail:
            false
        }
    }
}

/// What is answered.
public enum MediaAnswer: Hashable, Sendable, Codable {
    case done
    case feeds([FeedReport])
    case feed(FeedReport, isNew: Bool)
    case refreshed(FeedRefreshReport)
    case page(FeedItemPage)
    case discovered(DiscoverReport)
    case entries([MediaEntry])
    /// Nil where nothing is known of the playlist.
    case memory(PlaylistMemory?)
    /// A PNG file, which may go at any time.
    case thumbnail(path: String)
    case refused(MediaRefusal)
}

/// One thing that a playlist takes from a feed.
public struct MediaEntry: Hashable, Sendable, Codable {
    /// Its name among the items of all feeds.
    public var item: String
    /// With its password, where it has one.
    public var address: String
    public var title: String
    /// In seconds; nil where the feed says nothing.
    public var duration: Double?

    public init(item: String, address: String, title: String) {
        self.item = item
        self.address = address
        self.title = title
    }
}

/// Why a request was not done.
public struct MediaRefusal: Error, Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// There is nothing of that name.
        case unknown
        /// It cannot be as things stand.
        case conflict
        /// A value is not accepted.
        case value
        /// What was to be fetched cannot be had.
        case source
        /// No room is left.
        case full
        /// The database cannot be read or written.
        case storage
        /// The process that would do it does not run, or takes too long.
        case away
    }

    public var kind: Kind
    /// What, on what, why, and what would work; for people, without a password.
    public var reason: String

    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

/// What is told without being asked for.
public enum MediaNotice: Hashable, Sendable, Codable {
    /// A server has answered: the feed is as it was, or has other items than before.
    case feedRefreshed(FeedRefreshReport)
    /// A feed cannot be had; its items stay.
    case feedFailed(String, reason: String)
    /// Something for the log, that somebody should know of.
    case warning(String)
}
