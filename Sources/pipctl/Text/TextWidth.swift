/// How much room text takes on a terminal.
enum TextWidth {
    /// The columns of a text that has no control characters.
    static func columns(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The columns of what people call a letter: 0, 1 or 2, however many scalars it has.
    static func columns(of letter: Character) -> Int {
        min(letter.unicodeScalars.reduce(0) { $0 + columns(of: $1) }, 2)
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        // A variation selector that makes an emoji, which is wide, of what is before it.
        if scalar == "\u{FE0F}" { return 1 }
        if isWide(scalar) { return 2 }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: 0
        // Such as joiners; a soft hyphen is shown.
        case .format: scalar == "\u{AD}" ? 1 : 0
        default: 1
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        return scalar.properties.isEmojiPresentation || wide.contains { $0 ~= scalar.value }
    }

    /// The blocks of `W` and `F` in Unicode's EastAsianWidth.txt, but for emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x1_6FE0...0x1_8DFF, 0x1_AFF0...0x1_B2FF, 0x1_F200...0x1_F265,
        0x2_0000...0x3_FFFD,
    ]
}
