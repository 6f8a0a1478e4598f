public import Media

/// Puts what lists hold in the place of the items of a feed that name those lists.
///
///     a.m3u ─┬─ 1.mp4
///            ├─ b.m3u ──┬─ 2.mp4      ─►  1 2 3 4
///            │          └─ 3.mp4
///            └─ 4.mp4
///
/// A list is read once, wherever it is named again: lists that name each other come to an end.
/// What is not read, because there are too many or it is one stream, stays an item.
public struct NestedLists {
    /// A list in a list in a list in the feed is the last that is read.
    public static let depth = 4
    /// All that are read.
    public static let most = 64

    private var visited: Set<String>
    /// Those that turned out to be no lists.
    private var streams: Set<String> = []
    private var guids: Set<String> = []
    private var result: Feed
    private let limit: Int

    private init(_ feed: Feed, from address: AddressText, limit: Int) {
        let text = address.withSecrets
        // As a list would name it.
        visited = [FeedAddress(text)?.text ?? text]
        result = feed
        result.items = []
        self.limit = min(limit, FeedLimits.items)
    }

    /// - Parameters:
    ///   - feed: That may name lists.
    ///   - address: Where it is from.
    ///   - limit: How many items are wanted; what is behind them is not read.
    ///   - read: Reads a list; nil for what is an item as it is.
    /// - Returns: The feed with what they hold; their titles are not kept.
    /// - Throws: What `read` throws.
    public static func resolve<Failure: Error>(
        _ feed: Feed,
        from address: AddressText,
        limit: Int = FeedLimits.items,
        reading read: (AddressText) throws(Failure) -> Feed?
    ) throws(Failure) -> Feed {
        var lists = Self(feed, from: address, limit: limit)
        try lists.add(feed.items, depth: 1, reading: read)
        return lists.result
    }

    private mutating func add<Failure: Error>(
        _ items: [FeedItem],
        depth: Int,
        reading read: (AddressText) throws(Failure) -> Feed?
    ) throws(Failure) {
        for item in items {
            guard result.items.count < limit else {
                result.omissions.excess += 1
                continue
            }
            guard let list = item.list, !streams.contains(list.withSecrets) else {
                add(item)
                continue
            }
            guard !visited.contains(list.withSecrets) else {
                result.omissions.repeated += 1
                continue
            }
            if depth < Self.depth, visited.count <= Self.most {
                visited.insert(list.withSecrets)
                if let feed = try read(list) {
                    result.omissions.add(feed.omissions)
                    try add(feed.items, depth: depth + 1, reading: read)
                    continue
                }
                streams.insert(list.withSecrets)
            }
            add(item)
        }
    }

    private mutating func add(_ item: FeedItem) {
        guard guids.insert(item.guid).inserted else {
            result.omissions.repeated += 1
            return
        }
        result.items.append(item)
    }
}

extension FeedItem {
    /// The list that it names in place of something to show, by its media type or its name; nil
    /// for what is none. Lists whose name ends in `.m3u8` are mostly one stream: they are shown.
    public var list: AddressText? {
        let variant = preferredVariant
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
