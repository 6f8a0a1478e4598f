/// One feed at one moment.
public struct FeedReport: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It was not looked at yet.
        case waiting
        /// The last look at it was in vain; the items are those of the last good one.
        case failing
        /// What the last look gave is kept.
        case good
        /// It says itself that it is gone for good: nobody looks any more until somebody asks.
        case gone
    }

    public var id: String
    /// The address, with a password replaced.
    public var url: String
    /// As it calls itself; nil where it does not, or is not known yet.
    public var title: String?
    public var state: State
    /// Whether the configuration names it; others were added by clients.
    public var configured: Bool
    /// Seconds from one look to the next.
    public var refresh: Int
    public var maxItems: Int
    /// Items that are kept.
    public var items: Int
    /// When it last answered, in seconds since 1970; nil: never.
    public var refreshedAt: Double?
    /// When it is looked at next, likewise; nil: when somebody asks.
    public var nextAt: Double?
    /// Why the last look was in vain; nil where it was not.
    public var error: String?

    public init(id: String, url: String, state: State, items: Int) {
        self.id = id
        self.url = url
        self.state = state
        self.items = items
        configured = false
        let usual = FeedDefinition(url: url)
        (refresh, maxItems) = (usual.refresh, usual.maxItems)
    }

    private enum CodingKeys: String, CodingKey {
        case id, url, title, state, configured, refresh, items, error
        case maxItems = "max_items"
        case refreshedAt = "refreshed_at"
        case nextAt = "next_at"
    }
}

/// The list of all feeds: the answer of `GET /v1/feeds`.
public struct FeedList: Hashable, Sendable, Codable {
    public var feeds: [FeedReport]

    public init(feeds: [FeedReport]) {
        self.feeds = feeds
    }
}

/// What a look at a feed has found.
public struct FeedRefreshReport: Hashable, Sendable, Codable {
    public var feed: String
    /// Whether the server said that nothing is new, and sent nothing.
    public var unchanged: Bool
    /// Items that were not there before, are not any more, or say something else.
    public var added: Int
    public var removed: Int
    public var changed: Int
    /// Items that are kept now.
    public var items: Int

    public init(feed: String, unchanged: Bool, items: Int) {
        self.feed = feed
        self.unchanged = unchanged
        self.items = items
        (added, removed, changed) = (0, 0, 0)
    }
}

/// One thing that a feed has to show.
public struct FeedItemReport: Hashable, Sendable, Codable {
    /// The same whenever the feed is read again.
    public var id: String
    public var feed: String
    /// Of the form that is taken where there are several.
    public var url: String
    public var title: String
    public var author: String
    public var summary: String
    /// In seconds since 1970; nil where the feed does not say.
    public var published: Double?
    public var categories: [String]
    public var thumbnail: String?
    public var durationSeconds: Double?

    public init(id: String, feed: String, url: String, title: String) {
        self.id = id
        self.feed = feed
        self.url = url
        self.title = title
        (author, summary, categories) = ("", "", [])
    }

    private enum CodingKeys: String, CodingKey {
        case id, feed, url, title, author, summary, published, categories, thumbnail
        case durationSeconds = "duration_seconds"
    }
}

/// A part of a list of items.
public struct FeedItemPage: Hashable, Sendable, Codable {
    public var items: [FeedItemReport]
    /// Asks for what follows; nil where nothing does.
    public var nextCursor: String?

    public init(items: [FeedItemReport], nextCursor: String? = nil) {
        self.items = items
        self.nextCursor = nextCursor
    }

    /// Items of one page.
    public static let limits = 1...500
    /// Items of a page whose size nobody says.
    public static let usualLimit = 100
    /// Characters of a text that is searched for.
    public static let searchCharacters = 1...200

    private enum CodingKeys: String, CodingKey {
        case items
        case nextCursor = "next_cursor"
    }
}
