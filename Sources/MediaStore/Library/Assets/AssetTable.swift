internal import GRDB
public import MediaFiles

/// The pictures and videos of the library.
///
/// Thread: safe.
public struct AssetTable: Sendable {
    let store: MediaStore

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
    public func page(
        _ query: AssetQuery,
        after cursor: String? = nil,
        limit: Int = 100,
        at now: Int64
    ) throws(StoreError) -> StorePage<AssetRecord> {
        let place = try cursor.map { (text) throws(StoreError) in try AssetCursor(text) }
        let limit = StoreLimits.page(limit)
        return try store.read { database in
            let found = try AssetCondition(query, after: place, at: now, in: database)
            guard let condition = found else { return StorePage() }
            let rows = try database.rows(
                """
                SELECT \(AssetRecord.columns) FROM \(AssetRecord.tables) WHERE \(condition.sql)
                ORDER BY asset.taken_us DESC, asset.number DESC LIMIT \(limit + 1)
                """,
                condition.arguments,
                AssetRecord.init
            )
            return StorePage(rows, of: limit, cursor: { AssetCursor($0).text }) { $0 }
        }
    }

    /// - Returns: Nil where there is none of that name, or its root is not configured.
    public func find(_ id: AssetID) throws(StoreError) -> AssetRecord? {
        try store.read { try AssetRecord.of(id, in: $0) }
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
        try store.write { database in
            guard try AssetRecord.of(id, in: database) != nil else { return nil }
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
            return try AssetRecord.of(id, in: database)
        }
    }

    /// Forgets assets whose files are gone, or are passed over.
    ///
    /// - Parameters:
    ///   - assets: Those.
    ///   - root: Theirs.
    ///   - isPassedOver: Of which of them what people have said waits for a scan that meets their
    ///     files again.
    /// - Throws: As `AssetScans.record`; some may be forgotten then.
    public func remove(
        _ assets: [AssetID],
        of root: StoredRoot,
        settingAside isPassedOver: (AssetID) -> Bool = { _ in false }
    ) throws(StoreError) {
        var rest = assets[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(StoreLimits.batchRows))
            try store.write { database in
                try root.check(in: database)
                try AssetRecord.remove(batch, settingAside: isPassedOver, in: database)
            }
            rest = rest.dropFirst(batch.count)
        }
    }

    /// How many assets each root of the configuration has, of each kind and state: files, so that a
    /// live photo may be two.
    ///
    /// - Throws: What any call throws.
    public func counts() throws(StoreError) -> [AssetCount] {
        try store.read { try AssetCount.all(in: $0) }
    }
}

/// How many assets of one kind and state a root has.
public struct AssetCount: Hashable, Sendable {
    public var root: RootID
    public var kind: MediaKind
    public var state: AssetState
    public var count: Int
}

extension AssetCount {
    /// Of all roots of the configuration.
    static func all(in database: Database) throws -> [Self] {
        try database.rows(
            """
            SELECT root, kind, state, sum(assets)
            FROM (SELECT folder, kind, state, count(*) AS assets
                    FROM asset GROUP BY folder, kind, state)
                JOIN library_folder ON library_folder.number = folder
            WHERE root IN (SELECT number FROM library_root WHERE configured = 1)
            GROUP BY root, kind, state
            """
        ) {
            Self(
                root: RootID(number: try $0.integer()),
                kind: try $0.word(),
                state: try $0.word(),
                count: try $0.count()
            )
        }
    }
}
