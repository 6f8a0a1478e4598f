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

extension StorePage {
    /// The first of some rows, of which one more was asked for than a page has.
    ///
    /// - Parameters:
    ///   - rows: In the list's order.
    ///   - limit: How many the page has.
    ///   - cursor: Where the next page begins, of the last row of this one.
    ///   - element: What a row is to be told as; nil: it is left out.
    init<Row>(
        _ rows: [Row],
        of limit: Int,
        cursor: (Row) -> String,
        _ element: (Row) -> Element?
    ) {
        let shown = rows.prefix(limit)
        self.init(
            elements: shown.compactMap(element),
            next: rows.count > limit ? shown.last.map(cursor) : nil
        )
    }
}
