internal import GRDB

/// A value of the file that no statement of the store writes.
struct UnexpectedValue: Error, CustomStringConvertible {
    let column: Int
    var description: String { "column \(column) of a row holds another kind of value" }
}

/// The columns of one row, from left to right.
///
/// GRDB traps where a column holds another kind of value than is asked for. A damaged file may
/// hold any, so that here it throws.
struct Columns {
    private let row: Row
    private var index = 0

    init(of row: Row) {
        self.row = row
    }

    mutating func text() throws -> String {
        guard let text = try optionalText() else { throw UnexpectedValue(column: index) }
        return text
    }

    mutating func optionalText() throws -> String? {
        switch try next() {
        case .null: nil
        case .string(let text): text
        default: throw UnexpectedValue(column: index)
        }
    }

    mutating func integer() throws -> Int64 {
        guard let integer = try optionalInteger() else { throw UnexpectedValue(column: index) }
        return integer
    }

    mutating func optionalInteger() throws -> Int64? {
        switch try next() {
        case .null: nil
        case .int64(let integer): integer
        default: throw UnexpectedValue(column: index)
        }
    }

    mutating func count() throws -> Int { Int(try integer()) }

    mutating func flag() throws -> Bool { try integer() != 0 }

    /// One of the words that a type is written as.
    mutating func word<Word: RawRepresentable<String>>() throws -> Word {
        guard let word = Word(rawValue: try text()) else { throw UnexpectedValue(column: index) }
        return word
    }

    mutating func number() throws -> Double {
        switch try next() {
        case .int64(let integer): Double(integer)
        case .double(let number): number
        default: throw UnexpectedValue(column: index)
        }
    }

    mutating func bytes() throws -> [UInt8] {
        guard case .blob(let data) = try next() else { throw UnexpectedValue(column: index) }
        return [UInt8](data)
    }

    private mutating func next() throws -> DatabaseValue.Storage {
        guard index < row.count else { throw UnexpectedValue(column: index) }
        defer { index += 1 }
        let value: DatabaseValue = row[index]
        return value.storage
    }
}

extension Database {
    /// What `make` makes of each row. `make` must not run the same statement.
    func rows<Element>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ make: (inout Columns) throws -> Element
    ) throws -> [Element] {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var elements: [Element] = []
        while let row = try cursor.next() {
            var columns = Columns(of: row)
            elements.append(try make(&columns))
        }
        return elements
    }

    /// What `make` makes of the first row, if there is one.
    func firstRow<Element>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ make: (inout Columns) throws -> Element
    ) throws -> Element? {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        guard let row = try cursor.next() else { return nil }
        var columns = Columns(of: row)
        return try make(&columns)
    }

    /// Runs one statement.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }
}
