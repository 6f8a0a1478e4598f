/// Text as it may leave for a terminal or a log: whatever it holds, it stays on its
/// line and steers nothing.
public enum VisibleText {
    /// The text with its control characters written out: `\n`, `\x1b`, and as `\u{202e}`
    /// those that break lines or turn the direction of writing. Anything else is as it was.
    public static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isInvisible) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isInvisible(scalar) {
                result += written(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The same for text of several lines, which stay apart.
    public static func escapedLines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
            .joined(separator: "\n")
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029: true
        // Which way the text runs: what looks like one thing is another.
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func written(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default: break
        }
        let digits = String(scalar.value, radix: 16)
        guard scalar.value > 0xFF else {
            return "\\x" + (digits.count < 2 ? "0" : "") + digits
        }
        return "\\u{\(digits)}"
    }
}
