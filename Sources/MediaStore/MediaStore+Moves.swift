internal import GRDB
internal import MediaFiles

/// Files that are somewhere else, or have another name, than when they were met last.
extension MediaStore {
    /// Those of a root of which people have said something, which is not to be lost with a name.
    ///
    /// - Throws: What any call throws.
    public func markedAssets(of root: RootID) throws(StoreError) -> [TracedAsset] {
        try traced(
            """
            library_root.number = ? AND (asset.favourite = 1 OR asset.title IS NOT NULL)
                AND asset.content IS NOT NULL
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
        let list = sizes.map(String.init).joined(separator: ", ")
        return try traced(
            """
            asset.found_us >= ? AND asset.size IN (\(list)) AND asset.favourite = 0
                AND asset.title IS NULL
            """,
            [time]
        )
    }

    private func traced(
        _ condition: String,
        _ values: StatementArguments
    ) throws(StoreError) -> [TracedAsset] {
        try read { database in
            try database.rows(
                """
                SELECT asset.number, library_root.path, library_folder.path, asset.name,
                    asset.size, asset.mtime_ns, asset.content
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
                    content: try columns.optionalText()
                )
            }
        }
    }

    /// An asset's file is the one that came as another: it has that one's place and name, and
    /// keeps everything else.
    ///
    /// - Parameters:
    ///   - asset: Whose file is not where it was.
    ///   - arrival: Is no asset any more.
    /// - Returns: False where one of them is none any more.
    /// - Throws: What any call throws.
    public func move(_ asset: AssetID, to arrival: AssetID) throws(StoreError) -> Bool {
        try write { database in
            let place = try database.firstRow(
                "SELECT folder, name, mtime_ns FROM asset WHERE number = ?",
                [arrival.number]
            ) { (folder: try $0.integer(), name: try $0.text(), modified: try $0.integer()) }
            let sql = "SELECT 1 FROM asset WHERE number = ?"
            guard let place, try database.firstRow(sql, [asset.number], { _ in }) != nil else {
                return false
            }
            try database.run("DELETE FROM asset WHERE number = ?", [arrival.number])
            try database.run(
                "UPDATE asset SET folder = ?, name = ?, mtime_ns = ? WHERE number = ?",
                [place.folder, place.name, place.modified, asset.number]
            )
            return true
        }
    }
}
