internal import Media

/// An item of RSS or an entry of Atom, with Media RSS and what podcasts have in it.
///
/// Enclosures and media of one item are the same thing in several forms. RSS does not say
/// so, but whoever lists several does it for that; a `media:group` does say so, so that each
/// further group is an item of its own.
struct XMLItem {
    private let element: XMLElement
    private let links: FeedLinks
    private let groups: [XMLElement]
    /// Where Media RSS may say something of the item, the nearest first.
    private let places: [XMLElement]

    init(_ element: XMLElement, _ links: FeedLinks) {
        self.element = element
        self.links = links
        groups = element.all(.media, "group")
        let first = groups.prefix(1)
        let contents = (first + [element]).flatMap { $0.all(.media, "content") }
        places = first + [element] + contents
    }

    var draft: ItemDraft {
        var draft = ItemDraft(guid: guid)
        draft.title = text(Self.titles, inMedia: "title", FeedLimits.titleBytes)
        draft.summary = text(Self.summaries, inMedia: "description", FeedLimits.summaryBytes)
        draft.author = element.firstText(Self.authors)?.authorName ?? ""
        draft.publishedMicroseconds = published
        draft.thumbnail = thumbnail
        draft.durationSeconds = FeedNumber.seconds(element.first(.podcast, "duration")?.text)
        addCategories(to: &draft)
        draft.parts = [mainPart] + groups.dropFirst().map(part)
        return draft
    }

    private var guid: String? {
        let names = [XMLName(.rss, "guid"), XMLName(.atom, "id"), XMLName(.dublin, "identifier")]
        return element.firstText(names)?.identity ?? element["about"]
    }

    private static let titles = [
        XMLName(.rss, "title"), XMLName(.atom, "title"), XMLName(.podcast, "title"),
        XMLName(.dublin, "title"),
    ]
    private static let summaries = [
        XMLName(.rss, "description"), XMLName(.atom, "summary"), XMLName(.podcast, "summary"),
        XMLName(.content, "encoded"), XMLName(.atom, "content"),
    ]
    private static let authors = [
        XMLName(.podcast, "author"), XMLName(.dublin, "creator"), XMLName(.atom, "author"),
        XMLName(.rss, "author"),
    ]
    private static let dates = [
        XMLName(.rss, "pubdate"), XMLName(.atom, "published"), XMLName(.dublin, "date"),
        XMLName(.dublin, "issued"), XMLName(.dublin, "created"), XMLName(.atom, "issued"),
        XMLName(.atom, "updated"), XMLName(.atom, "modified"), XMLName(.dublin, "modified"),
    ]

    /// The text of the first of these names, else of what Media RSS calls it.
    private func text(_ names: [XMLName], inMedia local: String, _ limit: Int) -> String {
        let own = element.firstText(names)
        let found = own ?? places.lazy.compactMap { $0.firstText([XMLName(.media, local)]) }.first
        return found?.plain(limit: limit) ?? ""
    }

    /// The first date that is one.
    private var published: Int64? {
        Self.dates.lazy.flatMap { element.all($0.vocabulary, $0.local) }
            .compactMap { FeedDate.microseconds($0.text) }.first
    }

    private var thumbnail: AddressText? {
        let media = places.flatMap { $0.all(.media, "thumbnail") }
        let own = element.all(.podcast, "image") + element.all(.rss, "image")
        return (media + own).lazy.compactMap(links.image).first
    }

    private func addCategories(to draft: inout ItemDraft) {
        for child in element.children {
            switch (child.name.vocabulary, child.name.local) {
            case (.rss, "category"), (.dublin, "subject"): draft.addCategory(child.text)
            case (.atom, "category"): draft.addCategory(child["label"] ?? child["term"] ?? "")
            case (.podcast, "category"):
                draft.addCategory(child["text"] ?? "")
                for inner in child.all(.podcast, "category") {
                    draft.addCategory(inner["text"] ?? "")
                }
            default: break
            }
        }
        for category in places.flatMap({ $0.all(.media, "category") }) {
            draft.addCategory(category["label"] ?? category.text)
        }
    }
}

extension XMLItem {
    private var mainPart: ItemDraft.Part {
        var list = VariantList()
        for child in element.children {
            switch (child.name.vocabulary, child.name.local) {
            case (.rss, "enclosure"): add(child, "url", to: &list)
            case (.atom, "link") where child["rel"]?.lowercased() == "enclosure":
                add(child, "href", to: &list)
            case (.atom, "content"): add(child, "src", to: &list)
            default: break
            }
        }
        for place in groups.prefix(1) + [element] { addMedia(of: place, to: &list) }
        return list.part
    }

    private func part(_ group: XMLElement) -> ItemDraft.Part {
        var list = VariantList()
        addMedia(of: group, to: &list)
        var part = list.part
        part.title = group.first(.media, "title")?.plain(limit: FeedLimits.titleBytes) ?? ""
        return part
    }

    private func addMedia(of place: XMLElement, to list: inout VariantList) {
        for content in place.all(.media, "content") { add(content, "url", to: &list) }
    }

    /// Adds what an element leads to. Only Media RSS has more than an address and a type.
    private func add(_ element: XMLElement, _ attribute: String, to list: inout VariantList) {
        guard let url = links.address(element[attribute], base: element.base) else { return }
        var variant = FeedVariant(url: url, mediaType: MediaType.normal(element["type"]))
        guard element.name.vocabulary == .media else { return list.add(variant) }
        variant.bitsPerSecond = FeedNumber.kilobits(element["bitrate"])
        variant.width = FeedNumber.pixels(element["width"])
        variant.height = FeedNumber.pixels(element["height"])
        variant.isDefault = element["isdefault"]?.lowercased() == "true"
        variant.durationSeconds = FeedNumber.seconds(element["duration"])
        list.add(variant, medium: element["medium"])
    }
}
