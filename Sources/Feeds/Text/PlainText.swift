/// Makes one line of plain text of what may be HTML: without tags, scripts and comments, its
/// character references read, its white space single.
///
/// No HTML parser: what is left of a broken page is text, however odd, and every byte is looked
/// at a few times at most.
struct PlainText {
    private let text: [UInt8]
    private let limit: Int
    private var index = 0
    private var output: [UInt8] = []
    private var isSpaceDue = false
    /// Where a search found nothing: none is made for it again.
    private var missing: Set<String> = []

    private init(_ text: String, limit: Int) {
        self.text = Array(text.utf8)
        self.limit = limit
    }

    /// - Parameters:
    ///   - text: As the feed has it.
    ///   - isHTML: Whether tags and references in it are such.
    ///   - limit: Bytes of UTF-8 that are kept, in whole characters.
    /// - Returns: The text for people.
    static func of(_ text: String, isHTML: Bool, limit: Int) -> String {
        guard !text.isEmpty else { return "" }
        var plain = Self(text, limit: limit)
        while plain.index < plain.text.count, plain.output.count <= limit {
            plain.step(isHTML: isHTML)
        }
        return plain.result
    }

    private var result: String {
        var end = output.count
        if end > limit {
            end = limit
            while end > 0, output[end] & 0xC0 == 0x80 { end -= 1 }
        }
        return String(decoding: output[..<end], as: UTF8.self)
    }

    private mutating func step(isHTML: Bool) {
        let byte = text[index]
        switch byte {
        case UInt8(ascii: "<") where isHTML && skipTag(): break
        case UInt8(ascii: "&") where isHTML && takeReference(): break
        default:
            index += 1
            put(byte)
        }
    }

    private mutating func put(_ byte: UInt8) {
        if byte <= 0x20 || byte == 0x7F {
            isSpaceDue = true
            return
        }
        if isSpaceDue, !output.isEmpty { output.append(0x20) }
        isSpaceDue = false
        output.append(byte)
        if byte >= 0x80 { foldSpace() }
    }

    /// The spaces that do not break a line, and the breaks of Unicode, are spaces.
    private mutating func foldSpace() {
        for space in Self.otherSpaces where output.last == space.last && output.hasSuffix(space) {
            output.removeLast(space.count)
            if output.last == 0x20 { output.removeLast() }
            isSpaceDue = true
        }
    }

    private static let otherSpaces = ["\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}"].map {
        Array($0.utf8)
    }
}

extension PlainText {
    /// - Returns: False where no tag begins, such as in `a < b`.
    private mutating func skipTag() -> Bool {
        guard index + 1 < text.count else { return false }
        if text[index...].starts(with: "<!--".utf8) { return skip(behind: "-->") }
        let next = text[index + 1]
        let isTag =
            next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
            || next == UInt8(ascii: "?") || Self.isLetter(next)
        let name = tagName()
        guard isTag, skip(behind: ">") else { return false }
        if Self.blocks.contains(name) { isSpaceDue = true }
        if name == "script" || name == "style" {
            _ = skip(behind: "</\(name)") && skip(behind: ">")
        }
        return true
    }

    /// In lower case, without the slash of an end.
    private func tagName() -> String {
        let rest = text[(index + 1)...]
        let name = (rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest).prefix(12)
            .prefix { Self.isLetter($0) || (0x30...0x39).contains($0) }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    private mutating func skip(behind end: String) -> Bool {
        guard !missing.contains(end) else { return false }
        guard let found = text[index...].start(of: Array(end.utf8)) else {
            missing.insert(end)
            return false
        }
        index = found + end.utf8.count
        return true
    }

    /// What parts words where it stands without a space.
    static let blocks: Set<String> = [
        "address", "article", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption", "figure",
        "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "img", "li", "ol", "p",
        "pre", "section", "table", "td", "th", "tr", "ul",
    ]

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

extension PlainText {
    /// Takes `&amp;`, `&#38;` or `&#x26;`. What HTML does not name is text.
    private mutating func takeReference() -> Bool {
        let name = text[(index + 1)...].prefix(10).prefix { $0 != UInt8(ascii: ";") }
        let end = name.endIndex
        guard end < text.count, text[end] == UInt8(ascii: ";"), !name.isEmpty else { return false }
        guard let scalar = HTMLReference.scalar(String(decoding: name, as: UTF8.self)) else {
            return false
        }
        index = end + 1
        for byte in String(Character(scalar)).utf8 { put(byte) }
        return true
    }
}

extension [UInt8] {
    func hasSuffix(_ end: [UInt8]) -> Bool { count >= end.count && suffix(end.count) == end[...] }
}

extension ArraySlice<UInt8> {
    /// Where `pattern` begins, in any case of its letters; nil where it is not there.
    func start(of pattern: [UInt8]) -> Int? {
        guard let first = pattern.first, count >= pattern.count else { return nil }
        var place = startIndex
        let last = endIndex - pattern.count
        while place <= last {
            if Self.isSame(self[place], first),
                zip(self[place...], pattern).allSatisfy(Self.isSame)
            {
                return place
            }
            place += 1
        }
        return nil
    }

    private static func isSame(_ one: UInt8, _ other: UInt8) -> Bool {
        one == other || (one | 0x20 == other | 0x20 && (0x61...0x7A).contains(one | 0x20))
    }
}
