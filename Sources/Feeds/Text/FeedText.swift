/// The text of a feed in UTF-8, whatever it came in.
///
/// A byte order mark counts first, then what the text itself declares, then what the server
/// said: who wrote the feed knows more about it than a server that sends many.
enum FeedText {
    /// - Parameters:
    ///   - bytes: As they came.
    ///   - charset: What the server said of them.
    /// - Returns: The text without a byte order mark.
    /// - Throws: `.hasUnknownEncoding`.
    static func utf8(_ bytes: [UInt8], charset: String?) throws(FeedError) -> [UInt8] {
        if let decoded = decodedUTF16(bytes) { return decoded }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(bytes.dropFirst(3)) }
        let name = (declaredEncoding(bytes) ?? charset ?? "utf-8").lowercased()
        switch name {
        case "utf-8", "utf8", "us-ascii", "ascii", "utf-16": return repaired(bytes[...])
        case "iso-8859-1", "latin1", "windows-1252", "cp1252":
            return WesternText.decoded(bytes[...])
        default:
            guard let decoded = CharsetDecoder.utf8(bytes, from: name) else {
                throw .hasUnknownEncoding(String(name.prefix(40)))
            }
            return decoded
        }
    }

    /// The name in `<?xml … encoding="…"?>`.
    private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
        let start = bytes.prefix(1_024).drop { $0 <= 0x20 }.prefix(200)
        guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: 0x3E),
            let name = start[..<end].start(of: Array("encoding".utf8))
        else { return nil }
        let value = start[(name + 8)..<end].drop { $0 <= 0x20 || $0 == 0x3D }
        guard let quote = value.first, quote == 0x22 || quote == 0x27 else { return nil }
        return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }

    /// UTF-16 by its mark, or by how XML begins in it; nil for other text.
    private static func decodedUTF16(_ bytes: [UInt8]) -> [UInt8]? {
        let isBigEndian: Bool
        let hasMark: Bool
        switch bytes.prefix(2) {
        case [0xFE, 0xFF]: (isBigEndian, hasMark) = (true, true)
        case [0xFF, 0xFE]: (isBigEndian, hasMark) = (false, true)
        case [0x00, 0x3C]: (isBigEndian, hasMark) = (true, false)
        case [0x3C, 0x00]: (isBigEndian, hasMark) = (false, false)
        default: return nil
        }
        let units = stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Text that should be UTF-8. Where it is not: with more broken characters than whole ones
    /// it is windows-1252, else the broken ones are U+FFFD, as where a text was cut off by bytes.
    private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        if (try? UTF8Span(validating: bytes.span)) != nil { return Array(bytes) }
        let repaired = String(decoding: bytes, as: UTF8.self)
        var (broken, whole) = (0, 0)
        for scalar in repaired.unicodeScalars where !scalar.isASCII {
            if scalar == "\u{FFFD}" { broken += 1 } else { whole += 1 }
        }
        return broken > whole ? WesternText.decoded(bytes) : Array(repaired.utf8)
    }
}
