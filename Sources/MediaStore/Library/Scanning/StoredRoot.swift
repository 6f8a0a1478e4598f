internal import GRDB

/// The number of a root among those of the file.
public struct RootID: Hashable, Sendable {
    let number: Int64

    /// That of a new one, in SQL: where the file is begun anew no root has the number that one had
    /// before.
    static let new = "random() & 0x7FFFFFFFFFFFFFFF"
}

/// A folder that the library has its files from, with all that is below it.
public struct StoredRoot: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        /// It was not gone through yet.
        case waiting
        /// It was there when it was last gone through.
        case online
        /// It was away; what is known of it stays.
        case offline
    }

    public var id: RootID
    /// Absolute.
    public var path: String
    public var state: State
    /// Why it is offline, or was not gone through as a whole; in words.
    public var reason: String?
    /// What its file system was told by when it was last gone through.
    public var disk: UInt64?
    /// When it was begun that it was last gone through to its end: microseconds since 1970-01-01 00:00 UTC.
    public var scannedAt: Int64?
    /// Where it was then: its path without symbolic links.
    public var place: String?
}

extension StoredRoot {
    /// - Throws: `hasNoRoot` where it is none of the file's: that was begun anew since.
    func check(in database: Database) throws {
        let sql = "SELECT 1 FROM library_root WHERE number = ? AND path = ?"
        guard try database.firstRow(sql, [id.number, path], { _ in }) != nil else {
            throw StoreError.hasNoRoot(path: path)
        }
    }

    static let select =
        "SELECT number, path, state, reason, disk, scanned_us, place FROM library_root"

    init(_ columns: inout Columns) throws {
        id = RootID(number: try columns.integer())
        path = try columns.text()
        state = State(rawValue: try columns.text()) ?? .waiting
        reason = try columns.optionalText()
        disk = try columns.optionalInteger().map { UInt64(bitPattern: $0) }
        scannedAt = try columns.optionalInteger()
        place = try columns.optionalText()
    }
}
