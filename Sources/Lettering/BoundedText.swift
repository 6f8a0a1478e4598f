/// A text as it is given to Pango: whatever was asked for, it has an end, and no character
/// that Pango takes for the text's end or shows as a box. Spaces of all kinds and line breaks at
/// its end are left out. Each paragraph is written in the direction of its own letters.
struct BoundedText {
    let text: String

    /// - Parameters:
    ///   - source: Anything.
    ///   - size: Of its letters in pixels.
    init(_ source: String, size: Double) {
        var result = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in source.unicodeScalars.prefix(Self.count(size: size)) {
            // A return and its line feed are one break.
            if scalar != "\n" || !wasReturn {
                if let shown = Self.shown(scalar) { result.append(shown) }
            }
            wasReturn = scalar == "\r"
        }
        while let last = result.last, Self.isBlank(last) { result.removeLast() }
        text = String(Self.directed(result))
    }

    /// The most code points that are looked at: 2,000, and fewer where they are so large that
    /// they would be more than a picture holds. So no line gets so long, even of letters
    /// eight times as wide as high, and no text so high, that Pango's own numbers overflow.
    static func count(size: Double) -> Int {
        min(2000, Int(262_144 / size))
    }

    static let lineBreak: Unicode.Scalar = "\u{2028}"

    /// White space, a space of no width, and the pattern of Braille without a dot.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\u{200B}" || scalar == "\u{2800}"
    }

    /// Breaks that are one character end no paragraph: all would run as the first one does, and
    /// the full stop of another script's sentence stand at its beginning. So those that run the
    /// other way are set apart (UAX #9, 2.4: isolates).
    private static func directed(
        _ text: String.UnicodeScalarView
    ) -> String.UnicodeScalarView {
        let paragraphs = text.split(separator: lineBreak, omittingEmptySubsequences: false)
        let directions = paragraphs.map { $0.lazy.compactMap(isRightToLeft).first }
        guard let base = directions.lazy.compactMap(\.self).first,
            directions.contains(!base)
        else { return text }
        var result = String.UnicodeScalarView()
        for (index, (paragraph, direction)) in zip(paragraphs, directions).enumerated() {
            if index > 0 { result.append(lineBreak) }
            guard direction == !base else {
                result += paragraph
                continue
            }
            result.append(base ? "\u{2066}" : "\u{2067}")
            result += paragraph
            result.append("\u{2069}")
        }
        return result
    }

    /// Whether a letter belongs to a script that runs from right to left; nil for what is none. By
    /// the blocks that are kept for such scripts (DerivedBidiClass.txt).
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool? {
        guard scalar.properties.isAlphabetic else { return nil }
        return switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            true
        default: false
        }
    }

    /// Line breaks are one character, so that lines can be counted: Pango counts anew behind
    /// the others. Control characters are nothing to see; nor is U+FEFF, a mark of files.
    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: lineBreak
        case 0x09: " "
        case 0..<0x20, 0x7F...0x9F, 0xFEFF: nil
        default: scalar
        }
    }
}
