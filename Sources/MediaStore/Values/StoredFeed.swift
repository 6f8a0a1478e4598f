public import Media

/// What a feed is wanted for, as a configuration or a client says it.
public struct FeedEntry: Hashable, Sendable {
    public var id: FeedID
    public var url: AddressText
    /// Between two visits; above zero.
    public var refreshSeconds: Int
    /// From the front of the feed; 1 to `FeedLimits.items`, others are taken for the nearest.
    public var maxItems: Int
    /// Whether it stands in the configuration; else a client added it.
    public var isConfigured: Bool

    public init(
        id: FeedID,
        url: AddressText,
        refreshSeconds: Int,
        maxItems: Int,
        isConfigured: Bool
    ) {
        self.id = id
        self.url = url
        self.refreshSeconds = refreshSeconds
        self.maxItems = maxItems
        self.isConfigured = isConfigured
    }
}

/// What a server said a version of a feed is known by, to be sent with the next request.
public struct FeedValidators: Hashable, Sendable {
    public var etag: String?
    /// As the server wrote it.
    public var lastModified: String?

    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }
}

/// When a feed was visited, and when it is to be visited again.
///
/// Both are microseconds since 1970-01-01 00:00 UTC.
public struct FeedVisit: Hashable, Sendable {
    public var at: Int64
    public var nextAt: Int64

    public init(at: Int64, nextAt: Int64) {
        self.at = at
        self.nextAt = nextAt
    }
}

/// A feed, and how its visits went. Times are microseconds since 1970-01-01 00:00 UTC.
public struct StoredFeed: Hashable, Sendable {
    public var definition: FeedEntry
    /// The feed's own; empty where it names none, and before the first visit.
    public var title: String
    public var thumbnail: AddressText?
    public var validators: FeedValidators
    /// When it is to be visited; 0 before the first visit. One that is gone is not visited.
    public var nextAt: Int64
    /// When the server last had the feed, changed or not; nil before.
    public var refreshedAt: Int64?
    /// Why the last visit failed; nil where it did not.
    public var error: MessageText?
    /// Visits that failed, one after the other, up to the last one.
    public var failures: Int
    /// Whether the server says that there is no such feed any more.
    public var isGone: Bool
    public var itemCount: Int

    public var id: FeedID { definition.id }
}

/// What a new version of a feed changed, in items.
public struct FeedChange: Hashable, Sendable {
    public var added = 0
    public var removed = 0
    /// Of which the feed says something else than before; one that only moved is not.
    public var changed = 0

    public init(added: Int = 0, removed: Int = 0, changed: Int = 0) {
        self.added = added
        self.removed = removed
        self.changed = changed
    }
}
