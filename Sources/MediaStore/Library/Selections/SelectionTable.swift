internal import GRDB

/// What somebody has selected.
///
/// A list holds `StoreLimits.selected` assets at most. A query holds as many as it finds, and one
/// row of the file whatever that is; to put what it finds into an order of one's own, or to add
/// what it does not find, makes a list of it.
///
/// Thread: safe.
public struct SelectionTable: Sendable {
    let store: MediaStore

    /// Keeps a selection. Of more than `StoreLimits.selections` the first ones go.
    ///
    /// - Parameters:
    ///   - source: What is in it.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: Its name.
    /// - Throws: `hasNoAsset`, `cannotBeShown`, `hasNoSelection`, `hasNoAlbum`,
    ///   `hasTooManySelected`; what any call throws.
    public func add(
        _ source: SelectionSource,
        at now: Int64
    ) throws(StoreError) -> SelectionID {
        try store.write { database in
            let draft = SelectionDraft(database, limits: store.limits, at: now)
            let number = try draft.add(source)
            try database.run(
                """
                DELETE FROM selection WHERE album IS NULL AND number <= (SELECT number
                    FROM selection WHERE album IS NULL ORDER BY number DESC LIMIT 1 OFFSET ?)
                """,
                [store.limits.selections]
            )
            return SelectionID(number: number)
        }
    }

    /// How much is in a selection.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - image: How many milliseconds an image counts.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: Exactly that, however much it is.
    /// - Throws: `hasNoSelection`; what any call throws.
    public func total(
        of id: SelectionID,
        image: Int64,
        at now: Int64
    ) throws(StoreError) -> SelectionTotal {
        try store.read { database in
            let selection = try StoredSelection.known(id, in: database)
            guard let content = try SelectionContent(selection, at: now, in: database) else {
                return SelectionTotal()
            }
            let unknown = "WHERE asset.kind = 'video' AND asset.duration_ms IS NULL"
            // A file may say that it lasts for longer than a sum can be.
            let sql = """
                SELECT count(*), coalesce(sum(CASE asset.kind WHEN 'photo' THEN ?
                        ELSE min(max(coalesce(asset.duration_ms, 0), 0), 1000000000) END), 0),
                    count(*) FILTER (\(unknown)), min(asset.number) FILTER (\(unknown)),
                    count(*) FILTER (\(unknown) AND asset.state = 'found') > 0
                \(content.from)
                """
            return try database.firstRow(sql, [image] + content.arguments) { columns in
                var total = SelectionTotal(
                    count: try columns.count(),
                    milliseconds: try columns.integer(),
                    unknown: try columns.count()
                )
                total.firstUnknown = try columns.optionalInteger().map { AssetID(number: $0) }
                total.isAwaited = try columns.flag()
                return total
            } ?? SelectionTotal()
        }
    }

    /// Of which roots the files in a selection are.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: Their paths.
    /// - Throws: `hasNoSelection`; what any call throws.
    public func roots(of id: SelectionID, at now: Int64) throws(StoreError) -> Set<String> {
        try store.read { database in
            let selection = try StoredSelection.known(id, in: database)
            guard let content = try SelectionContent(selection, at: now, in: database) else {
                return []
            }
            let sql = "SELECT DISTINCT library_root.path \(content.from)"
            return Set(try database.rows(sql, content.arguments) { try $0.text() })
        }
    }

    /// Some of what is in a selection, in its order: that of a list, or the latest first.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - cursor: `next` of the page before; nil for the first page.
    ///   - limit: How many, 1 to 500; others are taken for the nearest.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: As many as were asked for, fewer at the end.
    /// - Throws: `hasNoSelection`, `isNoCursor`; what any call throws.
    public func assets(
        of id: SelectionID,
        after cursor: String? = nil,
        limit: Int = 100,
        at now: Int64
    ) throws(StoreError) -> StorePage<AssetRecord> {
        let limit = StoreLimits.page(limit)
        return try store.read { database in
            let selection = try StoredSelection.known(id, in: database)
            let place = try cursor.map { try SelectionCursor($0, of: selection) }
            let content = try SelectionContent(selection, after: place, at: now, in: database)
            guard let content else { return StorePage() }
            let isList = selection.query == nil
            let rows = try database.rows(
                """
                SELECT \(AssetRecord.columns), \(isList ? "selection_asset.pos" : "0")
                \(content.from) \(content.order) LIMIT \(limit + 1)
                """,
                content.arguments
            ) { (asset: try AssetRecord(&$0), position: try $0.integer()) }
            return StorePage(
                rows,
                of: limit,
                cursor: {
                    isList ? SelectionCursor.text($0.position) : AssetCursor($0.asset).text
                },
                { $0.asset }
            )
        }
    }

    /// Changes what is in a selection: all of it, or nothing.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - change: What is to be different.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Throws: `hasNoSelection`, `hasNoAsset`, `cannotBeShown`, `isNotInRange`,
    ///   `hasTooManySelected`; what any call throws.
    public func change(
        _ id: SelectionID,
        _ change: SelectionChange,
        at now: Int64
    ) throws(StoreError) {
        try store.write { database in
            let selection = try StoredSelection.known(id, in: database)
            try SelectionDraft(database, limits: store.limits, at: now).apply(change, to: selection)
        }
    }

    /// - Throws: `hasNoSelection`; what any call throws.
    public func remove(_ id: SelectionID) throws(StoreError) {
        try store.write { database in
            let selection = try StoredSelection.known(id, in: database)
            try database.run("DELETE FROM selection WHERE number = ?", [selection.number])
        }
    }
}
