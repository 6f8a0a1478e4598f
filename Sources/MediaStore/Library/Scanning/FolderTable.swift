internal import GRDB
public import MediaFiles

/// The folders of roots of which something is known.
///
/// Thread: safe.
public struct FolderTable: Sendable {
    let store: MediaStore

    /// All folders of a root of which something is known.
    ///
    /// - Throws: What any call throws.
    public func all(of root: RootID) throws(StoreError) -> [KnownFolder] {
        try store.read {
            try $0.rows(
                "SELECT number, path FROM library_folder WHERE root = ?",
                [root.number]
            ) { KnownFolder(number: try $0.integer(), path: try $0.text()) }
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
        try store.read { database in
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

    /// Forgets all assets of a folder that is gone, or is passed over, but some.
    ///
    /// - Parameters:
    ///   - folder: Theirs.
    ///   - root: That of the folder.
    ///   - kept: Stay.
    ///   - isPassedOver: As of `AssetTable.remove`.
    /// - Returns: How many there were.
    /// - Throws: As `AssetScans.record`; some may be forgotten then.
    public func removeFiles(
        of folder: KnownFolder,
        in root: StoredRoot,
        but kept: Set<AssetID>,
        settingAside isPassedOver: (AssetID) -> Bool = { _ in false }
    ) throws(StoreError) -> Int {
        let kept = Array(kept).json
        var removed = 0
        while true {
            let count = try store.write { database in
                try root.check(in: database)
                let batch = try database.rows(
                    """
                    SELECT number FROM asset WHERE folder = ?
                        AND number NOT IN (SELECT value FROM json_each(?)) LIMIT ?
                    """,
                    [folder.number, kept, StoreLimits.batchRows]
                ) { AssetID(number: try $0.integer()) }
                try AssetRecord.remove(batch, settingAside: isPassedOver, in: database)
                return batch.count
            }
            removed += count
            if count == 0 { return removed }
        }
    }

    /// Forgets the folders of a root of which nothing is known any more, but for those that
    /// somebody's own album is of.
    ///
    /// - Throws: What any call throws.
    public func removeEmpty(of root: RootID) throws(StoreError) {
        try store.write { database in
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
