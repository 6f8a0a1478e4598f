internal import GRDB

/// What puts favourites, titles and own albums back, inside of one transaction.
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
                INSERT OR REPLACE INTO kept_asset (root, folder, name, favourite, title)
                VALUES (?, ?, ?, ?, ?)
                """,
                [mark.file.root, mark.file.folder, mark.file.name, mark.favourite, mark.title]
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
                INSERT OR IGNORE INTO kept_member (root, folder, name, selection, pos, excluded)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [file.root, file.folder, file.name, number, index + 1, query != nil]
            )
        }
    }

    /// Of a folder that no scan has met yet, too.
    private func number(of folder: KeptMarks.Place) throws -> Int64 {
        try database.run(
            "INSERT OR IGNORE INTO library_root (path, configured) VALUES (?, 0)",
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
        let place = StatementArguments(place)
        let sql = "SELECT revision FROM kept_state"
        let revision = try database.firstRow(sql) { try $0.integer() }
        let isIt = "root = ? AND folder = ? AND name = ?"
        try database.run(
            """
            UPDATE asset SET favourite = max(asset.favourite, waiting.favourite),
                title = coalesce(asset.title, waiting.title)
            FROM (SELECT favourite, title FROM kept_asset WHERE \(isIt)) AS waiting
            WHERE asset.number = ?
            """,
            place + [asset]
        )
        try database.run(
            """
            INSERT OR IGNORE INTO selection_asset (selection, asset, pos, excluded)
            SELECT selection, ?, pos, excluded FROM kept_member WHERE \(isIt)
            """,
            [asset] + place
        )
        try database.run("DELETE FROM kept_asset WHERE \(isIt)", place)
        try database.run("DELETE FROM kept_member WHERE \(isIt)", place)
        try database.run("UPDATE kept_state SET revision = ?", [revision])
    }

    /// The same of one in a folder of that number.
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
        let isIt = "asset.number IN (SELECT value FROM json_each(?))"
        try database.run(
            """
            INSERT OR REPLACE INTO kept_asset (root, folder, name, favourite, title)
            SELECT \(place), favourite, title FROM \(AssetRecord.tables)
            WHERE \(isIt) AND (favourite = 1 OR title IS NOT NULL)
            """,
            [numbers]
        )
        try database.run(
            """
            INSERT OR REPLACE INTO kept_member (root, folder, name, selection, pos, excluded)
            SELECT \(place), selection_asset.selection, pos, excluded
            FROM \(AssetRecord.tables)
                JOIN selection_asset ON selection_asset.asset = asset.number
            WHERE \(isIt)
            """,
            [numbers]
        )
    }

    /// Whether something waits for files of a root.
    static func waits(for root: StoredRoot, in database: Database) throws -> Bool {
        try database.firstRow(
            """
            SELECT EXISTS (SELECT 1 FROM kept_asset WHERE root = ?)
                OR EXISTS (SELECT 1 FROM kept_member WHERE root = ?)
            """,
            [root.path, root.path]
        ) { try $0.flag() } ?? false
    }
}
