internal import GRDB
public import MediaFiles

/// What going through a root asks and tells.
extension MediaStore {
    /// The roots of the configuration, from now on. What is known of others stays, and is shown
    /// again when they are back.
    ///
    /// - Parameters:
    ///   - paths: Absolute.
    ///   - takenHere: The folder whose files the album `takenHere` has, with all below: one of them,
    ///     or in one; nil for none.
    /// - Throws: What any call throws.
    public func configureRoots(
        _ paths: [String],
        takenHere: String? = nil
    ) throws(StoreError) {
        try write { database in
            try database.run("UPDATE library_root SET configured = 0, taken_here = NULL")
            for path in paths {
                try database.run(
                    """
                    INSERT INTO library_root (path, configured) VALUES (?, 1)
                    ON CONFLICT (path) DO UPDATE SET configured = 1
                    """,
                    [path]
                )
                guard let folder = takenHere.flatMap({ MediaPath.rest(of: $0, beneath: path) })
                else { continue }
                try database.run(
                    "UPDATE library_root SET taken_here = ? WHERE path = ?",
                    [folder, path]
                )
            }
        }
    }

    /// Those of the configuration, by path.
    ///
    /// - Throws: What any call throws.
    public func roots() throws(StoreError) -> [StoredRoot] {
        try read {
            try $0.rows(
                StoredRoot.select + " WHERE configured = 1 ORDER BY path",
                [],
                StoredRoot.init
            )
        }
    }

    /// Keeps how a root was found.
    ///
    /// - Parameter root: With what is to be kept.
    /// - Throws: What any call throws.
    public func update(_ root: StoredRoot) throws(StoreError) {
        try write { database in
            _ = try database.run(
                """
                UPDATE library_root SET state = ?, reason = ?, disk = ?, scanned_us = ?
                WHERE number = ? AND path = ?
                """,
                [
                    root.state.rawValue, root.reason, root.disk.map { Int64(bitPattern: $0) },
                    root.scannedAt, root.id.number, root.path,
                ]
            )
        }
    }

    /// How many files of a root are known, and the paths of some of them from the root, from all
    /// over it.
    ///
    /// - Throws: What any call throws.
    public func sample(of root: RootID, most: Int) throws(StoreError) -> (
        count: Int, paths: [String]
    ) {
        try read { database in
            let from = """
                FROM library_folder JOIN asset ON asset.folder = library_folder.number
                WHERE library_folder.root = ?
                """
            let count = try database.firstRow("SELECT count(*) \(from)", [root.number]) {
                try $0.count()
            }
            let paths = try database.rows(
                "SELECT library_folder.path, asset.name \(from) ORDER BY random() LIMIT ?",
                [root.number, most]
            ) { MediaPath.joined(try $0.text(), try $0.text()) }
            return (count ?? 0, paths)
        }
    }

    /// The files of one folder that are known, by name.
    ///
    /// - Parameters:
    ///   - folder: Its path from the root; empty for the root.
    ///   - root: Of the configuration.
    /// - Returns: None for a folder of which nothing is known.
    /// - Throws: What any call throws.
    public func files(
        in folder: String,
        of root: RootID
    ) throws(StoreError) -> [PathKey: KnownFile] {
        try read { database in
            let files = try database.rows(
                """
                SELECT name, number, size, mtime_ns, zone FROM asset WHERE folder =
                    (SELECT number FROM library_folder WHERE root = ? AND path = ?)
                """,
                [root.number, folder]
            ) {
                (
                    PathKey(try $0.text()),
                    KnownFile(
                        id: AssetID(number: try $0.integer()),
                        size: try $0.integer(),
                        modified: try $0.integer(),
                        zone: try $0.optionalText()
                    )
                )
            }
            return Dictionary(files) { $1 }
        }
    }

    /// All folders of a root of which something is known.
    ///
    /// - Throws: What any call throws.
    public func folders(of root: RootID) throws(StoreError) -> [KnownFolder] {
        try read {
            try $0.rows(
                "SELECT number, path FROM library_folder WHERE root = ?",
                [root.number]
            ) { KnownFolder(number: try $0.integer(), path: try $0.text()) }
        }
    }

    /// Adds files, or says of those that are known what they are now: what a file was found to
    /// hold goes, what people say of it stays, or comes back where that waits for it.
    ///
    /// - Parameters:
    ///   - files: `mostScanned` at most, to leave other writers room.
    ///   - root: Theirs.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Throws: What any call throws.
    public func record(
        _ files: [ScannedFile],
        of root: StoredRoot,
        at now: Int64
    ) throws(StoreError) {
        try write { database in
            // The file may have been begun anew since.
            let sql = "SELECT 1 FROM library_root WHERE number = ? AND path = ?"
            guard try database.firstRow(sql, [root.id.number, root.path], { _ in }) != nil else {
                throw StoreError.hasNoRoot(path: root.path)
            }
            let waits = try KeptDraft.waits(for: root, in: database)
            let last = try database.firstRow("SELECT max(number) FROM asset") {
                try $0.optionalInteger()
            }
            var numbers: [PathKey: Int64] = [:]
            for scanned in files {
                let key = PathKey(scanned.folder)
                let folder =
                    try numbers[key] ?? Self.folder(scanned.folder, of: root.id, in: database)
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
            guard waits else { return }
            for scanned in files {
                guard let folder = numbers[PathKey(scanned.folder)] else { continue }
                let place = [root.path, scanned.folder, scanned.file.name]
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
    ///   - files: `mostScanned` at most, with what their names and file system say.
    ///   - zone: The time zone of dates that say none.
    /// - Throws: What any call throws.
    public func redate(
        _ files: [(id: AssetID, taken: TakenTime)],
        in zone: String
    ) throws(StoreError) {
        let outside = [TakenTime.Source.name, .mtime].map { "'\($0.rawValue)'" }
        let isOutside = "taken_source IN (\(outside.joined(separator: ", ")))"
        try write { database in
            for (id, taken) in files {
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

    /// Of files to be added in one transaction.
    public static let mostScanned = StoreLimits.batchRows

    /// The number of a folder, which is known from then on.
    static func folder(
        _ path: String,
        of root: RootID,
        in database: Database
    ) throws -> Int64 {
        let select = "SELECT number FROM library_folder WHERE root = ? AND path = ?"
        let known = try database.firstRow(select, [root.number, path]) { try $0.integer() }
        if let known { return known }
        try database.run(
            "INSERT INTO library_folder (root, path) VALUES (?, ?)",
            [root.number, path]
        )
        return database.lastInsertedRowID
    }
}
