public import Media

/// What there is to be found in the feeds.
public struct Discovery: Hashable, Sendable {
    /// An item and how much it was played of late.
    public struct Trend: Hashable, Sendable {
        public var record: FeedItemRecord
        /// Σ 2^(−age / 7 days) over the plays that were completed; above zero.
        public var score: Double
    }

    /// A feed with what it has.
    public struct Channel: Hashable, Sendable {
        public var id: FeedID
        /// Empty where the feed names none.
        public var title: String
        public var thumbnail: AddressText?
        public var itemCount: Int
    }

    /// A category with the items that have it; its spellings are one, and the first is shown.
    public struct Category: Hashable, Sendable {
        public var name: String
        public var itemCount: Int
    }

    /// The most played first; 50 at most.
    public var trending: [Trend]
    /// By the feed's name.
    public var channels: [Channel]
    /// The newest first; 50 at most.
    public var latest: [FeedItemRecord]
    /// Those with the most items first; 200 at most.
    public var categories: [Category]
}
