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
        /// Whether it is cut where the rows are too wide.
        var isCut = false

        static func left(_ title: String) -> Self { Self(title: title, alignment: .left) }
        static func right(_ title: String) -> Self { Self(title: title, alignment: .right) }
        /// What somebody calls a thing, as long as that may be.
        static func name(_ title: String) -> Self {
            Self(title: title, alignment: .left, isCut: true)
        }
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

    /// The title row and the rows, as the terminal has room for them.
    var text: String { text(within: Terminal.columns) }

    /// The title row and the rows, each with a newline; columns are two spaces
    /// apart, and nothing trails the last one.
    ///
    /// - Parameter room: So many columns of the terminal a row has, if names that are cut for it
    ///   suffice; nil: any number.
    /// - Returns: The lines.
    func text(within room: Int?) -> String {
        let widths = widths(within: room)
        return ([columns.map(\.title)] + rows).map { cells in
            let padded = zip(cells, zip(columns, widths)).map { cell, layout in
                let cell = layout.0.isCut ? Self.cut(cell, to: layout.1) : cell
                let space = String(
                    repeating: " ",
                    count: max(layout.1 - TextWidth.columns(of: cell), 0)
                )
                return layout.0.alignment == .left ? cell + space : space + cell
            }
            let line = padded.joined(separator: "  ")
            let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) }
            return line[..<(end ?? line.startIndex)] + "\n"
        }.joined()
    }

    /// How wide each column is.
    private func widths(within room: Int?) -> [Int] {
        let all = [columns.map(\.title)] + rows
        var widths = columns.indices.map { column in
            all.map { TextWidth.columns(of: $0[column]) }.max() ?? 0
        }
        // What stands last at the left shifts nothing, however long it is.
        if let last = columns.last, !last.isCut, last.alignment == .left {
            widths[columns.count - 1] = TextWidth.columns(of: last.title)
        }
        guard let room else { return widths }
        var excess = widths.reduce(2 * (columns.count - 1), +) - room
        while excess > 0 {
            let names = columns.indices.filter { columns[$0].isCut && widths[$0] > Self.leastName }
            guard let widest = names.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// What of a name is always there.
    private static let leastName = 12

    private static func cut(_ cell: String, to width: Int) -> String {
        guard TextWidth.columns(of: cell) > width else { return cell }
        var room = width - 1
        return cell.prefix {
            room -= TextWidth.columns(of: $0)
            return room >= 0
        } + "…"
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
