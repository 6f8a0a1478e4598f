public import Feeds
internal import GRDB
public import Media

/// What came of visits to feeds.
///
/// Thread: safe.
public struct FeedVisits: Sendable {
    let store: MediaStore

    /// Puts a new version of a feed in the place of the one before, as one transaction.
    ///
    /// Items are the same where the feed calls them the same. Only the first `maxItems` are kept,
    /// in the feed's order. What went wrong before is forgotten.
    ///
    /// - Throws: `hasNoFeed`; what any call throws.
    @discardableResult
    public func put(
        _ feed: Feed,
        of id: FeedID,
        validators: FeedValidators,
        visit: FeedVisit
    ) throws(StoreError) -> FeedChange {
        try store.write { database in
            let known = try database.firstRow(
                "SELECT number, max_items FROM feed WHERE id = ?",
                [id.name]
            ) { columns in (number: try columns.integer(), maxItems: try columns.count()) }
            guard let known else { throw StoreError.hasNoFeed(id) }
            var merge = FeedMerge(in: database, feed: (known.number, id), seenAt: visit.at)
            try merge.run(feed.items.prefix(max(known.maxItems, 0)))
            try database.run(
                "UPDATE feed SET title = ?, thumbnail = ? WHERE id = ?",
                [feed.title, feed.thumbnail?.withSecrets, id.name]
            )
            try note(validators, visit, of: id, in: database)
            return merge.change
        }
    }

    /// Notes that the server has no newer version. What went wrong before is forgotten.
    ///
    /// - Throws: `hasNoFeed`; what any call throws.
    public func noteUnchanged(
        _ id: FeedID,
        validators: FeedValidators,
        visit: FeedVisit
    ) throws(StoreError) {
        try store.write { try note(validators, visit, of: id, in: $0) }
    }

    /// Notes that a visit failed. The items stay.
    ///
    /// - Parameters:
    ///   - id: Of the feed.
    ///   - reason: For people.
    ///   - failures: How many there were in a row.
    ///   - visit: When it was, and when the next is to be.
    /// - Throws: `hasNoFeed`; what any call throws.
    public func noteFailure(
        _ id: FeedID,
        reason: MessageText,
        failures: Int,
        visit: FeedVisit
    ) throws(StoreError) {
        try change(
            id,
            "UPDATE feed SET error = ?, failures = ?, next_us = ? WHERE id = ?",
            [reason.description, failures, visit.nextAt, id.name]
        )
    }

    /// Notes when the next visit is to be, whatever comes of the one that begins.
    ///
    /// - Throws: `hasNoFeed`; what any call throws.
    public func postpone(_ id: FeedID, to time: Int64) throws(StoreError) {
        try change(id, "UPDATE feed SET next_us = ? WHERE id = ?", [time, id.name])
    }

    /// Notes that the server says that there is no such feed any more: it is not due again, until
    /// it has another address or a version of it is stored. The items stay.
    ///
    /// - Throws: `hasNoFeed`; what any call throws.
    public func noteGone(_ id: FeedID, reason: MessageText) throws(StoreError) {
        try change(
            id,
            "UPDATE feed SET error = ?, failures = failures + 1, gone = 1 WHERE id = ?",
            [reason.description, id.name]
        )
    }

    private func change(
        _ id: FeedID,
        _ sql: String,
        _ arguments: StatementArguments
    ) throws(StoreError) {
        try store.write { database in
            guard try database.run(sql, arguments) > 0 else { throw StoreError.hasNoFeed(id) }
        }
    }

    private func note(
        _ validators: FeedValidators,
        _ visit: FeedVisit,
        of id: FeedID,
        in database: Database
    ) throws {
        let changed = try database.run(
            """
            UPDATE feed SET etag = ?, modified = ?, refreshed_us = ?, next_us = ?, error = NULL,
                failures = 0, gone = 0 WHERE id = ?
            """,
            [validators.etag, validators.lastModified, visit.at, visit.nextAt, id.name]
        )
        guard changed > 0 else { throw StoreError.hasNoFeed(id) }
    }
}
