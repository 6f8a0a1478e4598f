internal import GRDB

/// What is and was exported.
///
/// Thread: safe.
public struct ExportTable: Sendable {
    let store: MediaStore

    /// How much of a selection is in which root: what an export of it would have to do.
    ///
    /// - Parameters:
    ///   - id: Of the selection.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: One share for each root that has some of it.
    /// - Throws: `hasNoSelection`, `hasNothingToExport`, `hasTooManyToExport`; what any call throws.
    public func shares(
        of id: SelectionID,
        at now: Int64
    ) throws(StoreError) -> [SelectionShare] {
        try store.read { database in
            let selection = try StoredSelection.known(id, in: database)
            guard let content = try SelectionContent(selection, at: now, in: database) else {
                throw StoreError.hasNothingToExport(id)
            }
            // A file may say that it is longer than a sum can be.
            let shares = try database.rows(
                """
                SELECT library_root.path, count(*), CAST(min(total(asset.size), 9e18) AS INTEGER)
                \(content.from) GROUP BY library_root.number
                """,
                content.arguments
            ) {
                SelectionShare(
                    root: try $0.text(),
                    count: try $0.count(),
                    bytes: try $0.integer()
                )
            }
            try checkExported(shares.reduce(0) { $0 + $1.count }, of: id)
            return shares
        }
    }

    /// Keeps a new export, and what is to be exported: what becomes of a selection later does not
    /// matter to it.
    ///
    /// - Parameters:
    ///   - source: What is to be exported.
    ///   - state: How it stands.
    ///   - text: Makes its JSON of how many assets there are.
    /// - Returns: Its name.
    /// - Throws: `hasNoSelection`, `hasNothingToExport`, `hasTooManyToExport`; what any call throws.
    public func add(
        _ source: ExportSource,
        state: String,
        text: (_ count: Int) -> String
    ) throws(StoreError) -> ExportID {
        try store.write { database in
            try database.run("INSERT INTO export (json, state, bytes) VALUES ('', ?, 0)", [state])
            let id = ExportID(number: database.lastInsertedRowID)
            let count = try add(source, to: id, in: database)
            try database.run(
                "UPDATE export SET json = ? WHERE number = ?",
                [text(count), id.number]
            )
            return id
        }
    }

    /// - Returns: How many assets were added.
    private func add(
        _ source: ExportSource,
        to id: ExportID,
        in database: Database
    ) throws -> Int {
        switch source {
        case .assets(let assets):
            return try database.run(
                """
                INSERT INTO export_asset (export, pos, asset)
                SELECT ?, key, value FROM json_each(?)
                """,
                [id.number, assets.json]
            )
        case .selection(let name, let time):
            let selection = try StoredSelection.known(name, in: database)
            guard let content = try SelectionContent(selection, at: time, in: database) else {
                throw StoreError.hasNothingToExport(name)
            }
            let count = try database.run(
                """
                INSERT INTO export_asset (export, pos, asset)
                SELECT ?, row_number() OVER (\(content.order)), asset.number \(content.from)
                LIMIT \(store.limits.exported + 1)
                """,
                [id.number] + content.arguments
            )
            try checkExported(count, of: name)
            return count
        }
    }

    private func checkExported(_ count: Int, of id: SelectionID) throws(StoreError) {
        guard count > 0 else { throw .hasNothingToExport(id) }
        let most = store.limits.exported
        guard count <= most else { throw .hasTooManyToExport(most: most) }
    }

    /// What of an export comes next.
    ///
    /// - Returns: Nil where nothing is left. It may be gone from the library.
    /// - Throws: What any call throws.
    public func nextAsset(of id: ExportID) throws(StoreError) -> AssetID? {
        try store.read {
            try $0.firstRow(
                "SELECT asset FROM export_asset WHERE export = ? ORDER BY pos LIMIT 1",
                [id.number]
            ) { AssetID(number: try $0.integer()) }
        }
    }

    /// Keeps that what came next is exported.
    ///
    /// - Parameters:
    ///   - id: Of the export.
    ///   - bytes: What it has written until now.
    /// - Throws: What any call throws.
    public func endNextAsset(of id: ExportID, bytes: Int64) throws(StoreError) {
        try store.write {
            try $0.run("UPDATE export SET bytes = ? WHERE number = ?", [bytes, id.number])
            _ = try $0.run(
                """
                DELETE FROM export_asset WHERE export = ?1
                    AND pos = (SELECT min(pos) FROM export_asset WHERE export = ?1)
                """,
                [id.number]
            )
        }
    }

    /// How many assets of an export are not exported.
    ///
    /// - Throws: What any call throws.
    public func assetsLeft(of id: ExportID) throws(StoreError) -> Int {
        try store.read {
            try $0.firstRow(
                "SELECT count(*) FROM export_asset WHERE export = ?",
                [id.number]
            ) { try $0.count() } ?? 0
        }
    }

    /// Keeps that one is over: what is left of it is forgotten.
    ///
    /// - Throws: What any call throws.
    public func end(_ export: StoredExport) throws(StoreError) {
        try store.write { database in
            try Self.update(export, in: database)
            try database.run("DELETE FROM export_asset WHERE export = ?", [export.id.number])
        }
    }

    /// Keeps how far one is.
    ///
    /// - Returns: Whether there is one of that name.
    /// - Throws: What any call throws.
    @discardableResult
    public func update(_ export: StoredExport) throws(StoreError) -> Bool {
        try store.write { try Self.update(export, in: $0) }
    }

    @discardableResult
    private static func update(_ export: StoredExport, in database: Database) throws -> Bool {
        try database.run(
            "UPDATE export SET json = ?, state = ?, bytes = ? WHERE number = ?",
            [export.text, export.state, export.bytes, export.id.number]
        ) > 0
    }

    /// - Returns: Nil where there is none of that name.
    /// - Throws: What any call throws.
    public func find(_ id: ExportID) throws(StoreError) -> StoredExport? {
        try store.read {
            try $0.firstRow(
                StoredExport.select + " WHERE number = ?",
                [id.number],
                StoredExport.init
            )
        }
    }

    /// All of them, the latest first.
    ///
    /// - Throws: What any call throws.
    public func all() throws(StoreError) -> [StoredExport] {
        try store.read {
            try $0.rows(StoredExport.select + " ORDER BY number DESC", [], StoredExport.init)
        }
    }

    /// Forgets one; its files stay.
    ///
    /// - Returns: Whether there was one of that name.
    /// - Throws: What any call throws.
    @discardableResult
    public func remove(_ id: ExportID) throws(StoreError) -> Bool {
        try store.write { try $0.run("DELETE FROM export WHERE number = ?", [id.number]) > 0 }
    }
}
