public import Media

/// Puts what lists hold in the place of the items of a feed that name those lists.
///
///     a.m3u ─┬─ 1.mp4
///            ├─ b.m3u ──┬─ 2.mp4      ─►  1 2 3 4
///            │          └─ 3.mp4
///            └─ 4.mp4
///
/// A list is read once, wherever it is named again: lists that name each other come to an end.
public struct NestedLists {
    /// A list in a list in a list in the feed is the last that is read.
    public static let depth = 4
    /// All that are read; what names further ones is left out.
    public static let most = 64

    private var visited: Set<String>
    private var guids: Set<String> = []
    private var result: Feed

    private init(_ feed: Feed, from address: AddressText) {
        visited = [address.withSecrets]
        result = feed
        result.items = []
    }

    /// - Parameters:
    ///   - feed: That may name lists.
    ///   - address: Where it is from.
    ///   - read: Reads a list; nil for an address of one stream, which is an item as it is.
    /// - Returns: The feed with what they hold; their titles are not kept.
    /// - Throws: What `read` throws.
    public static func resolve<Failure: Error>(
        _ feed: Feed,
        from address: AddressText,
        reading read: (AddressText) throws(Failure) -> Feed?
    ) throws(Failure) -> Feed {
        guard feed.items.contains(where: { $0.list != nil }) else { return feed }
        var lists = Self(feed, from: address)
        try lists.add(feed.items, depth: 1, reading: read)
        return lists.result
    }

    private mutating func add<Failure: Error>(
        _ items: [FeedItem],
        depth: Int,
        reading read: (AddressText) throws(Failure) -> Feed?
    ) throws(Failure) {
        for item in items {
            guard let list = item.list else {
                add(item)
                continue
            }
            guard mayVisit(list, depth) else { continue }
            guard let feed = try read(list) else {
                add(item)
                continue
            }
            result.omissions.add(feed.omissions)
            try add(feed.items, depth: depth + 1, reading: read)
        }
    }

    private mutating func add(_ item: FeedItem) {
        guard result.items.count < FeedLimits.items else {
            result.omissions.excess += 1
            return
        }
        guard guids.insert(item.guid).inserted else {
            result.omissions.repeated += 1
            return
        }
        result.items.append(item)
    }

    private mutating func mayVisit(_ list: AddressText, _ depth: Int) -> Bool {
        guard result.items.count < FeedLimits.items, visited.count <= Self.most else {
            result.omissions.excess += 1
            return false
        }
        guard depth < Self.depth else {
            result.omissions.unusable += 1
            return false
        }
        guard visited.insert(list.withSecrets).inserted else {
            result.omissions.repeated += 1
            return false
        }
        return true
    }
}

extension FeedItem {
    /// The list that it names in place of something to show, by its media type or its name; nil
    /// for what is none. Lists whose name ends in `.m3u8` are mostly one stream: they are shown.
    public var list: AddressText? {
        guard let variant = variants.first else { return nil }
        let path = variant.url.withSecrets.prefix { $0 != "?" }.lowercased()
        guard !path.hasSuffix(".m3u8") else { return nil }
        let isNamedSo = path.hasSuffix(".m3u") || path.hasSuffix(".xspf")
        return isNamedSo || variant.mediaType.map(Self.listTypes.contains) == true
            ? variant.url : nil
    }

    private static let listTypes: Set<String> = [
        "application/xspf+xml", "audio/mpegurl", "audio/x-mpegurl",
    ]
}
