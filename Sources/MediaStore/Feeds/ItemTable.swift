internal import GRDB

/// The items of feeds.
///
/// Thread: safe.
public struct ItemTable: Sendable {
    let store: MediaStore

    /// Some items of a feed, in its order.
    ///
    /// However the feed changes between two pages, an item that stays where it is among the
    /// others is neither given twice nor left out.
    ///
    /// - Parameters:
    ///   - feed: Its name.
    ///   - category: Only those with this one, in any spelling; nil for all.
    ///   - cursor: `next` of the page before; nil for the first page.
    ///   - limit: How many, 1 to 500; others are taken for the nearest.
    /// - Returns: As many as were asked for, fewer at the end.
    /// - Throws: `hasNoFeed`, `isNoCursor`; what any call throws.
    public func page(
        of feed: FeedID,
        category: String? = nil,
        after cursor: String? = nil,
        limit: Int = 100
    ) throws(StoreError) -> StorePage<FeedItemRecord> {
        let cursor = try cursor.map { text throws(StoreError) in
            try StoreCursor(text, of: .feed)
        }
        let limit = StoreLimits.page(limit)
        return try store.read { database in
            let number = try database.firstRow("SELECT number FROM feed WHERE id = ?", [feed.name])
            {
                try $0.integer()
            }
            guard let number else { throw StoreError.hasNoFeed(feed) }
            let folded = category.map { CategoryName($0).folded }
            let rows = try database.rows(
                """
                SELECT \(ListedItem.columns) FROM feed_item JOIN feed ON feed.number = feed_item.feed
                WHERE feed_item.feed = :feed AND (:after IS NULL OR place > :after)
                    AND (:category IS NULL OR EXISTS (
                        SELECT 1 FROM item_category WHERE item = feed_item.number AND category =
                            (SELECT number FROM category WHERE folded = :category)))
                ORDER BY place LIMIT :limit
                """,
                ["feed": number, "after": cursor?.number, "category": folded, "limit": limit + 1],
                ListedItem.init
            )
            return StorePage(rows, of: limit, cursor: { StoreCursor($0.place).text(.feed) }) {
                $0.record
            }
        }
    }

    /// All items of a feed, in its order: 2,000 at most.
    ///
    /// - Throws: `hasNoFeed`; what any call throws.
    public func all(of feed: FeedID) throws(StoreError) -> [FeedItemRecord] {
        var page = try self.page(of: feed, limit: StoreLimits.pageItems)
        var items = page.elements
        while let next = page.next {
            page = try self.page(of: feed, after: next, limit: StoreLimits.pageItems)
            items += page.elements
        }
        return items
    }

    /// - Returns: Nil where no feed has it any more.
    public func find(_ id: ItemID) throws(StoreError) -> FeedItemRecord? {
        try store.read { try ListedItem.record(of: id, in: $0) }
    }
}
