internal import GRDB

/// The number of an item's row, by which lists of several feeds are ordered.
///
///     milliseconds since 1970 (42 bits) │ a part of the item's name (20 bits)
///
/// Its time is when the item was published, or, where the feed does not say or names a time to
/// come, when it was first seen. So a full-text search gives the newest first without sorting all
/// that it finds, and a page begins where the one before ended.
enum ItemNumber {
    /// - Returns: A number that no other item has.
    static func free(
        for id: ItemID,
        publishedAt: Int64?,
        seenAt: Int64,
        in database: Database
    ) throws -> Int64 {
        let time = min(publishedAt ?? seenAt, seenAt) / 1_000
        let milliseconds = min(max(time, 0), (1 << 42) - 1)
        var number = milliseconds << 20 | (Int64(id.name.prefix(5), radix: 16) ?? 0)
        let sql = "SELECT number FROM feed_item WHERE number = ?"
        while try database.firstRow(sql, [number], { try $0.integer() }) != nil { number += 1 }
        return number
    }
}
