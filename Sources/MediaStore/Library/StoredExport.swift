/// The name of an export; never given to another one.
public struct ExportID: Hashable, Sendable, CustomStringConvertible {
    let number: Int64

    init(number: Int64) {
        self.number = number
    }

    /// Returns nil for what is no such name.
    public init?(_ name: String) {
        guard let number = Int64(name), number > 0, "\(number)" == name else { return nil }
        self.number = number
    }

    public var description: String { "\(number)" }
}

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

extension StoredExport {
    static let select = "SELECT number, json, state, bytes FROM export"

    init(_ columns: inout Columns) throws {
        id = ExportID(number: try columns.integer())
        text = try columns.text()
        state = try columns.text()
        bytes = try columns.integer()
    }
}
