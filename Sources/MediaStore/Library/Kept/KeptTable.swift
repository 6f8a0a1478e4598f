internal import GRDB

/// Favourites, titles and own albums, for and from a file beside the database.
///
/// What was read back of files that no scan has met waits in tables of its own until one does.
///
/// Thread: safe.
public struct KeptTable: Sendable {
    let store: MediaStore

    /// What is to be done with that file.
    public enum State: Hashable, Sendable {
        /// The database was begun anew: the file is to be read.
        case isToRestore
        /// Something is not in it; at the number given.
        case isChanged(Int64)
        case isSame
    }

    /// - Throws: What any call throws.
    public func state() throws(StoreError) -> State {
        try store.read { database in
            let sql = "SELECT restored, revision, written FROM kept_state"
            let state = try database.firstRow(sql) { columns -> State in
                guard try columns.flag() else { return .isToRestore }
                let (revision, written) = (try columns.integer(), try columns.integer())
                return revision == written ? .isSame : .isChanged(revision)
            }
            guard let state else { throw UnsoundFile(reason: "kept_state has no row") }
            return state
        }
    }

    /// All that is to be kept, also of roots that are not configured. Of a file that something
    /// waits for, and that something was said of meanwhile, that is the title.
    ///
    /// - Throws: What any call throws.
    public func marks() throws(StoreError) -> KeptMarks {
        try store.read { database in
            let files = try database.rows(
                """
                SELECT \(Self.file), max(favourite), coalesce(max(said), max(title))
                FROM (SELECT library_root.path AS root, library_folder.path AS folder,
                        asset.name AS name, \(Self.isThere), favourite, title, title AS said
                    FROM \(AssetRecord.tables) WHERE favourite = 1 OR title IS NOT NULL
                    UNION ALL SELECT root, folder, name, \(Self.isGone), favourite, title, NULL
                    FROM kept_asset)
                GROUP BY root, folder, name ORDER BY root, folder, name
                """
            ) {
                KeptMarks.Mark(
                    file: try KeptMarks.File(&$0),
                    favourite: try $0.flag(),
                    title: try $0.optionalText()
                )
            }
            return KeptMarks(files: files, albums: try Self.albums(in: database))
        }
    }

    /// A file of which several things may be said; of one that is there nothing tells it from others.
    private static let file =
        "root, folder, name, "
        + ["size", "mtime_ns", "content"].map { "iif(max(there), NULL, max(\($0)))" }
        .joined(separator: ", ")
    private static let isThere = "1 AS there, NULL AS size, NULL AS mtime_ns, NULL AS content"
    private static let isGone = "0, size, mtime_ns, content"

    private static func albums(in database: Database) throws -> [KeptMarks.Album] {
        let sql = "SELECT album, name FROM selection WHERE album IS NOT NULL ORDER BY album"
        let names = try database.rows(sql) { (try $0.text(), try $0.text()) }
        return try names.compactMap { id, name in
            guard
                let album = try AlbumID(id).flatMap({
                    try StoredSelection.of(album: $0, in: database)
                })
            else { return nil }
            var kept = KeptMarks.Album(id: id, name: name, query: album.query, files: [])
            if case .folder(let number) = album.query?.album {
                kept.folder = try KeptMarks.Place(ofFolder: number, in: database)
                // No folder gets the number of one that went: it finds nothing any more.
                guard kept.folder != nil else { return nil }
                kept.query?.album = .all
            }
            kept.files = try database.rows(
                """
                SELECT \(file)
                FROM (SELECT library_root.path AS root, library_folder.path AS folder,
                        asset.name AS name, \(isThere), pos
                    FROM selection_asset JOIN asset ON asset.number = selection_asset.asset
                        JOIN library_folder ON library_folder.number = asset.folder
                        JOIN library_root ON library_root.number = library_folder.root
                    WHERE selection = :album
                    UNION ALL SELECT root, folder, name, \(isGone), pos FROM kept_member
                    WHERE selection = :album)
                GROUP BY root, folder, name ORDER BY min(pos), 1, 2, 3
                """,
                ["album": album.number]
            ) { try KeptMarks.File(&$0) }
            return kept
        }
    }

    /// The file has what there was when the state had that number.
    ///
    /// - Throws: What any call throws.
    public func noteWritten(_ revision: Int64) throws(StoreError) {
        try store.write { database in
            _ = try database.run("UPDATE kept_state SET written = ?", [revision])
        }
    }

    /// Puts back what the file has: at once for files that are known, for others when a scan meets
    /// them. What people have said meanwhile stays as they say.
    ///
    /// - Parameters:
    ///   - marks: Nil where there is no file. Of albums, and of what is in one, as much as the limits
    ///     allow.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Throws: What any call throws.
    public func restore(_ marks: KeptMarks?, at now: Int64) throws(StoreError) {
        try store.write { database in
            if let marks {
                try KeptDraft(database, limits: store.limits, at: now).restore(marks)
            }
            try database.run("UPDATE kept_state SET restored = 1")
        }
    }

    /// The files of a root for which something waits.
    ///
    /// - Throws: What any call throws.
    public func places(of root: StoredRoot) throws(StoreError) -> [KeptMarks.Place] {
        try store.read { try KeptDraft.places(of: root, in: $0) }
    }

    /// Forgets what waits for files.
    ///
    /// - Throws: What any call throws.
    public func forget(_ places: [KeptMarks.Place]) throws(StoreError) {
        guard !places.isEmpty else { return }
        try store.write { database in
            for place in places {
                for table in ["kept_asset", "kept_member"] {
                    try database.run(
                        "DELETE FROM \(table) WHERE root = ? AND folder = ? AND name = ?",
                        [place.root, place.folder, place.name]
                    )
                }
            }
            try database.run("UPDATE kept_state SET revision = revision + 1")
        }
    }
}

extension KeptMarks.File {
    fileprivate init(_ columns: inout Columns) throws {
        self.init(
            place: try KeptMarks.Place(&columns),
            size: try columns.optionalInteger(),
            modified: try columns.optionalInteger(),
            content: try columns.optionalText()
        )
    }
}

extension KeptMarks.Place {
    init(_ columns: inout Columns) throws {
        self.init(root: try columns.text(), folder: try columns.text(), name: try columns.text())
    }

    /// Returns nil where there is none of that number.
    fileprivate init?(ofFolder number: Int64, in database: Database) throws {
        let place = try database.firstRow(
            """
            SELECT library_root.path, library_folder.path, ''
            FROM library_folder JOIN library_root ON library_root.number = library_folder.root
            WHERE library_folder.number = ?
            """,
            [number]
        ) { try Self(&$0) }
        guard let place else { return nil }
        self = place
    }
}
