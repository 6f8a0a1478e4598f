internal import FoundationEssentials
internal import GRDB
internal import GRDBSQLite

/// Sets of row numbers that statements make and ask: a bit for each number.
///
///     SELECT numbers(number) FROM …  ─► Data ─►  … WHERE holds(?, asset.number)
///
/// SQLite itself keeps such a set as an index of its own, which takes several times as long to
/// make: what nearly all files have in their names is looked up in that time.
enum NumberSet {
    /// - Parameters:
    ///   - found: A statement that finds numbers, in a column `number`.
    ///   - arguments: Its arguments.
    ///   - database: Where.
    /// - Returns: Those numbers, for `holds`.
    /// - Throws: What the database throws.
    static func of(
        _ found: String,
        _ arguments: StatementArguments,
        in database: Database
    ) throws -> Data {
        let sql = "SELECT numbers(number) FROM (\(found))"
        return Data(try database.firstRow(sql, arguments) { try $0.bytes() } ?? [])
    }

    /// Defines `numbers`, which makes a set of all that it is given, and `holds`.
    ///
    /// - Throws: `DatabaseError`.
    static func define(in database: Database) throws {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        let connection = database.sqliteConnection
        try check(
            sqlite3_create_function_v2(
                connection,
                "numbers",
                1,
                flags,
                nil,
                nil,
                { context, _, values in NumberSet.add(values?[0], to: context) },
                { context in NumberSet.finish(context) },
                nil
            )
        )
        try check(
            sqlite3_create_function_v2(
                connection,
                "holds",
                2,
                flags,
                nil,
                { context, _, values in NumberSet.look(for: values?[1], in: values?[0], context) },
                nil,
                nil,
                nil
            )
        )
    }

    private static func check(_ code: CInt) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// What is being made; SQLite begins it with zeros.
    private struct Bits {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: Int
    }

    /// Numbers are given one after the other: no file has had so many.
    private static let numbers: Range<Int64> = 0..<1 << 31

    private static func add(_ value: OpaquePointer?, to context: OpaquePointer?) {
        let number = sqlite3_value_int64(value)
        guard numbers.contains(number) else { return sqlite3_result_error_toobig(context) }
        guard
            let bits = sqlite3_aggregate_context(context, CInt(MemoryLayout<Bits>.size))?
                .assumingMemoryBound(to: Bits.self)
        else { return sqlite3_result_error_nomem(context) }
        let place = Int(number >> 3)
        if place >= bits.pointee.count {
            guard grow(&bits.pointee, to: place + 1) else {
                return sqlite3_result_error_nomem(context)
            }
        }
        bits.pointee.bytes?[place] |= 1 << UInt8(number & 7)
    }

    private static func grow(_ bits: inout Bits, to least: Int) -> Bool {
        let count = max(least, bits.count * 2, 4_096)
        guard let memory = sqlite3_realloc64(bits.bytes, UInt64(count)) else { return false }
        let bytes = memory.assumingMemoryBound(to: UInt8.self)
        (bytes + bits.count).initialize(repeating: 0, count: count - bits.count)
        (bits.bytes, bits.count) = (bytes, count)
        return true
    }

    private static func finish(_ context: OpaquePointer?) {
        // Without room where nothing was added.
        let bits = sqlite3_aggregate_context(context, 0)?.assumingMemoryBound(to: Bits.self)
        guard let bytes = bits?.pointee.bytes, let count = bits?.pointee.count else {
            return sqlite3_result_zeroblob(context, 0)
        }
        sqlite3_result_blob64(context, bytes, UInt64(count), sqlite3_free)
    }

    private static func look(
        for value: OpaquePointer?,
        in set: OpaquePointer?,
        _ context: OpaquePointer?
    ) {
        let number = sqlite3_value_int64(value)
        let count = Int64(sqlite3_value_bytes(set))
        guard number >= 0, number >> 3 < count, let bytes = sqlite3_value_blob(set) else {
            return sqlite3_result_int(context, 0)
        }
        let byte = bytes.load(fromByteOffset: Int(number >> 3), as: UInt8.self)
        sqlite3_result_int(context, CInt(byte >> UInt8(number & 7) & 1))
    }
}
