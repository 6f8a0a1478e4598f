internal import GRDB
internal import MediaFiles

/// The folders that the library has its files from.
///
/// Thread: safe.
public struct RootTable: Sendable {
    let store: MediaStore

    /// The roots of the configuration, from now on. What is known of others stays, and is shown
    /// again when they are back.
    ///
    /// - Parameters:
    ///   - paths: Absolute.
    ///   - takenHere: The folder whose files the album `takenHere` has, with all below: one of them,
    ///     or in one; nil for none.
    /// - Throws: What any call throws.
    public func configure(
        _ paths: [String],
        takenHere: String? = nil
    ) throws(StoreError) {
        try store.write { database in
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
    public func all() throws(StoreError) -> [StoredRoot] {
        try store.read {
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
        try store.write { database in
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
        try store.read { database in
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
}
