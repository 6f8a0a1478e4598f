/// A text as it is given to Pango: whatever was asked for, it has an end, and no character
/// that Pango takes for the text's end or shows as a box. Spaces and line breaks at its end
/// are left out.
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
        while let last = result.last, last == " " || last == Self.lineBreak { result.removeLast() }
        text = String(result)
    }

    /// The most code points that are looked at: 2,000, and fewer where they are so large that
    /// they would be more than a picture holds. So no line gets so long, even of letters
    /// eight times as wide as high, and no text so high, that Pango's own numbers overflow.
    static func count(size: Double) -> Int {
        min(2000, Int(262_144 / size))
    }

    static let lineBreak: Unicode.Scalar = "\u{2028}"

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
