internal import Feeds
internal import GRDB
internal import Media

/// The feeds that are wanted.
///
/// Thread: safe.
public struct FeedTable: Sendable {
    let store: MediaStore

    /// All feeds, by name.
    ///
    /// - Throws: What `StoreError` says; what is stored is as it was.
    public func all() throws(StoreError) -> [StoredFeed] {
        try store.read { try $0.rows(StoredFeed.select + " ORDER BY id", [], StoredFeed.init) }
    }

    /// - Returns: Nil where there is none of that name.
    public func find(_ id: FeedID) throws(StoreError) -> StoredFeed? {
        try store.read {
            try $0.firstRow(StoredFeed.select + " WHERE id = ?", [id.name], StoredFeed.init)
        }
    }

    /// Adds a feed, or changes what it is wanted for.
    ///
    /// A new one is due at once. With another address it begins anew, without items. With another
    /// `maxItems` its validators go, for the next visit to bring the whole feed. Else all that is
    /// stored stays.
    ///
    /// - Throws: `hasTooManyFeeds`; what any call throws.
    public func put(_ definition: FeedEntry) throws(StoreError) {
        try store.write { database in
            let old = try database.firstRow(
                StoredFeed.select + " WHERE id = ?",
                [definition.id.name],
                StoredFeed.init
            )
            if let old, old.definition.url != definition.url {
                try database.run("DELETE FROM feed WHERE id = ?", [definition.id.name])
            }
            guard let old, old.definition.url == definition.url else {
                return try insert(definition, in: database)
            }
            try update(definition, from: old.definition, in: database)
        }
    }

    /// - Returns: Whether there was one.
    @discardableResult
    public func remove(_ id: FeedID) throws(StoreError) -> Bool {
        try store.write { try $0.run("DELETE FROM feed WHERE id = ?", [id.name]) > 0 }
    }

    /// Removes the feeds of the configuration that are no longer in it. Those that clients added
    /// stay.
    ///
    /// - Returns: Those that went, by name.
    @discardableResult
    public func retainConfigured(_ ids: Set<FeedID>) throws(StoreError) -> [FeedID] {
        try store.write { database in
            let names = try database.rows(
                "SELECT id FROM feed WHERE configured = 1 ORDER BY id"
            ) { try $0.text() }
            let gone = names.compactMap { FeedID($0) }.filter { !ids.contains($0) }
            for id in gone { try database.run("DELETE FROM feed WHERE id = ?", [id.name]) }
            return gone
        }
    }

    private func insert(_ definition: FeedEntry, in database: Database) throws {
        let count = try database.firstRow("SELECT count(*) FROM feed") { try $0.count() } ?? 0
        let most = store.limits.feeds
        guard count < most else { throw StoreError.hasTooManyFeeds(most: most) }
        try database.run(
            """
            INSERT INTO feed (id, url, refresh_s, max_items, configured) VALUES (?, ?, ?, ?, ?)
            """,
            [
                definition.id.name, definition.url.withSecrets, max(definition.refreshSeconds, 1),
                definition.keptItems, definition.isConfigured,
            ]
        )
    }

    private func update(
        _ definition: FeedEntry,
        from old: FeedEntry,
        in database: Database
    ) throws {
        try database.run(
            "UPDATE feed SET refresh_s = ?, max_items = ?, configured = ? WHERE id = ?",
            [
                max(definition.refreshSeconds, 1), definition.keptItems, definition.isConfigured,
                definition.id.name,
            ]
        )
        // What is wanted more often, or more of, is not waited for.
        if definition.refreshSeconds != old.refreshSeconds
            || definition.keptItems != old.keptItems
        {
            try database.run(
                "UPDATE feed SET next_us = 0 WHERE id = ?",
                [definition.id.name]
            )
        }
        guard definition.keptItems != old.keptItems else { return }
        try database.run(
            "UPDATE feed SET etag = NULL, modified = NULL WHERE id = ?",
            [definition.id.name]
        )
    }
}

extension FeedEntry {
    /// `maxItems` within its range.
    var keptItems: Int { min(max(maxItems, 1), FeedLimits.items) }
}

extension StoredFeed {
    fileprivate static let select = """
        SELECT id, url, refresh_s, max_items, configured, title, thumbnail, etag, modified,
            next_us, refreshed_us, error, failures, gone,
            (SELECT count(*) FROM feed_item WHERE feed_item.feed = feed.number)
        FROM feed
        """

    fileprivate init(_ columns: inout Columns) throws {
        guard let id = FeedID(try columns.text()) else { throw UnexpectedValue(column: 0) }
        definition = FeedEntry(
            id: id,
            url: AddressText(try columns.text()),
            refreshSeconds: try columns.count(),
            maxItems: try columns.count(),
            isConfigured: try columns.flag()
        )
        title = try columns.text()
        thumbnail = try columns.optionalText().map { AddressText($0) }
        validators = FeedValidators(
            etag: try columns.optionalText(),
            lastModified: try columns.optionalText()
        )
        nextAt = try columns.integer()
        refreshedAt = try columns.optionalInteger()
        error = try columns.optionalText().map { MessageText(message: $0) }
        failures = try columns.count()
        isGone = try columns.flag()
        itemCount = try columns.count()
    }
}
