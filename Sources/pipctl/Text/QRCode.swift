internal import CQREncode
internal import Media

/// A text as a pattern that a phone's camera reads (ISO/IEC 18004).
struct QRCode {
    /// How many dots a side has.
    let side: Int
    private let isDark: [Bool]

    /// Nil for a text that no pattern holds, of more than 2,331 bytes.
    ///
    /// - Parameter text: Without NUL.
    init?(_ text: String) {
        // The damage that a pattern survives is M, 15 %: a screen has reflections, but no dirt.
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        let dots = UnsafeBufferPointer(start: code.pointee.data, count: side * side)
        isDark = dots.map { $0 & 1 == 1 }
    }

    /// How many light dots surround it, as the standard wants it.
    private static let margin = 4

    /// Lines of characters that are two dots high each.
    ///
    /// - Parameter isColoured: Whether a terminal is told to write black on white. Else what is
    ///   light is drawn, which is right on a dark ground.
    /// - Returns: Complete lines.
    func text(isColoured: Bool) -> String {
        let range = -Self.margin..<side + Self.margin
        var text = ""
        for row in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            if isColoured { text += "\u{1B}[38;5;16;48;5;231m" }
            for column in range {
                let above = isDark(row, column) == isColoured
                // The number of rows is odd: the last has one beside it that is the margin's.
                let below = isDark(row + 1, column) == isColoured
                text += above ? (below ? "█" : "▀") : (below ? "▄" : " ")
            }
            text += isColoured ? "\u{1B}[0m\n" : "\n"
        }
        return text
    }

    /// Shows the address of a page on the terminal, and says where it leads a phone nowhere.
    static func show(_ address: String) throws(CommandFailure) {
        guard let code = QRCode(address) else {
            throw .refused("The address is too long for a QR code.")
        }
        Terminal.write(Array(code.text(isColoured: Terminal.isInteractive).utf8))
        let ownHosts = ["127.", "localhost:", "[::1]:"].map { "http://\($0)" }
        guard ownHosts.contains(where: address.hasPrefix) else { return }
        Terminal.printError(
            "To a phone this address is the phone itself. With an address that this machine has in "
                + "your network, `web.listen` lets others in."
        )
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard 0..<side ~= row, 0..<side ~= column else { return false }
        return isDark[row * side + column]
    }
}
