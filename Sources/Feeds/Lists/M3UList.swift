/// Reads lists of addresses, M3U: one a line, and what precedes it in lines that begin with `#`.
///
/// HLS uses the same form for one stream, whose lines are no items: it is refused by the tags
/// that it must have.
struct M3UList {
    private let links: FeedLinks
    private var builder = FeedBuilder()
    /// What the last `#EXTINF` says of the next address.
    private var information = ""
    private var picture = ""
    private var group = ""

    /// What the list begins with, if it says so.
    static let mark = Array("#EXTM3U".utf8)

    private init(_ links: FeedLinks) {
        self.links = links
    }

    static func read(_ bytes: [UInt8], _ links: FeedLinks) throws(FeedError) -> Feed {
        var list = Self(links)
        var rest = bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
            try list.take(line)
            rest = rest[line.endIndex...].dropFirst()
        }
        return list.builder.finished()
    }

    private mutating func take(_ line: ArraySlice<UInt8>) throws(FeedError) {
        let line = line.prefix(FeedLimits.elementTextBytes).drop { $0 <= 0x20 }
        guard line.first == UInt8(ascii: "#") else { return takeAddress(line) }
        let tag = line.prefix { $0 != UInt8(ascii: ":") }
        let value = String(decoding: line[tag.endIndex...].dropFirst(), as: UTF8.self)
        switch String(decoding: tag, as: UTF8.self).uppercased() {
        case "#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-MEDIA-SEQUENCE",
            "#EXT-X-I-FRAME-STREAM-INF", "#EXT-X-PART-INF":
            throw .isStream("HLS")
        case "#EXTINF": information = value
        case "#EXTGRP": group = value
        case "#EXTIMG": picture = value
        case "#PLAYLIST":
            builder.feed.title = PlainText.of(value, isHTML: false, limit: FeedLimits.titleBytes)
        default: break
        }
    }

    private mutating func takeAddress(_ line: ArraySlice<UInt8>) {
        guard let last = line.lastIndex(where: { $0 > 0x20 }) else { return }
        defer { (information, picture) = ("", "") }
        guard !builder.isFull else {
            builder.feed.omissions.excess += 1
            return
        }
        var list = VariantList()
        let text = Self.reference(String(decoding: line[...last], as: UTF8.self), links.base)
        if let url = links.address(text, base: links.base) { list.add(FeedVariant(url: url)) }
        var draft = informed()
        draft.addCategory(group)
        draft.parts = [list.part]
        builder.add(draft)
    }

    /// In a list that is a file, what has no scheme is the name of a file: `100%.mp4`.
    private static func reference(_ text: String, _ base: FeedAddress?) -> String {
        guard base?.isFile == true, !text.contains("://"),
            text.utf8.count <= FeedLimits.addressBytes
        else { return text }
        // A colon in a name is not behind a scheme.
        return (text.hasPrefix("/") ? "" : "./") + FeedAddress.escaped(text, isName: true)
    }

    /// `SECONDS name="value" …,TITLE`. The seconds of what has no end are -1.
    private func informed() -> ItemDraft {
        let text = information
        var draft = ItemDraft()
        var isQuoted = false
        let comma = text.firstIndex {
            if $0 == "\"" { isQuoted.toggle() }
            return $0 == "," && !isQuoted
        }
        let facts = text[..<(comma ?? text.endIndex)]
        let title = comma.map { String(text[text.index(after: $0)...]) } ?? ""
        draft.title = PlainText.of(title, isHTML: false, limit: FeedLimits.titleBytes)
        let seconds = facts.prefix { $0 != " " && $0 != "\t" }
        draft.durationSeconds = FeedNumber.seconds(String(seconds))
        let logo = Self.value(of: "tvg-logo", in: facts) ?? picture
        draft.thumbnail = links.address(logo, base: links.base)
        draft.addCategory(Self.value(of: "group-title", in: facts) ?? "")
        return draft
    }

    /// What stands in quotation marks behind `name=`.
    private static func value(of name: String, in text: Substring) -> String? {
        guard let start = text.firstRange(of: "\(name)=\"")?.upperBound else { return nil }
        let value = text[start...].prefix { $0 != "\"" }
        return value.isEmpty ? nil : String(value)
    }
}
