public import Feeds

/// An item of a feed as the store keeps it.
public struct FeedItemRecord: Hashable, Sendable {
    public var id: ItemID
    public var feed: FeedID
    public var item: FeedItem
    /// When it was first stored: microseconds since 1970-01-01 00:00 UTC.
    public var firstSeenAt: Int64
}

/// Some of a longer list.
public struct StorePage<Element: Hashable & Sendable>: Hashable, Sendable {
    public var elements: [Element]
    /// What the next page is asked for with; nil at the end.
    public var next: String?

    public init(elements: [Element] = [], next: String? = nil) {
        self.elements = elements
        self.next = next
    }
}
