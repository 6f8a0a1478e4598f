/// An export, as far as it is. What its text and state say is for who exports.
public struct StoredExport: Hashable, Sendable {
    public var id: ExportID
    /// JSON.
    public var text: String
    public var state: String
    /// Written so far.
    public var bytes: Int64

    public init(id: ExportID, text: String, state: String, bytes: Int64) {
        self.id = id
        self.text = text
        self.state = state
        self.bytes = bytes
    }
}

/// What is to be exported.
public enum ExportSource: Hashable, Sendable {
    /// These, in this order.
    case assets([AssetID])
    /// What is in it at that time, in its order; microseconds since 1970-01-01 00:00 UTC.
    case selection(SelectionID, at: Int64)
}

/// What a selection has of one root.
public struct SelectionShare: Hashable, Sendable {
    /// Its path.
    public var root: String
    public var count: Int
    /// As long as its files were when they were found.
    public var bytes: Int64

    public init(root: String, count: Int, bytes: Int64) {
        (self.root, self.count, self.bytes) = (root, count, bytes)
    }
}

extension StoredExport {
    static let select = "SELECT number, json, state, bytes FROM export"

    init(_ columns: inout Columns) throws {
        id = ExportID(number: try columns.integer())
        text = try columns.text()
        state = try columns.text()
        bytes = try columns.integer()
    }
}
