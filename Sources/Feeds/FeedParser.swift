/// Reads feeds of every form that is known.
///
///     bytes ─ FeedText ─┬─ `<`  XMLScan ─ XMLReader ─ XMLFeed    RSS, Atom, XSPF
///                       ├─ `{`  JSONReader ─ JSONFeed            JSON Feed
///                       └─ `#EXTM3U`  M3UList                    M3U
///                                         └─► FeedBuilder ─► Feed
///
/// What the feed begins with tells its form; the content type and the name of the feed only
/// tell an M3U list that does not begin as one.
///
/// Thread: reentrant.
public enum FeedParser {
    /// Reads a feed.
    ///
    /// - Parameters:
    ///   - bytes: All of it, as it came.
    ///   - address: Where it came from, after redirects, or the path of a file: links are
    ///     relative to it. Only a file may name files.
    ///   - contentType: What the server says that it is, with its parameters.
    /// - Returns: What it says.
    /// - Throws: Why it is not read; see `FeedError`.
    public static func parse(
        _ bytes: [UInt8],
        from address: String,
        contentType: String? = nil
    ) throws(FeedError) -> Feed {
        guard bytes.count <= FeedLimits.bytes else { throw .tooLong(bytes: bytes.count) }
        let text = try FeedText.utf8(bytes, charset: contentType.flatMap(charset))
        let links = FeedLinks(base: FeedAddress(address))
        let start = text.drop { $0 <= 0x20 }
        switch start.first {
        case nil: throw .isEmpty
        case UInt8(ascii: "<"): return try XMLFeed.read(text, links)
        case UInt8(ascii: "{"): return try JSONFeed.read(text, links)
        default: break
        }
        guard start.starts(with: M3UList.mark) || isList(address, contentType) else {
            throw .isUnknown
        }
        return try M3UList.read(text, links)
    }

    private static func isList(_ address: String, _ contentType: String?) -> Bool {
        let type = MediaType.normal(contentType) ?? ""
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return type.hasSuffix("mpegurl") || path.hasSuffix(".m3u") || path.hasSuffix(".m3u8")
    }

    /// The value of `charset=`, with or without quotation marks.
    private static func charset(_ contentType: String) -> String? {
        for part in contentType.prefix(200).split(separator: ";").dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1)
            guard words.count == 2, words[0].filter({ $0 != " " }).lowercased() == "charset" else {
                continue
            }
            return words[1].filter { $0 != " " && $0 != "\"" && $0 != "'" }
        }
        return nil
    }
}
