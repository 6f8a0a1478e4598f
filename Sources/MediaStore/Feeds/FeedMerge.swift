internal import Feeds
internal import GRDB

/// Puts a new version of a feed in the place of the one that is stored.
///
/// Rows that say the same are not written again.
struct FeedMerge {
    private struct Known {
        let number: Int64
        let place: Int64
        let seenAt: Int64
        let row: ItemRow
    }

    private let database: Database
    private let feed: (number: Int64, id: FeedID)
    private let seenAt: Int64
    private(set) var change = FeedChange()

    /// The version came at `seenAt`, in microseconds since 1970-01-01 00:00 UTC.
    init(in database: Database, feed: (number: Int64, id: FeedID), seenAt: Int64) {
        self.database = database
        self.feed = feed
        self.seenAt = seenAt
    }

    /// Keeps these items, in this order, and no others. Of two with one name the first counts.
    mutating func run(_ items: some Sequence<FeedItem>) throws {
        var known = try knownItems()
        var names: Set<String> = []
        var wanted: [(row: ItemRow, item: FeedItem, known: Known?)] = []
        for item in items {
            let row = try ItemRow(of: item)
            guard names.insert(row.guid).inserted else { continue }
            wanted.append((row, item, known.removeValue(forKey: row.guid)))
        }
        for gone in known.values { try delete(gone.number) }
        change.removed = known.count
        let places = ItemOrder.places(after: wanted.map { $0.known?.place })
        for (entry, place) in zip(wanted, places) {
            try put(entry.row, of: entry.item, at: place, known: entry.known)
        }
    }

    private func knownItems() throws -> [String: Known] {
        let rows = try database.rows(
            """
            SELECT number, place, seen_us, guid, title, author, summary, published_us, details
            FROM feed_item WHERE feed = ?
            """,
            [feed.number]
        ) { columns in
            Known(
                number: try columns.integer(),
                place: try columns.integer(),
                seenAt: try columns.integer(),
                row: try ItemRow(&columns)
            )
        }
        return Dictionary(rows.map { ($0.row.guid, $0) }) { first, _ in first }
    }

    private mutating func put(
        _ row: ItemRow,
        of item: FeedItem,
        at place: Int64,
        known: Known?
    ) throws {
        guard let known else {
            change.added += 1
            return try insert(row, of: item, at: place, seenAt: seenAt)
        }
        guard known.row != row else {
            guard known.place != place else { return }
            try database.run(
                "UPDATE feed_item SET place = ? WHERE number = ?",
                [place, known.number]
            )
            return
        }
        change.changed += 1
        // Categories and the number may be others, and few items ever change.
        try delete(known.number)
        try insert(row, of: item, at: place, seenAt: known.seenAt)
    }

    private func delete(_ number: Int64) throws {
        try database.run("DELETE FROM feed_item WHERE number = ?", [number])
    }

    private func insert(
        _ row: ItemRow,
        of item: FeedItem,
        at place: Int64,
        seenAt: Int64
    ) throws {
        let id = ItemID(feed: feed.id, guid: row.guid)
        let number = try ItemNumber.free(
            for: id,
            publishedAt: row.publishedAt,
            seenAt: seenAt,
            in: database
        )
        try database.run(
            """
            INSERT INTO feed_item (number, id, feed, place, seen_us, guid, title, author, summary,
                published_us, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                number, id.name, feed.number, place, seenAt, row.guid, row.title, row.author,
                row.summary, row.publishedAt, row.details,
            ]
        )
        for category in item.categories { try file(number, under: category) }
    }

    private func file(_ number: Int64, under category: String) throws {
        let name = CategoryName(category)
        guard !name.folded.isEmpty else { return }
        try database.run(
            "INSERT OR IGNORE INTO category (folded, name) VALUES (?, ?)",
            [name.folded, name.shown]
        )
        try database.run(
            """
            INSERT OR IGNORE INTO item_category (item, category)
            SELECT ?, number FROM category WHERE folded = ?
            """,
            [number, name.folded]
        )
    }
}

/// A category as it is shown, and as its spellings are one.
struct CategoryName {
    let shown: String
    let folded: String

    init(_ name: String) {
        let words = name.split { $0.isWhitespace || $0 == "\0" }
        shown = words.joined(separator: " ")
        folded = shown.lowercased()
    }
}
