internal import Media

/// Gathers the items of a feed, each once and no more than are kept.
struct FeedBuilder {
    var feed = Feed()
    /// Of all that name no author of their own.
    var author = ""
    private var guids: Set<String> = []
    /// Items that were looked at.
    private var count = 0

    /// Whether further items are only counted.
    var isFull: Bool {
        feed.items.count >= FeedLimits.items || count >= FeedLimits.itemsLookedAt
    }

    mutating func add(_ draft: ItemDraft) {
        count += 1
        var draft = draft
        draft.parts.removeAll { $0.variants.isEmpty }
        guard let first = draft.parts.first?.variants.first?.url else {
            feed.omissions.unusable += 1
            return
        }
        let guid = draft.guid.flatMap {
            (1...FeedLimits.guidBytes).contains($0.utf8.count) ? $0 : nil
        }
        let name = guid ?? first.withSecrets
        for (index, part) in draft.parts.enumerated() {
            add(part, of: draft, guid: index == 0 ? name : "\(name)#\(part.address)")
        }
    }

    private mutating func add(_ part: ItemDraft.Part, of draft: ItemDraft, guid: String) {
        guard !isFull else {
            feed.omissions.excess += 1
            return
        }
        guard guids.insert(guid).inserted else {
            feed.omissions.repeated += 1
            return
        }
        var item = draft.item(guid, part)
        if item.author.isEmpty { item.author = author }
        feed.items.append(item)
    }

    /// The feed, with what is known of it only at its end.
    consuming func finished() -> Feed {
        for index in feed.items.indices where feed.items[index].author.isEmpty {
            feed.items[index].author = author
        }
        return feed
    }
}

/// What a feed says of an item. It may name several things, each of which is an item of its own.
struct ItemDraft {
    /// One thing, in all its forms.
    struct Part {
        /// Its own title, where it has one.
        var title = ""
        var thumbnail: AddressText?
        var variants: [FeedVariant] = []

        var address: String { variants.first?.url.withSecrets ?? "" }
    }

    var guid: String?
    var title = ""
    var author = ""
    var summary = ""
    var publishedMicroseconds: Int64?
    var categories: [String] = []
    var thumbnail: AddressText?
    var durationSeconds: Double?
    var parts: [Part] = []

    mutating func addCategory(_ text: String) {
        let name = PlainText.of(text, isHTML: true, limit: FeedLimits.categoryBytes)
        guard !name.isEmpty, categories.count < FeedLimits.categories else { return }
        if !categories.contains(name) { categories.append(name) }
    }

    fileprivate func item(_ guid: String, _ part: Part) -> FeedItem {
        var item = FeedItem(guid: guid, variants: part.variants)
        item.title = part.title.isEmpty ? title : part.title
        item.author = author
        item.summary = summary
        item.publishedMicroseconds = publishedMicroseconds
        item.categories = categories
        item.thumbnail = thumbnail ?? part.thumbnail
        // Of several things it is not known whose duration the item has.
        item.durationSeconds = part.variants.lazy.compactMap(\.durationSeconds).first
        if parts.count == 1, let durationSeconds { item.durationSeconds = durationSeconds }
        return item
    }
}
