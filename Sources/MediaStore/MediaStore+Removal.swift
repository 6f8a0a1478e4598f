internal import GRDB

/// What leaves the library.
extension MediaStore {
    /// Forgets assets whose files are gone, or are passed over.
    ///
    /// - Parameters:
    ///   - assets: Those.
    ///   - isPassedOver: Of which of them what people have said waits for a scan that meets their
    ///     files again.
    /// - Throws: What any call throws; some may be forgotten then.
    public func remove(
        _ assets: [AssetID],
        settingAside isPassedOver: (AssetID) -> Bool = { _ in false }
    ) throws(StoreError) {
        var rest = assets[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(StoreLimits.batchRows))
            try write { try Self.remove(batch, settingAside: isPassedOver, in: $0) }
            rest = rest.dropFirst(batch.count)
        }
    }

    /// Forgets all assets of a folder that is gone, or is passed over, but some.
    ///
    /// - Parameters:
    ///   - folder: Theirs.
    ///   - kept: Stay.
    ///   - isPassedOver: As of `remove`.
    /// - Returns: How many there were.
    /// - Throws: What any call throws; some may be forgotten then.
    public func removeFiles(
        of folder: KnownFolder,
        but kept: Set<AssetID>,
        settingAside isPassedOver: (AssetID) -> Bool = { _ in false }
    ) throws(StoreError) -> Int {
        let kept = Self.list(kept)
        var removed = 0
        while true {
            let count = try write { database in
                let batch = try database.rows(
                    """
                    SELECT number FROM asset WHERE folder = ?
                        AND number NOT IN (SELECT value FROM json_each(?)) LIMIT ?
                    """,
                    [folder.number, kept, StoreLimits.batchRows]
                ) { AssetID(number: try $0.integer()) }
                try Self.remove(batch, settingAside: isPassedOver, in: database)
                return batch.count
            }
            removed += count
            if count == 0 { return removed }
        }
    }

    private static func remove(
        _ assets: [AssetID],
        settingAside isPassedOver: (AssetID) -> Bool,
        in database: Database
    ) throws {
        let passedOver = assets.filter(isPassedOver)
        if !passedOver.isEmpty { try setAside(list(passedOver), in: database) }
        try database.run(
            "DELETE FROM asset WHERE number IN (SELECT value FROM json_each(?))",
            [list(assets)]
        )
    }

    /// As `json_each` takes it.
    private static func list(_ assets: some Sequence<AssetID>) -> String {
        "[\(assets.map(\.description).joined(separator: ","))]"
    }

    /// Forgets the folders of a root of which nothing is known any more, but for those that
    /// somebody's own album is of.
    ///
    /// - Throws: What any call throws.
    public func removeEmptyFolders(of root: RootID) throws(StoreError) {
        try write { database in
            _ = try database.run(
                """
                DELETE FROM library_folder WHERE root = ? AND NOT EXISTS
                    (SELECT 1 FROM asset WHERE folder = library_folder.number)
                AND NOT EXISTS (SELECT 1 FROM selection WHERE album IS NOT NULL
                    AND CASE WHEN json_valid(query) THEN query ->> 'album' END
                        = ? || library_folder.number)
                """,
                [root.number, AssetAlbum.folderPrefix]
            )
        }
    }
}
