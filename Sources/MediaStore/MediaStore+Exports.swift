internal import GRDB

/// What exporting asks and tells.
extension MediaStore {
    /// Keeps a new export.
    ///
    /// - Parameters:
    ///   - text: JSON.
    ///   - state: How it stands.
    /// - Returns: Its name.
    /// - Throws: What any call throws.
    public func addExport(_ text: String, state: String) throws(StoreError) -> ExportID {
        try write { database in
            try database.run(
                "INSERT INTO export (json, state, bytes) VALUES (?, ?, 0)",
                [text, state]
            )
            return ExportID(number: database.lastInsertedRowID)
        }
    }

    /// Keeps how far one is.
    ///
    /// - Returns: Whether there is one of that name.
    /// - Throws: What any call throws.
    @discardableResult
    public func update(_ export: StoredExport) throws(StoreError) -> Bool {
        try write {
            try $0.run(
                "UPDATE export SET json = ?, state = ?, bytes = ? WHERE number = ?",
                [export.text, export.state, export.bytes, export.id.number]
            ) > 0
        }
    }

    /// - Returns: Nil where there is none of that name.
    /// - Throws: What any call throws.
    public func export(_ id: ExportID) throws(StoreError) -> StoredExport? {
        try read {
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
    public func exports() throws(StoreError) -> [StoredExport] {
        try read {
            try $0.rows(StoredExport.select + " ORDER BY number DESC", [], StoredExport.init)
        }
    }

    /// Forgets one; its files stay.
    ///
    /// - Returns: Whether there was one of that name.
    /// - Throws: What any call throws.
    @discardableResult
    public func removeExport(_ id: ExportID) throws(StoreError) -> Bool {
        try write { try $0.run("DELETE FROM export WHERE number = ?", [id.number]) > 0 }
    }
}
