internal import GRDB

/// What puts favourites, titles and own albums back, inside of one transaction.
///
/// What was said of a file that was passed over comes back to that file alone: to one of the same
/// size and time at once, to one of the same size when it was looked into and has the same content.
/// Another one in its place ends the waiting when it was looked into, but one that is smaller: it
/// may be a copy that has not come to its end. Of what was there when it was written down beside the
/// database the path is all that is known.
struct KeptDraft {
    private let database: Database
    private let limits: StoreLimits
    private let now: Int64

    init(_ database: Database, limits: StoreLimits, at now: Int64) {
        self.database = database
        self.limits = limits
        self.now = now
    }

    /// - Throws: What the database throws.
    func restore(_ marks: KeptMarks) throws {
        for mark in marks.files {
            try database.run(
                """
                INSERT INTO kept_asset
                    (root, folder, name, size, mtime_ns, content, favourite, title)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (root, folder, name) DO UPDATE SET
                    favourite = max(favourite, excluded.favourite),
                    title = coalesce(title, excluded.title)
                """,
                mark.file.values + [mark.favourite, mark.title]
            )
        }
        for album in marks.albums.prefix(limits.albums) { try restore(album) }
        let known = try database.rows(
            """
            SELECT asset.number, waiting.root, waiting.folder, waiting.name
            FROM (SELECT root, folder, name FROM kept_asset
                    UNION SELECT root, folder, name FROM kept_member) AS waiting
                JOIN library_root ON library_root.path = waiting.root
                JOIN library_folder ON library_folder.root = library_root.number
                    AND library_folder.path = waiting.folder
                JOIN asset ON asset.folder = library_folder.number AND asset.name = waiting.name
            """
        ) { (try $0.integer(), [try $0.text(), try $0.text(), try $0.text()]) }
        for (asset, place) in known { try Self.restore(asset, place, in: database) }
    }

    private func restore(_ album: KeptMarks.Album) throws {
        guard let id = AlbumID(album.id),
            try StoredSelection.of(album: id, in: database) == nil
        else { return }
        var query = album.query
        if case .folder = query?.album { return }
        if let folder = album.folder { query?.album = .folder(try number(of: folder)) }
        try database.run(
            "INSERT INTO selection (query, created_us, album, name) VALUES (?, ?, ?, ?)",
            [try query.map(StoredSelection.text), now, id.name, album.name]
        )
        let number = database.lastInsertedRowID
        for (index, file) in album.files.prefix(limits.selected).enumerated() {
            try database.run(
                """
                INSERT OR IGNORE INTO kept_member
                    (root, folder, name, size, mtime_ns, content, selection, pos, excluded)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                file.values + [number, index + 1, query != nil]
            )
        }
    }

    /// Of a folder that no scan has met yet, too.
    private func number(of folder: KeptMarks.Place) throws -> Int64 {
        try database.run(
            """
            INSERT OR IGNORE INTO library_root (number, path, configured)
            VALUES (\(RootID.new), ?, 0)
            """,
            [folder.root]
        )
        let sql = "SELECT number FROM library_root WHERE path = ?"
        let root = try database.firstRow(sql, [folder.root]) { RootID(number: try $0.integer()) }
        guard let root else { throw StoreError.hasNoRoot(path: folder.root) }
        return try KnownFolder.record(folder.folder, of: root, in: database)
    }

    /// Gives an asset what waits for its file: of all that is kept nothing changes.
    ///
    /// - Parameters:
    ///   - asset: Its number.
    ///   - place: The paths of its root and, from there, of its folder, and its name.
    ///   - database: Has both.
    /// - Throws: What the database throws.
    static func restore(_ asset: Int64, _ place: [String], in database: Database) throws {
        let values = StatementArguments(place) + [asset]
        let sql = "SELECT revision FROM kept_state"
        let revision = try database.firstRow(sql) { try $0.integer() } ?? 0
        try database.run(
            """
            UPDATE asset SET favourite = max(asset.favourite, waiting.favourite),
                title = coalesce(asset.title, waiting.title)
            FROM kept_asset AS waiting WHERE \(isIt) AND asset.number = ? AND \(isSame)
            """,
            values
        )
        try database.run(
            """
            INSERT OR IGNORE INTO selection_asset (selection, asset, pos, excluded)
            SELECT waiting.selection, asset.number, waiting.pos, waiting.excluded
            FROM kept_member AS waiting CROSS JOIN asset
            WHERE \(isIt) AND asset.number = ? AND \(isSame)
            """,
            values
        )
        _ = try forget(isSame, values, in: database)
        try database.run("UPDATE kept_state SET revision = ?", [revision])
    }

    private static let isIt = "waiting.root = ? AND waiting.folder = ? AND waiting.name = ?"

    /// Whether an asset's file is the one that something waits for; null where what is in it tells,
    /// and nobody has looked into it.
    private static let isSame = """
        CASE WHEN waiting.size IS NULL THEN 1
            WHEN waiting.size <> asset.size THEN 0
            WHEN waiting.mtime_ns = asset.mtime_ns THEN 1
            WHEN waiting.content IS NULL THEN 0
            ELSE waiting.content = asset.content END
        """

    /// Whether something waits for another file than an asset's, which was looked into.
    private static let isOther = "waiting.size <= asset.size AND NOT \(isSame)"

    /// - Parameters:
    ///   - condition: Of `waiting` and `asset`.
    ///   - values: Of `isIt`, and the asset's number.
    ///   - database: Has both.
    /// - Returns: How much that was.
    /// - Throws: What the database throws.
    private static func forget(
        _ condition: String,
        _ values: StatementArguments,
        in database: Database
    ) throws -> Int {
        var count = 0
        for table in ["kept_asset", "kept_member"] {
            count += try database.run(
                """
                DELETE FROM \(table) AS waiting
                WHERE \(isIt) AND (SELECT \(condition) FROM asset WHERE asset.number = ?)
                """,
                values
            )
        }
        return count
    }

    /// Gives an asset that was looked into what has waited for that. What waits for another file is
    /// forgotten.
    ///
    /// - Throws: What the database throws.
    static func restore(_ asset: AssetID, in database: Database) throws {
        let isIt = "(root, folder, name) = (library_root.path, library_folder.path, asset.name)"
        let place = try database.firstRow(
            """
            SELECT library_root.path, library_folder.path, asset.name FROM \(AssetRecord.tables)
            WHERE asset.number = ? AND (EXISTS (SELECT 1 FROM kept_asset WHERE \(isIt))
                OR EXISTS (SELECT 1 FROM kept_member WHERE \(isIt)))
            """,
            [asset.number]
        ) { [try $0.text(), try $0.text(), try $0.text()] }
        guard let place else { return }
        let values = StatementArguments(place) + [asset.number]
        if try forget(isOther, values, in: database) > 0 {
            try database.run("UPDATE kept_state SET revision = revision + 1")
        }
        try restore(asset.number, place, in: database)
    }

    /// Gives an asset that was met, in a folder of that number, what waits for its file.
    static func restore(assetIn folder: Int64, _ place: [String], in database: Database) throws {
        let sql = "SELECT number FROM asset WHERE folder = ? AND name = ?"
        let asset = try database.firstRow(sql, [folder, place.last]) { try $0.integer() }
        if let asset { try restore(asset, place, in: database) }
    }

    /// What people have said of assets waits for a scan that meets their files again, once they are
    /// removed.
    ///
    /// - Parameters:
    ///   - assets: Those.
    ///   - database: In the transaction that removes them.
    /// - Throws: What the database throws.
    static func setAside(_ assets: [AssetID], in database: Database) throws {
        let numbers = assets.json
        let place = "library_root.path, library_folder.path, asset.name"
        let file = "asset.size, asset.mtime_ns, asset.content"
        let isOne = "asset.number IN (SELECT value FROM json_each(?))"
        try database.run(
            """
            INSERT INTO kept_asset
                (root, folder, name, favourite, title, size, mtime_ns, content)
            SELECT \(place), favourite, title, \(file) FROM \(AssetRecord.tables)
            WHERE \(isOne) AND (favourite = 1 OR title IS NOT NULL)
            ON CONFLICT (root, folder, name) DO UPDATE SET
                favourite = max(favourite, excluded.favourite),
                title = coalesce(excluded.title, title), size = excluded.size,
                mtime_ns = excluded.mtime_ns, content = excluded.content
            """,
            [numbers]
        )
        try database.run(
            """
            INSERT OR REPLACE INTO kept_member
                (root, folder, name, selection, pos, excluded, size, mtime_ns, content)
            SELECT \(place), selection_asset.selection, pos, excluded, \(file)
            FROM \(AssetRecord.tables)
                JOIN selection_asset ON selection_asset.asset = asset.number
            WHERE \(isOne)
            """,
            [numbers]
        )
    }

    /// Whether something waits for a file of a root.
    static func hasAny(of root: StoredRoot, in database: Database) throws -> Bool {
        try isTrue(
            """
            EXISTS (SELECT 1 FROM kept_asset WHERE root = ?1)
                OR EXISTS (SELECT 1 FROM kept_member WHERE root = ?1)
            """,
            [root.path],
            in: database
        )
    }

    /// Whether something waits for a file, which the paths of its root and, from there, of its folder
    /// and its name tell.
    static func isAwaited(_ place: [String], in database: Database) throws -> Bool {
        try isTrue(
            """
            EXISTS (SELECT 1 FROM kept_asset WHERE (root, folder, name) = (?1, ?2, ?3))
                OR EXISTS (SELECT 1 FROM kept_member WHERE (root, folder, name) = (?1, ?2, ?3))
            """,
            StatementArguments(place),
            in: database
        )
    }

    private static func isTrue(
        _ condition: String,
        _ values: StatementArguments,
        in database: Database
    ) throws -> Bool {
        try database.firstRow("SELECT \(condition)", values) { try $0.flag() } ?? false
    }

    /// The files of a root for which something waits.
    static func places(of root: StoredRoot, in database: Database) throws -> [KeptMarks.Place] {
        try database.rows(
            """
            SELECT root, folder, name FROM kept_asset WHERE root = ?1
            UNION SELECT root, folder, name FROM kept_member WHERE root = ?1
            """,
            [root.path]
        ) { try KeptMarks.Place(&$0) }
    }
}

extension KeptMarks.File {
    /// As columns of both tables have them.
    fileprivate var values: StatementArguments {
        [place.root, place.folder, place.name, size, modified, content]
    }
}
