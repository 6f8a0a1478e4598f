internal import GRDB

/// What writes selections, inside of one transaction.
struct SelectionDraft {
    private let database: Database
    private let most: Int
    private let now: Int64

    init(_ database: Database, limits: StoreLimits, at now: Int64) {
        self.database = database
        most = limits.selected
        self.now = now
    }

    /// Makes a selection.
    ///
    /// - Returns: Its number.
    /// - Throws: As `SelectionTable.add`.
    func add(_ source: SelectionSource) throws -> Int64 {
        switch source {
        case .assets(let assets):
            let number = try add(query: nil)
            try append(assets, to: number)
            return number
        case .query(let query, let excluded):
            if case .own(let id) = query.album { _ = try album(id) }
            let number = try add(query: query)
            try exclude(excluded, from: number)
            return number
        case .selection(let id):
            return try copy(try StoredSelection.known(id, in: database))
        case .album(let id): return try copy(try album(id))
        }
    }

    private func album(_ id: AlbumID) throws -> StoredSelection {
        guard let album = try StoredSelection.of(album: id, in: database) else {
            throw StoreError.hasNoAlbum(id.name)
        }
        return album
    }

    private func add(query: AssetQuery?) throws -> Int64 {
        try database.run(
            "INSERT INTO selection (query, created_us) VALUES (?, ?)",
            [try query.map(StoredSelection.text), now]
        )
        return database.lastInsertedRowID
    }

    private func copy(_ selection: StoredSelection) throws -> Int64 {
        let number = try add(query: selection.query)
        try database.run(
            """
            INSERT INTO selection_asset (selection, asset, pos, excluded)
            SELECT ?, asset, pos, excluded FROM selection_asset WHERE selection = ?
            """,
            [number, selection.number]
        )
        // What waits for a scan, too.
        try database.run(
            """
            INSERT INTO kept_member
                (root, folder, name, selection, pos, excluded, size, mtime_ns, content)
            SELECT root, folder, name, ?, pos, excluded, size, mtime_ns, content
            FROM kept_member WHERE selection = ?
            """,
            [number, selection.number]
        )
        return number
    }

    /// - Throws: As `SelectionTable.change`.
    func apply(_ change: SelectionChange, to selection: StoredSelection) throws {
        if selection.query == nil {
            try remove(change.removed, from: selection.number)
        } else {
            try exclude(change.removed, from: selection.number)
        }
        let added = change.added + (try change.range.map(assets) ?? [])
        let isList = try selection.query == nil || !include(added, in: selection)
        guard isList || change.move != nil else { return }
        if selection.query != nil { try list(selection) }
        if isList { try append(added, to: selection.number) }
        if let move = change.move { try self.move(move, in: selection.number) }
    }

    // MARK: A query

    private func exclude(_ assets: [AssetID], from selection: Int64) throws {
        guard !assets.isEmpty else { return }
        try database.run(
            """
            INSERT OR IGNORE INTO selection_asset (selection, asset, pos, excluded)
            SELECT ?, value, 0, 1 FROM json_each(?) WHERE value IN (SELECT number FROM asset)
            """,
            [selection, assets.json]
        )
        try checkCount(of: selection)
    }

    /// Takes back that assets were taken out of a query.
    ///
    /// - Returns: Whether it finds them all.
    /// - Throws: `hasNoAsset`.
    private func include(_ assets: [AssetID], in selection: StoredSelection) throws -> Bool {
        guard !assets.isEmpty else { return true }
        try check(assets)
        try remove(assets, from: selection.number)
        guard var content = try SelectionContent(selection, at: now, in: database) else {
            return false
        }
        content.add("asset.number IN (SELECT value FROM json_each(?))", [assets.json])
        let found = try database.firstRow("SELECT count(*) \(content.from)", content.arguments) {
            try $0.count()
        }
        return found == Set(assets).count
    }

    /// Makes a list of what a query finds.
    private func list(_ selection: StoredSelection) throws {
        var numbers: [AssetID] = []
        if let content = try SelectionContent(selection, at: now, in: database) {
            numbers = try database.rows(
                "SELECT asset.number \(content.from) \(content.order) LIMIT \(most + 1)",
                content.arguments
            ) { AssetID(number: try $0.integer()) }
        }
        guard numbers.count <= most else { throw StoreError.hasTooManySelected(most: most) }
        for table in ["selection_asset", "kept_member"] {
            try database.run("DELETE FROM \(table) WHERE selection = ?", [selection.number])
        }
        try database.run(
            "UPDATE selection SET query = NULL WHERE number = ?",
            [selection.number]
        )
        try append(numbers, to: selection.number)
    }

    // MARK: A list

    private func append(_ assets: [AssetID], to selection: Int64) throws {
        guard !assets.isEmpty else { return }
        try check(assets)
        // What waits for a scan has its place, too.
        let last = try database.firstRow(
            """
            SELECT coalesce(max(pos), 0) FROM (
                SELECT pos FROM selection_asset WHERE selection = ?1
                UNION ALL SELECT pos FROM kept_member WHERE selection = ?1)
            """,
            [selection]
        ) { try $0.integer() }
        try database.run(
            """
            INSERT OR IGNORE INTO selection_asset (selection, asset, pos, excluded)
            SELECT ?, value, ? + key, 0 FROM json_each(?) ORDER BY key
            """,
            [selection, (last ?? 0) + 1, assets.json]
        )
        try checkCount(of: selection)
    }

    private func remove(_ assets: [AssetID], from selection: Int64) throws {
        try database.run(
            """
            DELETE FROM selection_asset
            WHERE selection = ? AND asset IN (SELECT value FROM json_each(?))
            """,
            [selection, assets.json]
        )
    }

    private func move(_ move: SelectionChange.Move, in number: Int64) throws {
        let selection = StoredSelection(number: number, query: nil)
        guard var content = try SelectionContent(selection, at: now, in: database),
            try database.firstRow(
                "SELECT 1 \(content.from) AND asset.number = ?",
                content.arguments + [move.asset.number],
                { _ in true }
            ) == true
        else { throw StoreError.isNotSelected(move.asset) }
        content.add("asset.number <> ?", [move.asset.number])
        let position = try database.firstRow(
            """
            SELECT selection_asset.pos \(content.from) \(content.order)
            LIMIT 1 OFFSET \(max(move.place, 0))
            """,
            content.arguments
        ) { try $0.integer() }
        try remove([move.asset], from: number)
        guard let position else { return try append([move.asset], to: number) }
        for table in ["selection_asset", "kept_member"] {
            try database.run(
                "UPDATE \(table) SET pos = pos + 1 WHERE selection = ? AND pos >= ?",
                [number, position]
            )
        }
        try database.run(
            "INSERT INTO selection_asset (selection, asset, pos, excluded) VALUES (?, ?, ?, 0)",
            [number, move.asset.number, position]
        )
    }

    // MARK: What is asked

    /// The assets of a range, in its order.
    private func assets(of range: SelectionChange.Range) throws -> [AssetID] {
        func cursor(_ id: AssetID) throws -> AssetCursor {
            guard let asset = try AssetRecord.of(id, in: database) else {
                throw StoreError.hasNoAsset(id.description)
            }
            return AssetCursor(asset)
        }
        try check([range.from, range.to])
        let (first, second) = (try cursor(range.from), try cursor(range.to))
        let isForward = (first.takenAt, first.number) >= (second.takenAt, second.number)
        let (later, earlier) = isForward ? (first, second) : (second, first)
        guard var condition = try AssetCondition(range.query, at: now, in: database) else {
            return []
        }
        condition.add("asset.state <> 'failed'")
        condition.add(
            """
            (asset.taken_us, asset.number) >= (?, ?) AND (asset.taken_us, asset.number) <= (?, ?)
            """,
            [earlier.takenAt, earlier.number, later.takenAt, later.number]
        )
        let direction = isForward ? "DESC" : "ASC"
        let assets = try database.rows(
            """
            SELECT asset.number FROM \(AssetRecord.tables) WHERE \(condition.sql)
            ORDER BY asset.taken_us \(direction), asset.number \(direction) LIMIT \(most + 1)
            """,
            condition.arguments
        ) { AssetID(number: try $0.integer()) }
        guard assets.count <= most else { throw StoreError.hasTooManySelected(most: most) }
        for end in [range.from, range.to] where !assets.contains(end) {
            throw StoreError.isNotInRange(end)
        }
        return assets
    }

    /// - Throws: `hasNoAsset` or `cannotBeShown` for the first of which that is so.
    private func check(_ assets: [AssetID]) throws {
        let missing = try database.firstRow(
            """
            SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM \(AssetRecord.tables)
                WHERE asset.number = value AND library_root.configured = 1
                    AND asset.state <> 'failed')
            ORDER BY key LIMIT 1
            """,
            [assets.json]
        ) { AssetID(number: try $0.integer()) }
        guard let missing else { return }
        if let asset = try AssetRecord.of(missing, in: database), let reason = asset.error {
            throw StoreError.cannotBeShown(missing, path: asset.path, reason: reason)
        }
        throw StoreError.hasNoAsset(missing.description)
    }

    private func checkCount(of selection: Int64) throws {
        let count = try database.firstRow(
            "SELECT count(*) FROM selection_asset WHERE selection = ?",
            [selection]
        ) { try $0.count() }
        guard count ?? 0 <= most else { throw StoreError.hasTooManySelected(most: most) }
    }
}
