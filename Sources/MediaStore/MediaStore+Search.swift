internal import GRDB

extension MediaStore {
    /// Some items that have words which begin with all the words of `text`, in title, author or
    /// summary; the newest first, by when they were published, else first seen.
    ///
    /// Upper and lower case are one, and so are letters with accents and without. Whatever else
    /// the text holds parts words. Its first 200 characters and 16 words count.
    ///
    /// - Parameters:
    ///   - text: Anything; without a word it finds nothing.
    ///   - cursor: `next` of the page before; nil for the first page.
    ///   - limit: How many, 1 to 500; others are taken for the nearest.
    /// - Returns: The newest first.
    /// - Throws: `isNoCursor`; what any call throws.
    public func search(
        _ text: String,
        after cursor: String? = nil,
        limit: Int = 100
    ) throws(StoreError) -> StorePage<FeedItemRecord> {
        let cursor = try cursor.map { text throws(StoreError) in
            try StoreCursor(text, of: .search)
        }
        let limit = StoreLimits.page(limit)
        guard let pattern = Self.pattern(for: text) else { return StorePage() }
        return try read { database in
            let rows = try database.rows(
                """
                SELECT \(ListedItem.columns) FROM item_search
                    CROSS JOIN feed_item ON feed_item.number = item_search.rowid
                    CROSS JOIN feed ON feed.number = feed_item.feed
                WHERE item_search MATCH ? AND item_search.rowid < ?
                ORDER BY item_search.rowid DESC LIMIT ?
                """,
                [pattern, cursor?.number ?? .max, limit + 1],
                ListedItem.init
            )
            return StorePage(rows, of: limit, cursor: { StoreCursor($0.number).text(.search) }) {
                $0.record
            }
        }
    }

    /// Of the text's words, so that none of it is read as an operator.
    private static func pattern(for text: String) -> FTS5Pattern? {
        FTS5Pattern(
            matchingAllPrefixesIn: SearchWords.words(of: text).joined(separator: " ")
        )
    }
}
