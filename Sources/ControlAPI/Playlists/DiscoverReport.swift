/// What there is to find in all feeds: the answer of `GET /v1/discover`.
public struct DiscoverReport: Hashable, Sendable, Codable {
    /// What was shown to its end here, the most and the latest first.
    public var trending: [TrendingReport]
    public var channels: [ChannelReport]
    /// The newest of all feeds.
    public var latest: [FeedItemReport]
    /// As feeds name them, the largest first.
    public var categories: [CategoryReport]

    public init(
        trending: [TrendingReport],
        channels: [ChannelReport],
        latest: [FeedItemReport],
        categories: [CategoryReport]
    ) {
        self.trending = trending
        self.channels = channels
        self.latest = latest
        self.categories = categories
    }
}

/// An item with how much it was seen of late.
public struct TrendingReport: Hashable, Sendable, Codable {
    public var item: FeedItemReport
    /// Each time it was shown to its end counts 1, and half as much for each seven days since.
    public var score: Double

    public init(item: FeedItemReport, score: Double) {
        self.item = item
        self.score = score
    }
}

/// A feed as somebody who looks for something sees it.
public struct ChannelReport: Hashable, Sendable, Codable {
    public var feed: String
    public var title: String
    public var items: Int

    public init(feed: String, title: String, items: Int) {
        self.feed = feed
        self.title = title
        self.items = items
    }
}

/// What feeds file items under.
public struct CategoryReport: Hashable, Sendable, Codable {
    public var name: String
    public var items: Int

    public init(name: String, items: Int) {
        self.name = name
        self.items = items
    }
}
