internal import Media

/// Reads JSON Feed, 1.0 and 1.1.
///
/// Attachments with the same title are forms of one thing, as the specification says; any others
/// are different things, each of which is an item, and further ones have the address behind the
/// item's ID as their own. Pictures among them are thumbnails where there is anything else.
struct JSONFeed {
    private let links: FeedLinks
    private var builder = FeedBuilder()

    private init(_ links: FeedLinks) {
        self.links = links
    }

    static func read(_ bytes: [UInt8], _ links: FeedLinks) throws(FeedError) -> Feed {
        let root = try JSONReader.read(bytes)
        guard case .array(let items)? = root["items"] else { throw .hasNoItems }
        var feed = Self(links)
        let title = root["title"]?.text ?? ""
        feed.builder.feed.title = PlainText.of(title, isHTML: false, limit: FeedLimits.titleBytes)
        feed.builder.feed.thumbnail = feed.address(root["icon"]) ?? feed.address(root["favicon"])
        feed.builder.author = Self.author(of: root)
        for item in items { feed.add(item) }
        return feed.builder.finished()
    }

    private func address(_ node: JSONNode?) -> AddressText? {
        links.address(node?.text, base: links.base)
    }

    private mutating func add(_ item: JSONNode) {
        guard !builder.isFull else {
            builder.feed.omissions.excess += 1
            return
        }
        var draft = ItemDraft(guid: Self.identity(item["id"]))
        let title = item["title"]?.text ?? ""
        draft.title = PlainText.of(title, isHTML: false, limit: FeedLimits.titleBytes)
        draft.author = Self.author(of: item)
        draft.summary = Self.summary(of: item)
        draft.publishedMicroseconds =
            ["date_published", "date_modified"].lazy
            .compactMap { item[$0]?.text }.compactMap(FeedDate.microseconds).first
        for tag in item["tags"]?.elements ?? [] { draft.addCategory(tag.text ?? "") }
        draft.thumbnail = address(item["image"]) ?? address(item["banner_image"])
        draft.parts = parts(of: item["attachments"]?.elements ?? [])
        builder.add(draft)
    }

    private func parts(of attachments: [JSONNode]) -> [ItemDraft.Part] {
        var lists: [(title: String?, list: VariantList)] = []
        for attachment in attachments.prefix(FeedLimits.variants) {
            guard let url = address(attachment["url"]) else { continue }
            var variant = FeedVariant(url: url)
            variant.mediaType = MediaType.normal(attachment["mime_type"]?.text)
            variant.durationSeconds = FeedNumber.seconds(attachment["duration_in_seconds"]?.number)
            let title = attachment["title"]?.text
            if title == nil || !lists.contains(where: { $0.title == title }) {
                lists.append((title, VariantList()))
            }
            let index = lists.firstIndex { title != nil && $0.title == title } ?? lists.count - 1
            lists[index].list.add(variant)
        }
        return Self.withoutCovers(lists.map { ($0.title ?? "", $0.list) })
    }

    /// Things that are pictures alone are the thumbnail of those that are not.
    private static func withoutCovers(
        _ lists: [(title: String, list: VariantList)]
    ) -> [ItemDraft.Part] {
        let cover = lists.first { $0.list.isImage }?.list.part.address
        let others = lists.filter { !$0.list.isImage }
        let kept = others.isEmpty ? lists : others
        return kept.map { title, list in
            var part = list.part
            // The title of the only thing is the item's.
            if kept.count > 1 {
                part.title = PlainText.of(title, isHTML: false, limit: FeedLimits.titleBytes)
            }
            if !others.isEmpty { part.thumbnail = part.thumbnail ?? cover.map { AddressText($0) } }
            return part
        }
    }
}

extension JSONFeed {
    /// A text, or a number, which version 1.0 allowed.
    private static func identity(_ node: JSONNode?) -> String? {
        if let text = node?.text { return text }
        return node?.number.map { Int(exactly: $0).map { "\($0)" } ?? "\($0)" }
    }

    /// The first of `authors`, or the one `author` of version 1.0.
    private static func author(of node: JSONNode) -> String {
        let author = node["authors"]?.elements.first ?? node["author"]
        let name = author?["name"]?.text ?? ""
        return PlainText.of(name, isHTML: false, limit: FeedLimits.authorBytes)
    }

    private static func summary(of item: JSONNode) -> String {
        let limit = FeedLimits.summaryBytes
        if let text = item["summary"]?.text ?? item["content_text"]?.text {
            return PlainText.of(text, isHTML: false, limit: limit)
        }
        return PlainText.of(item["content_html"]?.text ?? "", isHTML: true, limit: limit)
    }
}
