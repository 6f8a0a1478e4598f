internal import GRDB
public import MediaFiles

/// What is asked of the library.
extension MediaStore {
    /// Some assets, the latest first, by when they were taken.
    ///
    /// However the library changes between two pages, an asset that stays as it is is neither
    /// given twice nor left out.
    ///
    /// - Parameters:
    ///   - query: Which ones.
    ///   - cursor: `next` of the page before; nil for the first page.
    ///   - limit: How many, 1 to 500; others are taken for the nearest.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: As many as were asked for, fewer at the end.
    /// - Throws: `isNoCursor`; what any call throws.
    public func assets(
        _ query: AssetQuery,
        after cursor: String? = nil,
        limit: Int = 100,
        at now: Int64
    ) throws(StoreError) -> StorePage<AssetRecord> {
        let place = try cursor.map { (text) throws(StoreError) in try AssetCursor(text) }
        let limit = min(max(limit, 1), StoreLimits.pageItems)
        guard let condition = AssetCondition(query, after: place, at: now) else {
            return StorePage()
        }
        return try read { database in
            let rows = try database.rows(
                """
                SELECT \(AssetRecord.columns) FROM \(AssetRecord.tables) WHERE \(condition.sql)
                ORDER BY asset.taken_us DESC, asset.number DESC LIMIT \(limit + 1)
                """,
                condition.arguments,
                AssetRecord.init
            )
            let shown = Array(rows.prefix(limit))
            let last = rows.count > limit ? shown.last : nil
            return StorePage(elements: shown, next: last.map { AssetCursor($0).text })
        }
    }

    /// - Returns: Nil where there is none of that name, or its root is not configured.
    public func asset(_ id: AssetID) throws(StoreError) -> AssetRecord? {
        try read { try Self.asset(id, in: $0) }
    }

    /// Keeps what people say of an asset.
    ///
    /// - Parameters:
    ///   - id: Of the asset.
    ///   - isFavourite: Nil: as it is.
    ///   - title: Empty for none; nil: as it is.
    /// - Returns: The asset; nil where there is none of that name.
    /// - Throws: What any call throws.
    public func change(
        _ id: AssetID,
        isFavourite: Bool?,
        title: String?
    ) throws(StoreError) -> AssetRecord? {
        try write { database in
            guard try Self.asset(id, in: database) != nil else { return nil }
            if let isFavourite {
                try database.run(
                    "UPDATE asset SET favourite = ? WHERE number = ?",
                    [isFavourite, id.number]
                )
            }
            if let title {
                try database.run(
                    "UPDATE asset SET title = ? WHERE number = ?",
                    [title.isEmpty ? nil : title, id.number]
                )
            }
            return try Self.asset(id, in: database)
        }
    }

    private static func asset(_ id: AssetID, in database: Database) throws -> AssetRecord? {
        let sql = """
            SELECT \(AssetRecord.columns) FROM \(AssetRecord.tables)
            WHERE asset.number = ? AND library_root.configured = 1
            """
        return try database.firstRow(sql, [id.number], AssetRecord.init)
    }

    /// What albums there are.
    ///
    /// - Parameter now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: First those that are always there, then one of each folder with something in it,
    ///   by path.
    /// - Throws: What any call throws.
    public func albums(at now: Int64) throws(StoreError) -> [AlbumRecord] {
        try read { database in
            let folders = try Self.folderAlbums(in: database)
            func album(_ album: AssetAlbum, counting condition: String) throws -> AlbumRecord {
                try database.firstRow(
                    """
                    SELECT count(*) FILTER (WHERE kind = 'photo'),
                        count(*) FILTER (WHERE kind = 'video')
                    FROM \(AssetRecord.tables) WHERE library_root.configured = 1 AND \(condition)
                    """
                ) {
                    AlbumRecord(album: album, photos: try $0.count(), videos: try $0.count())
                } ?? AlbumRecord(album: album, photos: 0, videos: 0)
            }
            let photos = folders.reduce(0) { $0 + $1.photos }
            let videos = folders.reduce(0) { $0 + $1.videos }
            return [
                AlbumRecord(album: .all, photos: photos, videos: videos),
                AlbumRecord(album: .photos, photos: photos, videos: 0),
                AlbumRecord(album: .videos, photos: 0, videos: videos),
                try album(.favourites, counting: "asset.favourite = 1"),
                try album(.recent, counting: "asset.found_us >= \(AssetCondition.recent(at: now))"),
            ] + folders
        }
    }

    private static func folderAlbums(in database: Database) throws -> [AlbumRecord] {
        try database.rows(
            """
            SELECT library_folder.number, library_root.path, library_folder.path,
                count(*) FILTER (WHERE kind = 'photo'), count(*) FILTER (WHERE kind = 'video')
            FROM library_folder JOIN library_root ON library_root.number = library_folder.root
                JOIN asset ON asset.folder = library_folder.number
            WHERE library_root.configured = 1
            GROUP BY library_folder.number ORDER BY library_root.path, library_folder.path
            """
        ) {
            AlbumRecord(
                album: .folder(try $0.integer()),
                path: MediaPath.joined(try $0.text(), try $0.text()),
                photos: try $0.count(),
                videos: try $0.count()
            )
        }
    }

    /// How many assets each root of the configuration has, of each kind and state.
    ///
    /// - Throws: What any call throws.
    public func assetCounts() throws(StoreError) -> [AssetCount] {
        try read {
            try $0.rows(
                """
                SELECT library_root.number, kind, asset.state, count(*)
                FROM library_root JOIN library_folder ON library_folder.root = library_root.number
                    JOIN asset ON asset.folder = library_folder.number
                WHERE library_root.configured = 1
                GROUP BY library_root.number, kind, asset.state
                """
            ) {
                AssetCount(
                    root: RootID(number: try $0.integer()),
                    kind: try $0.word(),
                    state: try $0.word(),
                    count: try $0.count()
                )
            }
        }
    }
}

/// How many assets of one kind and state a root has.
public struct AssetCount: Hashable, Sendable {
    public var root: RootID
    public var kind: MediaKind
    public var state: AssetState
    public var count: Int
}
