internal import GRDB
internal import MediaFiles

/// Files that are somewhere else, or have another name, than when they were met last.
///
/// Thread: safe.
public struct AssetTraces: Sendable {
    let store: MediaStore

    /// Those of a root of which people have said something, or which they have put into a selection
    /// or an album: that is not to be lost with a name.
    ///
    /// - Throws: What any call throws.
    public func marked(of root: RootID) throws(StoreError) -> [TracedAsset] {
        try traced(
            """
            library_root.number = ? AND (asset.favourite = 1 OR asset.title IS NOT NULL
                OR EXISTS (SELECT 1 FROM selection_asset WHERE asset = asset.number))
            """,
            [root.number]
        )
    }

    /// Those that came since a time, have one of some sizes, and of which nobody has said anything.
    ///
    /// - Parameters:
    ///   - time: Microseconds since 1970-01-01 00:00 UTC.
    ///   - sizes: In bytes.
    /// - Returns: In the order in which they were first met.
    /// - Throws: What any call throws.
    public func arrivals(since time: Int64, of sizes: Set<Int64>) throws(StoreError)
        -> [TracedAsset]
    {
        try traced(
            """
            asset.found_us >= ? AND asset.size IN (SELECT value FROM json_each(?))
                AND asset.favourite = 0 AND asset.title IS NULL AND library_root.configured = 1
            """,
            [time, "[\(sizes.map(String.init).joined(separator: ","))]"]
        )
    }

    private func traced(
        _ condition: String,
        _ values: StatementArguments
    ) throws(StoreError) -> [TracedAsset] {
        try store.read { database in
            try database.rows(
                """
                SELECT asset.number, library_root.path, library_folder.path, asset.name,
                    asset.size, asset.mtime_ns, asset.found_us, asset.content, asset.missing
                FROM \(AssetRecord.tables) WHERE \(condition) ORDER BY asset.number
                """,
                values
            ) { columns in
                TracedAsset(
                    id: AssetID(number: try columns.integer()),
                    root: try columns.text(),
                    path: MediaPath.joined(try columns.text(), try columns.text()),
                    size: try columns.integer(),
                    modified: try columns.integer(),
                    found: try columns.integer(),
                    content: try columns.optionalText(),
                    isMissing: try columns.flag()
                )
            }
        }
    }

    /// An asset's file is the one that came as another: it is what that one was, and keeps what
    /// people say of it.
    ///
    /// - Parameters:
    ///   - asset: Whose file is not where it was.
    ///   - arrival: Is no asset any more.
    ///   - root: That of the former.
    /// - Returns: False where one of them is none any more, or people say something of both.
    /// - Throws: As `AssetScans.record`.
    public func move(
        _ asset: AssetID,
        to arrival: AssetID,
        of root: StoredRoot
    ) throws(StoreError) -> Bool {
        let facts = """
            folder, name, kind, state, size, mtime_ns, taken_us, taken_source, duration_ms, width,
            height, codec, error, attempts, content, stem, live_id, live_at, zone, stale
            """
        return try store.write { database in
            try root.check(in: database)
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT \(facts) FROM asset WHERE number = ? AND favourite = 0
                        AND title IS NULL AND EXISTS (SELECT 1 FROM asset WHERE number = ?)
                    """,
                arguments: [arrival.number, asset.number]
            )
            guard let row else { return false }
            try database.run(
                "UPDATE OR IGNORE selection_asset SET asset = ? WHERE asset = ?",
                [asset.number, arrival.number]
            )
            try database.run("DELETE FROM asset WHERE number = ?", [arrival.number])
            let places = row.map { _ in "?" }.joined(separator: ", ")
            try database.run(
                "UPDATE asset SET (\(facts)) = (\(places)) WHERE number = ?",
                StatementArguments(row.databaseValues) + [asset.number]
            )
            return true
        }
    }

    /// Which files of a root were not there when it was gone through, of those that are kept.
    ///
    /// - Parameters:
    ///   - assets: Those; all others are there.
    ///   - root: Theirs.
    /// - Returns: Whether there are any.
    /// - Throws: As `AssetScans.record`.
    public func setMissing(
        _ assets: Set<AssetID>,
        of root: StoredRoot
    ) throws(StoreError) -> Bool {
        try store.write { database in
            try root.check(in: database)
            try database.run(
                """
                UPDATE asset SET missing = 0 WHERE missing <> 0 AND folder IN
                    (SELECT number FROM library_folder WHERE root = ?)
                """,
                [root.id.number]
            )
            for id in assets {
                try database.run(
                    "UPDATE asset SET missing = 1 WHERE number = ?",
                    [id.number]
                )
            }
        }
        return !assets.isEmpty
    }
}
