internal import ControlAPI
internal import Media

/// Rows of text in aligned columns.
struct TextTable {
    enum Alignment {
        case left
        case right
    }

    struct Column {
        let title: String
        let alignment: Alignment

        static func left(_ title: String) -> Self { Self(title: title, alignment: .left) }
        static func right(_ title: String) -> Self { Self(title: title, alignment: .right) }
    }

    let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Appends a row; it has a cell for each column.
    mutating func append(_ cells: [String]) {
        precondition(cells.count == columns.count, "A row has a cell for each column")
        rows.append(cells.map(VisibleText.escaped))
    }

    /// The title row and the rows, each with a newline; columns are two spaces
    /// apart, and nothing trails the last one.
    var text: String {
        let all = [columns.map(\.title)] + rows
        let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { cells in
            let padded = zip(cells, zip(columns, widths)).map { cell, layout in
                let space = String(repeating: " ", count: layout.1 - cell.count)
                return layout.0.alignment == .left ? cell + space : space + cell
            }
            let line = padded.joined(separator: "  ")
            let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) }
            return line[..<(end ?? line.startIndex)] + "\n"
        }.joined()
    }

    /// What of a text a screen has room for.
    ///
    /// - Parameters:
    ///   - text: Lines with their newlines.
    ///   - rows: The screen's; 0: any number.
    /// - Returns: Its lines; where there are too many, the last says how many are missing.
    static func lines(of text: String, rows: Int) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if lines.last == "" { lines.removeLast() }
        guard rows > 0, lines.count > rows else { return lines }
        let shown = rows - 1
        return lines.prefix(shown) + ["… \(lines.count - shown) more"]
    }
}
