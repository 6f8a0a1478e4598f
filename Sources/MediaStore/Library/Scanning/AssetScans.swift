internal import GRDB
internal import MediaFiles

/// What going through roots has met.
///
/// Thread: safe.
public struct AssetScans: Sendable {
    /// Of files to be added in one transaction.
    public static let mostFiles = StoreLimits.batchRows

    let store: MediaStore

    /// Adds files, or says of those that are known what they are now: what a file was found to
    /// hold goes, what people say of it stays, or comes back where that waits for it.
    ///
    /// - Parameters:
    ///   - files: `mostFiles` at most, to leave other writers room.
    ///   - root: Theirs.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Throws: `hasNoRoot` where the file was begun anew since the root was found in it: there the
    ///   same number may be another asset's; what any call throws.
    public func record(
        _ files: [ScannedFile],
        of root: StoredRoot,
        at now: Int64
    ) throws(StoreError) {
        try store.write { database in
            try root.check(in: database)
            let last = try database.firstRow("SELECT max(number) FROM asset") {
                try $0.optionalInteger()
            }
            var numbers: [PathKey: Int64] = [:]
            for scanned in files {
                let key = PathKey(scanned.folder)
                let folder =
                    try numbers[key]
                    ?? KnownFolder.record(scanned.folder, of: root.id, in: database)
                numbers[key] = folder
                try database.run(
                    """
                    INSERT INTO asset (folder, name, kind, state, size, mtime_ns, taken_us,
                        taken_source, zone, found_us)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (folder, name) DO UPDATE SET kind = excluded.kind,
                        state = excluded.state, size = excluded.size, mtime_ns = excluded.mtime_ns,
                        taken_us = excluded.taken_us, taken_source = excluded.taken_source,
                        zone = excluded.zone,
                        duration_ms = NULL, width = NULL, height = NULL, codec = NULL,
                        error = NULL, attempts = 0, content = NULL, stem = NULL, live_id = NULL,
                        live_at = NULL, stale = 0
                    """,
                    [
                        folder, scanned.file.name, scanned.file.kind.rawValue,
                        AssetState.found.rawValue, scanned.file.size, scanned.file.modified,
                        scanned.taken.at, scanned.taken.source.rawValue, scanned.zone, now,
                    ]
                )
            }
            try Self.addToSearch(after: (last ?? nil) ?? 0, in: database)
            guard try KeptDraft.hasAny(of: root, in: database) else { return }
            for scanned in files {
                let place = [root.path, scanned.folder, scanned.file.name]
                guard let folder = numbers[PathKey(scanned.folder)],
                    try KeptDraft.isAwaited(place, in: database)
                else { continue }
                try KeptDraft.restore(assetIn: folder, place, in: database)
            }
        }
    }

    /// Makes what was added be found by its words: all of it at once, since the index is written
    /// to the file with each statement that is undone by itself, as those of triggers are, and
    /// that costs ten times what adding to it does.
    ///
    /// - Parameters:
    ///   - last: The highest number before; nothing of those above has been changed since.
    ///   - database: In the transaction that added them.
    /// - Throws: What the database throws.
    private static func addToSearch(after last: Int64, in database: Database) throws {
        try database.run(
            """
            INSERT INTO asset_search(rowid, name, path, title)
            SELECT number, name, path, title FROM asset_text WHERE number > ? ORDER BY number
            """,
            [last]
        )
        try database.run(
            """
            INSERT INTO asset_name(rowid, name)
            SELECT number, name FROM asset WHERE number > ? ORDER BY number
            """,
            [last]
        )
    }

    /// Says when files were taken that are as they were, in another time zone than before. Where
    /// the file itself tells that, it is looked into again, and is what it was up to then.
    ///
    /// - Parameters:
    ///   - files: `mostFiles` at most, with what their names and file system say, and the time zone
    ///     of dates that say none.
    ///   - root: Theirs.
    /// - Throws: As `record`.
    public func redate(
        _ files: [(id: AssetID, taken: TakenTime, zone: String)],
        of root: StoredRoot
    ) throws(StoreError) {
        let outside = [TakenTime.Source.name, .mtime].map { "'\($0.rawValue)'" }
        let isOutside = "taken_source IN (\(outside.joined(separator: ", ")))"
        try store.write { database in
            try root.check(in: database)
            for (id, taken, zone) in files {
                // Triggers look at dates: one that stays is not written.
                try database.run(
                    """
                    UPDATE asset SET zone = ?, stale = max(stale, state <> 'failed' AND NOT \(isOutside))
                    WHERE number = ?
                    """,
                    [zone, id.number]
                )
                try database.run(
                    """
                    UPDATE asset SET taken_us = ?, taken_source = ?
                    WHERE number = ? AND \(isOutside) AND taken_us <> ?
                    """,
                    [taken.at, taken.source.rawValue, id.number, taken.at]
                )
            }
        }
    }
}
