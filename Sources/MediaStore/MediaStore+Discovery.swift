internal import GRDB
internal import Media

extension MediaStore {
    /// What there is to be found, as it was at one moment.
    ///
    /// - Parameter now: Microseconds since 1970-01-01 00:00 UTC. Plays after it do not count.
    /// - Returns: Lists that are empty where there is nothing.
    /// - Throws: What any call throws.
    public func discover(at now: Int64) throws(StoreError) -> Discovery {
        try read { database in
            Discovery(
                trending: try trending(in: database, at: now),
                channels: try channels(in: database),
                latest: try latest(in: database),
                categories: try categories(in: database)
            )
        }
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
            arguments: ["now": now, "oldest": now &- oldestAge]
        )
        var trends: [Discovery.Trend] = []
        while trends.count < 50, let row = try cursor.next() {
            var columns = Columns(of: row)
            let key = try columns.text()
            let score = try columns.number()
            guard case .item(let id) = PlayedItem(key: key),
                let record = try Self.item(id, in: database)
            else { continue }
            trends.append(Discovery.Trend(record: record, score: score))
        }
        return trends
    }

    /// 7 days, in microseconds, as SQLite divides by it.
    private static let halfLife = "604800000000.0"
}
