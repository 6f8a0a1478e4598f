internal import GRDB
internal import Media

/// What there is to be found in all feeds.
///
/// Thread: safe.
public struct FeedCatalogue: Sendable {
    let store: MediaStore

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
        return try store.read { database in
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

    /// What there is to be found, as it was at one moment.
    ///
    /// - Parameter now: Microseconds since 1970-01-01 00:00 UTC. Plays after it do not count.
    /// - Returns: Lists that are empty where there is nothing.
    /// - Throws: What any call throws.
    public func discover(at now: Int64) throws(StoreError) -> Discovery {
        try store.read { database in
            Discovery(
                trending: try trending(in: database, at: now),
                channels: try channels(in: database),
                latest: try latest(in: database),
                categories: try categories(in: database)
            )
        }
    }

    /// Of the text's words, so that none of it is read as an operator.
    private static func pattern(for text: String) -> FTS5Pattern? {
        FTS5Pattern(
            matchingAllPrefixesIn: SearchWords.words(of: text).joined(separator: " ")
        )
    }

    private func channels(in database: Database) throws -> [Discovery.Channel] {
        try database.rows(
            """
            SELECT id, title, thumbnail,
                (SELECT count(*) FROM feed_item WHERE feed_item.feed = feed.number)
            FROM feed ORDER BY id
            """
        ) { columns in
            guard let id = FeedID(try columns.text()) else { throw UnexpectedValue(column: 0) }
            return Discovery.Channel(
                id: id,
                title: try columns.text(),
                thumbnail: try columns.optionalText().map { AddressText($0) },
                itemCount: try columns.count()
            )
        }
    }

    private func latest(in database: Database) throws -> [FeedItemRecord] {
        try database.rows(
            """
            SELECT \(ListedItem.columns) FROM feed_item
                CROSS JOIN feed ON feed.number = feed_item.feed
            ORDER BY feed_item.number DESC LIMIT 50
            """,
            [],
            ListedItem.init
        ).compactMap(\.record)
    }

    private func categories(in database: Database) throws -> [Discovery.Category] {
        try database.rows(
            "SELECT name, items FROM category WHERE items > 0 ORDER BY items DESC, folded LIMIT 200"
        ) { columns in
            Discovery.Category(name: try columns.text(), itemCount: try columns.count())
        }
    }

    /// Reads the plays that are kept, in their index alone, and the items from the top until
    /// there are 50: those that are no longer in a feed, and addresses, are passed over.
    private func trending(in database: Database, at now: Int64) throws -> [Discovery.Trend] {
        let cursor = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT item, sum(pow(2.0, (at_us - :now) / \(Self.halfLife))) AS score
                    FROM play
                    WHERE completed = 1 AND item LIKE 'item:%' AND at_us BETWEEN :oldest AND :now
                    GROUP BY item ORDER BY score DESC, item LIMIT 2000
                    """
            ),
            arguments: ["now": now, "oldest": now &- store.limits.playAge]
        )
        var trends: [Discovery.Trend] = []
        while trends.count < 50, let row = try cursor.next() {
            var columns = Columns(of: row)
            let key = try columns.text()
            let score = try columns.number()
            guard case .item(let id) = PlayedItem(key: key),
                let record = try ListedItem.record(of: id, in: database)
            else { continue }
            trends.append(Discovery.Trend(record: record, score: score))
        }
        return trends
    }

    /// 7 days, in microseconds, as SQLite divides by it.
    private static let halfLife = "604800000000.0"
}
