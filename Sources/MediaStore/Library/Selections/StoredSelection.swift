internal import FoundationEssentials
internal import GRDB

/// A selection as it stands in the file: a query, or a list where it has none.
struct StoredSelection {
    let number: Int64
    let query: AssetQuery?

    private static let select = "SELECT number, query FROM selection"

    static func of(_ id: SelectionID, in database: Database) throws -> Self? {
        try database.firstRow(
            select + " WHERE number = ? AND album IS NULL",
            [id.number],
            Self.init
        )
    }

    /// - Throws: `hasNoSelection`; what the database throws.
    static func known(_ id: SelectionID, in database: Database) throws -> Self {
        guard let selection = try of(id, in: database) else {
            throw StoreError.hasNoSelection(id.description)
        }
        return selection
    }

    static func of(album id: AlbumID, in database: Database) throws -> Self? {
        try database.firstRow(select + " WHERE album = ?", [id.name], Self.init)
    }

    init(number: Int64, query: AssetQuery?) {
        (self.number, self.query) = (number, query)
    }

    init(_ columns: inout Columns) throws {
        number = try columns.integer()
        query = try columns.optionalText().map { text in
            try JSONDecoder().decode(AssetQuery.self, from: Data(text.utf8))
        }
    }

    /// As it stands in the file.
    static func text(of query: AssetQuery) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(query), as: UTF8.self)
    }

    /// What of the assets that the query finds is in it, or of all of them; its number is the
    /// argument.
    var condition: String {
        query == nil
            ? "asset.number IN (SELECT asset FROM selection_asset WHERE selection = ?)"
            : "asset.number NOT IN (SELECT asset FROM selection_asset WHERE selection = ?)"
    }
}

/// What is in a selection, in SQL, and its order. What cannot be shown is in none.
struct SelectionContent {
    /// `FROM` and all behind it, but for the order.
    private(set) var from: String
    private(set) var arguments: StatementArguments
    let order: String

    /// Returns nil where nothing is in it.
    ///
    /// - Parameters:
    ///   - selection: As it stands in the file.
    ///   - place: Where the page before ended.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    ///   - database: Has what is in albums.
    /// - Throws: What the database throws.
    init?(
        _ selection: StoredSelection,
        after place: SelectionCursor? = nil,
        at now: Int64,
        in database: Database
    ) throws {
        guard let query = selection.query else {
            from = """
                FROM selection_asset CROSS JOIN asset ON asset.number = selection_asset.asset
                    CROSS JOIN library_folder ON library_folder.number = asset.folder
                    CROSS JOIN library_root ON library_root.number = library_folder.root
                WHERE selection_asset.selection = ? AND selection_asset.pos > ?
                    AND library_root.configured = 1 AND asset.state <> 'failed'
                """
            arguments = [selection.number, place?.position ?? 0]
            order = "ORDER BY selection_asset.pos"
            return
        }
        let found = try AssetCondition(query, after: place?.asset, at: now, in: database)
        guard var condition = found else { return nil }
        condition.add("asset.state <> 'failed'")
        condition.add(selection.condition, [selection.number])
        from = "FROM \(AssetRecord.tables) WHERE \(condition.sql)"
        arguments = condition.arguments
        order = "ORDER BY asset.taken_us DESC, asset.number DESC"
    }

    /// Adds what holds, too.
    mutating func add(_ condition: String, _ values: StatementArguments) {
        from += " AND " + condition
        arguments += values
    }
}

/// Where a page of a selection ended: in a query with an asset, in a list with a position.
struct SelectionCursor {
    private(set) var asset: AssetCursor?
    private(set) var position: Int64?

    /// - Throws: `isNoCursor` for what is none of that selection as it is now.
    init(_ text: String, of selection: StoredSelection) throws(StoreError) {
        guard selection.query == nil else {
            asset = try AssetCursor(text)
            return
        }
        guard text.hasPrefix("p"), let position = Int64(rowName: String(text.dropFirst())) else {
            throw .isNoCursor(String(text.prefix(64)))
        }
        self.position = position
    }

    static func text(_ position: Int64) -> String { "p\(position)" }
}
