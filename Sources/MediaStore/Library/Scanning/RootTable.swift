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
                    INSERT INTO library_root (number, path, configured)
                    VALUES (\(RootID.new), ?, 1)
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

    /// The one of the configuration that has a path.
    ///
    /// - Throws: What any call throws.
    public func find(_ path: String) throws(StoreError) -> StoredRoot? {
        try store.read {
            try $0.rows(
                StoredRoot.select + " WHERE configured = 1 AND path = ?",
                [path],
                StoredRoot.init
            ).first
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
                UPDATE library_root SET state = ?, reason = ?, disk = ?, scanned_us = ?, place = ?
                WHERE number = ? AND path = ?
                """,
                [
                    root.state.rawValue, root.reason, root.disk.map { Int64(bitPattern: $0) },
                    root.scannedAt, root.place, root.id.number, root.path,
                ]
            )
        }
    }

    /// How many files of a root are known, and some of them from all over it: the path of each from
    /// the root, its size in bytes, and when it was last written in nanoseconds since 1970-01-01
    /// 00:00 UTC.
    ///
    /// - Throws: What any call throws.
    public func sample(of root: RootID, most: Int) throws(StoreError) -> (
        count: Int, files: [(path: String, size: Int64, modified: Int64)]
    ) {
        try store.read { database in
            let from = """
                FROM library_folder JOIN asset ON asset.folder = library_folder.number
                WHERE library_folder.root = ?
                """
            let count = try database.firstRow("SELECT count(*) \(from)", [root.number]) {
                try $0.count()
            }
            let files = try database.rows(
                """
                SELECT library_folder.path, asset.name, asset.size, asset.mtime_ns \(from)
                ORDER BY random() LIMIT ?
                """,
                [root.number, most]
            ) { row in
                let path = MediaPath.joined(try row.text(), try row.text())
                return (path: path, size: try row.integer(), modified: try row.integer())
            }
            return (count ?? 0, files)
        }
    }
}
