/// Looks XML through before libxml2 does, and refuses what it must not see.
///
/// A document type could declare entities. The time that libxml2 takes for a tag grows with the
/// square of its attributes and with the namespaces that there are, that for a comment with the
/// square of its length: so those are bounded, and comments and instructions blanked. With
/// them goes the XML declaration, which often does not stand at the very beginning; the text is
/// UTF-8 by now. Control characters, which no XML may hold and many feeds do, are blanks, too.
/// What stands behind the first element's end, such as a server's banner, is left off.
///
/// What is no XML may be taken apart here in another way than libxml2 does it, but only behind the
/// place at which that gives up. Lines stay where they are.
struct XMLScan {
    private(set) var bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// Namespaces that each of the open elements declares.
    private var open: [Int] = []
    /// All of them.
    private var namespaces = 0
    private var hasElements = false
    /// Whether the first element has ended.
    private var isOver = false

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// - Parameter bytes: The text in UTF-8.
    /// - Returns: What libxml2 may read.
    /// - Throws: Why it may not, or what is not closed.
    static func cleaned(_ bytes: [UInt8]) throws(FeedError) -> [UInt8] {
        var scan = Self(bytes)
        while scan.index < scan.bytes.count, !scan.isOver { try scan.step() }
        guard scan.hasElements else { throw .isEmpty }
        scan.bytes.removeSubrange(scan.index...)
        return scan.bytes
    }

    private mutating func step() throws(FeedError) {
        guard bytes[index] == UInt8(ascii: "<") else { return pass() }
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        switch next {
        case UInt8(ascii: "?"): try blank("an instruction", behind: "?>")
        case UInt8(ascii: "!"): try takeDeclaration()
        default: try takeTag()
        }
    }

    /// Goes one byte on.
    private mutating func pass() {
        let byte = bytes[index]
        if byte == 0x0A { line += 1 }
        if byte < 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { bytes[index] = 0x20 }
        index += 1
    }

    private mutating func takeDeclaration() throws(FeedError) {
        if isAt("<!--") { return try blank("a comment", behind: "-->") }
        if isAt("<![CDATA[") {
            let end = try end(of: "a CDATA section", "]]>")
            while index < end { pass() }
            return
        }
        let words = String(decoding: bytes[index...].prefix(40), as: UTF8.self).lowercased()
            .split { $0.isWhitespace || $0 == ">" }
        guard words.first?.hasPrefix("<!doctype") == true else {
            throw damaged("a declaration stands where none may")
        }
        throw words.dropFirst().first == "html" ? .isWebPage : .hasDocumentType(line: line)
    }

    private func isAt(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func blank(_ name: String, behind end: String) throws(FeedError) {
        let end = try self.end(of: name, end)
        while index < end {
            if bytes[index] != 0x0A { bytes[index] = 0x20 }
            pass()
        }
    }

    /// The index behind `pattern`.
    private func end(of name: String, _ pattern: String) throws(FeedError) -> Int {
        // Not within its own beginning, as in <!-->.
        let start = min(index + (pattern == "-->" ? 4 : 2), bytes.count)
        guard let found = bytes[start...].start(of: Array(pattern.utf8)) else {
            throw damaged("\(name) that begins there has no end")
        }
        return found + pattern.utf8.count
    }

    private mutating func takeTag() throws(FeedError) {
        let start = index
        var quote: UInt8?
        var (attributes, declared) = (0, 0)
        while index < bytes.count, index - start < FeedLimits.tagBytes {
            let byte = bytes[index]
            pass()
            switch byte {
            case quote: quote = nil
            case 0x22 where quote == nil, 0x27 where quote == nil: quote = byte
            case UInt8(ascii: "=") where quote == nil: attributes += 1
            case UInt8(ascii: "x") where quote == nil && isAt("mlns"): declared += 1
            case UInt8(ascii: ">") where quote == nil:
                guard attributes <= FeedLimits.attributes,
                    namespaces + declared <= FeedLimits.namespaces
                else { throw .isTooLarge(.xml, line: line) }
                return tagEnded(from: start, declaring: declared)
            default: break
            }
        }
        guard index < bytes.count else { throw damaged("a tag has no end") }
        throw .isTooLarge(.xml, line: line)
    }

    private mutating func tagEnded(from start: Int, declaring declared: Int) {
        if bytes[start + 1] == UInt8(ascii: "/") {
            namespaces -= open.popLast() ?? 0
        } else if bytes[index - 2] != UInt8(ascii: "/") {
            open.append(declared)
            namespaces += declared
        }
        hasElements = true
        isOver = open.isEmpty
    }

    private func damaged(_ reason: String) -> FeedError {
        .isDamaged(.xml, line: line, reason: reason)
    }
}
