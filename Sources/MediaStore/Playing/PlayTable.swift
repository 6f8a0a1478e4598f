internal import GRDB

/// What was played.
///
/// Thread: safe.
public struct PlayTable: Sendable {
    let store: MediaStore

    /// Keeps a play. Those older than 90 days go, and the oldest beyond 100,000, 500 a call.
    ///
    /// - Throws: What any call throws.
    public func add(_ play: Play) throws(StoreError) {
        try store.write { database in
            try database.run(
                "INSERT INTO play (item, playlist, at_us, completed) VALUES (?, ?, ?, ?)",
                [play.item.key, play.playlist?.name, play.at, play.isCompleted]
            )
            try prune(in: database, at: play.at)
        }
    }

    /// In batches, for one that follows a long pause to end soon; each call removes more than it
    /// adds.
    private func prune(in database: Database, at now: Int64) throws {
        // Rows are numbered as they come: without gaps but at the front, or nearly so.
        let span = try database.firstRow(
            "SELECT coalesce(max(number) - min(number) + 1, 0) FROM play"
        ) { try $0.count() }
        let excess = min((span ?? 0) - store.limits.plays, StoreLimits.batchRows)
        if excess > 0 {
            try database.run(
                "DELETE FROM play WHERE number IN (SELECT number FROM play ORDER BY number LIMIT ?)",
                [excess]
            )
        }
        try database.run(
            """
            DELETE FROM play WHERE number IN
                (SELECT number FROM play WHERE at_us < ? ORDER BY at_us LIMIT ?)
            """,
            [now &- store.limits.playAge, StoreLimits.batchRows]
        )
    }
}
