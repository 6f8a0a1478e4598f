internal import Feeds
internal import GRDB
internal import Media

/// What a feed says of an item, as the columns hold it.
struct ItemRow: Equatable {
    var guid: String
    var title: String
    var author: String
    var summary: String
    var publishedAt: Int64?
    var details: String

    init(of item: FeedItem) throws {
        guid = Self.storable(item.guid)
        title = Self.storable(item.title)
        author = Self.storable(item.author)
        summary = Self.storable(item.summary)
        publishedAt = item.publishedMicroseconds
        details = try ItemDetails(of: item).json()
    }

    /// The columns `guid, title, author, summary, published_us, details`.
    init(_ columns: inout Columns) throws {
        guid = try columns.text()
        title = try columns.text()
        author = try columns.text()
        summary = try columns.text()
        publishedAt = try columns.optionalInteger()
        details = try columns.text()
    }

    /// GRDB ends a text at its first zero.
    private static func storable(_ text: String) -> String {
        guard text.utf8.contains(0) else { return text }
        return String(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : Character($0) })
    }

    /// Nil where the details are unreadable. The next version of the feed brings them again.
    var item: FeedItem? {
        guard let details = ItemDetails(json: details), !details.variants.isEmpty else {
            return nil
        }
        var item = FeedItem(guid: guid, variants: details.feedVariants)
        item.title = title
        item.author = author
        item.summary = summary
        item.publishedMicroseconds = publishedAt
        item.categories = details.categories
        item.thumbnail = details.thumbnail.map { AddressText($0) }
        item.durationSeconds = details.duration
        return item
    }
}

/// A record, and the numbers that it is ordered by.
struct ListedItem {
    /// For `FROM feed_item`.
    static let columns = """
        feed_item.number, feed_item.place, feed_item.id, feed.id, feed_item.seen_us,
        feed_item.guid, feed_item.title, feed_item.author, feed_item.summary,
        feed_item.published_us, feed_item.details
        """

    let number: Int64
    let place: Int64
    /// Nil where the details are unreadable.
    let record: FeedItemRecord?

    init(_ columns: inout Columns) throws {
        number = try columns.integer()
        place = try columns.integer()
        let id = ItemID(try columns.text())
        let feed = FeedID(try columns.text())
        let firstSeenAt = try columns.integer()
        guard let id, let feed, let item = try ItemRow(&columns).item else {
            record = nil
            return
        }
        record = FeedItemRecord(id: id, feed: feed, item: item, firstSeenAt: firstSeenAt)
    }

    /// - Returns: Nil where no feed has it any more.
    static func record(of id: ItemID, in database: Database) throws -> FeedItemRecord? {
        let sql = """
            SELECT \(columns) FROM feed_item JOIN feed ON feed.number = feed_item.feed
            WHERE feed_item.id = ?
            """
        return try database.firstRow(sql, [id.name], Self.init)?.record
    }
}
