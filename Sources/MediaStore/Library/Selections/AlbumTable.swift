internal import GRDB
internal import MediaFiles

/// The parts of the library that have a name.
///
/// Thread: safe.
public struct AlbumTable: Sendable {
    let store: MediaStore

    /// Keeps an album that somebody put together, in place of the one of that ID. It is listed as
    /// the library is, the latest first.
    ///
    /// - Parameters:
    ///   - id: Its ID.
    ///   - name: For people.
    ///   - source: What is in it. What it finds must not be of another such album.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: The album, and whether there was none of that ID.
    /// - Throws: `hasTooManyAlbums`, `isAlbumOfAlbum`; what `SelectionTable.add` throws.
    public func put(
        _ id: AlbumID,
        name: String,
        _ source: SelectionSource,
        at now: Int64
    ) throws(StoreError) -> (album: AlbumRecord, isNew: Bool) {
        try store.write { database in
            let old = try StoredSelection.of(album: id, in: database)
            if old == nil { try checkCount(in: database) }
            let draft = SelectionDraft(database, limits: store.limits, at: now)
            let new = try draft.add(source)
            let copy = try StoredSelection.of(SelectionID(number: new), in: database)
            if case .own(let other) = copy?.query?.album { throw StoreError.isAlbumOfAlbum(other) }
            try database.run("DELETE FROM selection WHERE album = ?", [id.name])
            try database.run(
                "UPDATE selection SET album = ?, name = ? WHERE number = ?",
                [id.name, name, new]
            )
            return (try Self.album(.own(id), name, at: now, in: database), old == nil)
        }
    }

    private func checkCount(in database: Database) throws {
        let sql = "SELECT count(*) FROM selection WHERE album IS NOT NULL"
        let count = try database.firstRow(sql) { try $0.count() }
        guard count ?? 0 < store.limits.albums else {
            throw StoreError.hasTooManyAlbums(most: store.limits.albums)
        }
    }

    /// Forgets an album that somebody put together, and nothing that is in it.
    ///
    /// - Throws: `hasNoAlbum`; what any call throws.
    public func remove(_ id: AlbumID) throws(StoreError) {
        try store.write { database in
            let removed = try database.run("DELETE FROM selection WHERE album = ?", [id.name])
            guard removed > 0 else { throw StoreError.hasNoAlbum(id.name) }
        }
    }

    /// Whether there is an album; one of a folder may be empty.
    ///
    /// - Throws: What any call throws.
    public func contains(_ album: AssetAlbum) throws(StoreError) -> Bool {
        guard case .own(let id) = album else { return true }
        return try store.read { try StoredSelection.of(album: id, in: $0) != nil }
    }

    /// One of the albums, also of a folder in which nothing is listed.
    ///
    /// - Parameters:
    ///   - album: Which.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: Nil where there is none.
    /// - Throws: What any call throws.
    public func find(_ album: AssetAlbum, at now: Int64) throws(StoreError) -> AlbumRecord? {
        try store.read { database in
            switch album {
            case .folder(let number):
                try Self.folderAlbums(that: "library_folder.number = ?", [number], in: database)
                    .first?.record
            case .own(let id):
                try Self.ownAlbums(that: "album = ?", [id.name], at: now, in: database).first
            case .all, .photos, .videos:
                try Self.plainAlbums(in: database).first { $0.album == album }
            case .live, .favourites, .recent, .takenHere:
                try Self.album(album, at: now, in: database)
            }
        }
    }

    /// Some of the albums.
    ///
    /// - Parameters:
    ///   - cursor: `next` of the page before; nil for the first page.
    ///   - limit: How many folders, 1 to 500; others are taken for the nearest.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: First those that are always there and, on top of the limit, those that somebody
    ///   put together, by name; then one of each folder with something in it, by path.
    /// - Throws: `isNoCursor`; what any call throws.
    public func page(
        after cursor: String? = nil,
        limit: Int = 100,
        at now: Int64
    ) throws(StoreError) -> StorePage<AlbumRecord> {
        let place = try cursor.map { (text) throws(StoreError) in try AlbumCursor(text) }
        let limit = StoreLimits.page(limit)
        return try store.read { database in
            let found = try Self.folderAlbums(after: place, limit + 1, in: database)
            var page = StorePage(found, of: limit, cursor: { $0.cursor.text }) { $0.record }
            if cursor == nil {
                let plain = try Self.plainAlbums(in: database)
                let fixed = try [.live, .favourites, .recent, .takenHere].map {
                    try Self.album($0, at: now, in: database)
                }
                let own = try Self.ownAlbums(that: "true", at: now, in: database)
                page.elements.insert(contentsOf: plain + fixed + own, at: 0)
            }
            return page
        }
    }

    /// All, photos and videos: how many files there are of each kind tells them.
    private static func plainAlbums(in database: Database) throws -> [AlbumRecord] {
        let counts = try AssetCount.all(in: database)
        func count(_ kind: MediaKind) -> Int {
            counts.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
        }
        let movies = try database.firstRow(
            """
            SELECT count(*) FROM \(AssetRecord.tables)
            WHERE library_root.configured = 1 AND asset.live_of IS NOT NULL
            """
        ) { try $0.count() }
        let (photos, videos) = (count(.photo), count(.video) - (movies ?? 0))
        return [
            AlbumRecord(album: .all, photos: photos, videos: videos),
            AlbumRecord(album: .photos, photos: photos, videos: 0),
            AlbumRecord(album: .videos, photos: 0, videos: videos),
        ]
    }

    private static func folderAlbums(
        after cursor: AlbumCursor?,
        _ limit: Int,
        in database: Database
    ) throws -> [(record: AlbumRecord, cursor: AlbumCursor)] {
        try folderAlbums(
            that: """
                (:root IS NULL OR (library_root.path, library_folder.path)
                    > ((SELECT path FROM library_root WHERE number = :root), :folder))
                AND EXISTS (SELECT 1 FROM asset WHERE folder = library_folder.number
                    AND \(AssetCondition.isListed))
                ORDER BY library_root.path, library_folder.path LIMIT :limit
                """,
            ["root": cursor?.root, "folder": cursor?.folder, "limit": limit],
            in: database
        )
    }

    private static func folderAlbums(
        that condition: String,
        _ values: StatementArguments,
        in database: Database
    ) throws -> [(record: AlbumRecord, cursor: AlbumCursor)] {
        try database.rows(
            """
            SELECT library_folder.number, library_root.number, library_root.path,
                library_folder.path,
                (SELECT count(*) FROM asset WHERE folder = library_folder.number AND kind = 'photo'),
                (SELECT count(*) FROM asset WHERE folder = library_folder.number AND kind = 'video'
                    AND \(AssetCondition.isListed))
            FROM library_root CROSS JOIN library_folder ON library_folder.root = library_root.number
            WHERE library_root.configured = 1 AND \(condition)
            """,
            values
        ) {
            let number = try $0.integer()
            let root = try $0.integer()
            let (path, folder) = (try $0.text(), try $0.text())
            let record = AlbumRecord(
                album: .folder(number),
                path: MediaPath.joined(path, folder),
                photos: try $0.count(),
                videos: try $0.count()
            )
            return (record, AlbumCursor(root: root, folder: folder))
        }
    }

    private static func ownAlbums(
        that condition: String,
        _ values: StatementArguments = [],
        at now: Int64,
        in database: Database
    ) throws -> [AlbumRecord] {
        let names = try database.rows(
            """
            SELECT album, name FROM selection WHERE album IS NOT NULL AND \(condition)
            ORDER BY album
            """,
            values
        ) { (try $0.text(), try $0.text()) }
        return try names.compactMap { id, name in
            try AlbumID(id).map { try album(.own($0), name, at: now, in: database) }
        }
    }

    private static func album(
        _ album: AssetAlbum,
        _ name: String? = nil,
        at now: Int64,
        in database: Database
    ) throws -> AlbumRecord {
        var query = AssetQuery()
        query.album = album
        var record = AlbumRecord(album: album, name: name, photos: 0, videos: 0)
        guard let condition = try AssetCondition(query, at: now, in: database) else {
            return record
        }
        let counts = try database.firstRow(
            """
            SELECT count(*) FILTER (WHERE asset.kind = 'photo'),
                count(*) FILTER (WHERE asset.kind = 'video')
            FROM \(AssetRecord.tables) WHERE \(condition.sql)
            """,
            condition.arguments
        ) { (photos: try $0.count(), videos: try $0.count()) }
        (record.photos, record.videos) = (counts?.photos ?? 0, counts?.videos ?? 0)
        return record
    }
}
