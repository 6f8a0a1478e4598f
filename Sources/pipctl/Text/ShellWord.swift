internal import Media

/// What is to be typed into a shell for a text.
enum ShellWord {
    /// One word, on one line, that steers no terminal: the text itself where that is one, else in
    /// quotes. Control characters need a shell that has `$'…'`, as bash and zsh do.
    static func quoting(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        guard text.unicodeScalars.contains(where: isInvisible) else {
            // Not by characters: a mark that combines with a quote makes one of both.
            let inside = text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }
            return "'\(inside.joined())'"
        }
        return "$'" + text.unicodeScalars.map(escaped).joined() + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "%+,-./:=@_".utf8.contains(byte)
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        VisibleText.escaped(String(scalar)) != String(scalar)
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "'", "\\": return "\\\(scalar)"
        case _ where !isInvisible(scalar): return String(scalar)
        default:
            return String(scalar).utf8
                .map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
}
