/// Reads JSON, within the bounds of `FeedLimits`, with the lines of what is wrong.
///
/// It is the text of RFC 8259, but that control characters may stand in texts, as in many feeds.
struct JSONReader {
    private let bytes: [UInt8]
    private var index = 0
    private var count = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The one value of a text.
    static func read(_ bytes: [UInt8]) throws(FeedError) -> JSONNode {
        var reader = Self(bytes)
        let value = try reader.value(depth: 1)
        reader.skipSpace()
        guard reader.index == bytes.count else { throw reader.damaged("something follows its end") }
        return value
    }

    private mutating func value(depth: Int) throws(FeedError) -> JSONNode {
        guard depth <= FeedLimits.depth else { throw .isTooDeep(.json, line: line) }
        count += 1
        guard count <= FeedLimits.values else { throw .isTooLarge(.json, line: line) }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw damaged("it ends there")
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(FeedError) -> JSONNode {
        var members: [(key: String, value: JSONNode)] = []
        index += 1
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw damaged("a key is missing") }
            let key = try string()
            guard take(":") else { throw damaged("a colon is missing") }
            members.append((key, try value(depth: depth + 1)))
        } while take(",")
        guard take("}") else { throw damaged("a comma or } is missing") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(FeedError) -> JSONNode {
        var elements: [JSONNode] = []
        index += 1
        if take("]") { return .array(elements) }
        repeat { elements.append(try value(depth: depth + 1)) } while take(",")
        guard take("]") else { throw damaged("a comma or ] is missing") }
        return .array(elements)
    }

    private mutating func number() throws(FeedError) -> JSONNode {
        let digits = bytes[index...].prefix(64).prefix { "+-.0123456789Ee".utf8.contains($0) }
        guard let value = Double(String(decoding: digits, as: UTF8.self)), value.isFinite else {
            throw damaged("a value is missing")
        }
        index = digits.endIndex
        return .number(value)
    }

    private mutating func word(_ word: String, _ value: JSONNode) throws(FeedError) -> JSONNode {
        guard bytes[index...].starts(with: word.utf8) else { throw damaged("a value is missing") }
        index += word.utf8.count
        return value
    }
}

extension JSONReader {
    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Counted only where something is wrong.
    private var line: Int { bytes[..<index].reduce(1) { $1 == 0x0A ? $0 + 1 : $0 } }

    private func damaged(_ reason: String) -> FeedError {
        .isDamaged(.json, line: line, reason: reason)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Reads a text from its first quotation mark to its last.
    private mutating func string() throws(FeedError) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escape().utf8
            default: text.append(byte)
            }
        }
        throw damaged("a text has no end")
    }

    private static let escapes: [UInt8: String] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
        UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
        UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    /// Reads what follows a backslash. Half of a pair alone is U+FFFD.
    private mutating func escape() throws(FeedError) -> String {
        guard let byte = next else { throw damaged("a text has no end") }
        index += 1
        if let text = Self.escapes[byte] { return text }
        guard byte == UInt8(ascii: "u"), let first = unit() else {
            throw damaged("an escape is none of JSON's")
        }
        let start = index
        if UTF16.isLeadSurrogate(first), bytes[index...].starts(with: "\\u".utf8) {
            index += 2
            if let second = unit(), UTF16.isTrailSurrogate(second) {
                return String(decoding: [first, second], as: UTF16.self)
            }
            index = start
        }
        return String(decoding: [first], as: UTF16.self)
    }

    /// Four hexadecimal digits; nil where they are none.
    private mutating func unit() -> UInt16? {
        let digits = bytes[index...].prefix(4)
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 4, text.first != "+", let unit = UInt16(text, radix: 16) else {
            return nil
        }
        index += 4
        return unit
    }
}
