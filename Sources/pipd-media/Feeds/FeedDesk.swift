internal import ControlAPI
internal import Feeds
internal import Media
internal import MediaLink
internal import MediaStore

/// Answers what is asked of feeds, and says when they are looked at.
///
/// Thread: bound to the main thread.
struct FeedDesk {
    private let store: MediaStore
    private var rounds: FeedRounds
    /// What was configured last.
    private var configured: [String: FeedDefinition] = [:]

    /// After looks whose next time is not known, in microseconds.
    private static let pauseAfterFault: Int64 = 60_000_000

    init(store: MediaStore) {
        self.store = store
        rounds = FeedRounds(store: store)
    }

    /// Does what the request of a number asks for.
    ///
    /// - Returns: nil for what is answered when a look is over.
    mutating func answer(
        _ request: FeedRequest,
        _ number: Int,
        at now: Int64
    ) throws(StoreError) -> MediaAnswer? {
        switch request {
        case .list: return .feeds(try store.feeds.all().map(FeedReport.init))
        case .show(let id): return try with(id) { .feed(FeedReport($0), isNew: false) }
        case .put(let id, let definition): return try put(id, definition)
        case .delete(let id): return try delete(id)
        case .refresh(let id):
            return try with(id) {
                rounds.ask($0.id, for: number)
                return nil
            }
        case .items(let id, let category, let cursor, let limit):
            return try with(id) { (feed) throws(StoreError) in
                let page = try store.items.page(
                    of: feed.id,
                    category: category,
                    after: cursor,
                    limit: limit
                )
                return .page(FeedItemPage(page))
            }
        case .discover: return .discovered(DiscoverReport(try store.catalogue.discover(at: now)))
        case .search(let text, let cursor, let limit):
            let page = try store.catalogue.search(text, after: cursor, limit: limit)
            return .page(FeedItemPage(page))
        case .entries(let feeds, let limit): return .entries(try entries(of: feeds, limit))
        }
    }

    /// As `FeedRounds.end`.
    mutating func end(
        _ look: FeedLook,
        _ outcome: FeedLook.Outcome,
        at now: Int64,
        chance: Double
    ) -> FeedRounds.News {
        rounds.end(look, outcome, at: now, chance: chance)
    }

    /// The looks to be taken now, and in how many microseconds the next one is due.
    mutating func looks(at now: Int64) throws(StoreError) -> (now: [FeedLook], next: Int64?) {
        let looks = try rounds.start(at: now)
        do throws(StoreError) {
            return (looks, try rounds.delay(at: now))
        } catch {
            // What is under way is taken all the same.
            return (looks, Self.pauseAfterFault)
        }
    }

    /// Looks that are under way come to nothing: they are due as they were.
    mutating func giveUpLooks() { rounds.giveUp() }

    /// Puts the feeds of the configuration again: the database was begun anew.
    mutating func configureAgain() { _ = try? configure(configured) }

    /// Takes the feeds of the configuration.
    ///
    /// - Returns: `done`, or why one of them is not taken.
    mutating func configure(_ feeds: [String: FeedDefinition]) throws(StoreError) -> MediaAnswer {
        configured = feeds
        let known = feeds.compactMap { id, feed in FeedID(id).map { ($0, feed) } }
        for id in try store.feeds.retainConfigured(Set(known.map(\.0))) { rounds.change(id) }
        var refusal: StoreError?
        for (id, definition) in known {
            do throws(StoreError) {
                try put(definition, as: id, isConfigured: true, from: try store.feeds.find(id))
            } catch {
                // The others are looked at all the same.
                refusal = error
            }
        }
        return refusal.map { .refused(MediaRefusal($0)) } ?? .done
    }

    /// Does something with a feed that there has to be.
    private func with(
        _ id: String,
        _ body: (StoredFeed) throws(StoreError) -> MediaAnswer?
    ) throws(StoreError) -> MediaAnswer? {
        if let name = FeedID(id), let feed = try store.feeds.find(name) { return try body(feed) }
        return .refused(.hasNoFeed(id, among: try store.feeds.all().map(\.id.name)))
    }

    private mutating func put(
        _ id: String,
        _ definition: FeedDefinition
    ) throws(StoreError) -> MediaAnswer? {
        guard let name = FeedID(id) else { return .refused(.hasNoFeed(id, among: [])) }
        let old = try store.feeds.find(name)
        if old?.definition.isConfigured == true { return .refused(.isConfigured(id)) }
        try put(definition, as: name, isConfigured: false, from: old)
        return try with(id) { .feed(FeedReport($0), isNew: old == nil) }
    }

    private mutating func put(
        _ definition: FeedDefinition,
        as id: FeedID,
        isConfigured: Bool,
        from old: StoredFeed?
    ) throws(StoreError) {
        let url = AddressText(definition.url)
        try store.feeds.put(
            FeedEntry(
                id: id,
                url: url,
                refreshSeconds: definition.refresh,
                maxItems: definition.maxItems,
                isConfigured: isConfigured
            )
        )
        if let old, old.definition.url != url { rounds.change(id) }
    }

    private mutating func delete(_ id: String) throws(StoreError) -> MediaAnswer? {
        try with(id) { (feed) throws(StoreError) in
            if feed.definition.isConfigured { return .refused(.isConfigured(id)) }
            _ = try store.feeds.remove(feed.id)
            rounds.change(feed.id)
            return .done
        }
    }

    private func entries(of feeds: [String], _ limit: Int) throws(StoreError) -> [MediaEntry] {
        var entries: [MediaEntry] = []
        for id in feeds {
            guard entries.count < limit, let id = FeedID(id), try store.feeds.find(id) != nil else {
                continue
            }
            for record in try store.items.all(of: id) {
                let variant = record.item.preferredVariant
                var entry = MediaEntry(
                    item: record.id.name,
                    address: variant.url.withSecrets,
                    title: record.item.title
                )
                entry.duration = variant.durationSeconds ?? record.item.durationSeconds
                entries.append(entry)
            }
        }
        return Array(entries.prefix(limit))
    }
}

extension MediaRefusal {
    fileprivate static func hasNoFeed(_ id: String, among known: [String]) -> Self {
        let list = known.isEmpty ? "there is none" : "there are: \(known.joined(separator: ", "))"
        return Self(.unknown, "There is no feed '\(id)'; \(list).")
    }

    fileprivate static func isConfigured(_ id: String) -> Self {
        Self(.conflict, "The feed '\(id)' is the configuration's; change it there.")
    }
}
