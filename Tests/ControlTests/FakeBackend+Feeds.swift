internal import Control
internal import ControlAPI
internal import Media
internal import Synchronization

/// Which items somebody asked for.
struct FeedQuery: Hashable {
    var feed: String?
    var category: String?
    var text: String?
    var cursor: String?
    var limit: Int
}

/// The feed `house` is the configuration's, and cannot be had.
extension FakeBackend {
    static func feed(_ id: String) -> FeedReport {
        var report = FeedReport(id: id, url: "http://\(id)/a.xml", state: .good, items: 1)
        report.title = "All of \(id)"
        (report.refreshedAt, report.nextAt) = (1_795_226_512.5, 1_795_227_412.5)
        report.configured = id == "house"
        return report
    }

    private static func item(_ id: String) -> FeedItemReport {
        var item = FeedItemReport(id: id, feed: "news", url: "http://news/\(id).mp4", title: "A")
        item.author = "Somebody"
        item.published = 1_795_226_512
        item.categories = ["Sport"]
        item.thumbnail = "http://news/\(id).jpg"
        item.durationSeconds = 61.5
        return item
    }

    func feeds() async throws(ControlError) -> [FeedReport] {
        try checkFeeds()
        return state.withLock { $0.feeds.values.sorted { $0.id < $1.id } }
    }

    func feed(_ id: String) async throws(ControlError) -> FeedReport {
        try checkFeeds()
        let feeds = state.withLock { $0.feeds }
        guard let feed = feeds[id] else {
            let known = feeds.keys.sorted().joined(separator: ", ")
            throw .notFound("There is no feed '\(id)'; there are: \(known).")
        }
        return feed
    }

    func putFeed(
        _ id: String,
        _ definition: FeedDefinition
    ) async throws(ControlError) -> (feed: FeedReport, isNew: Bool) {
        try checkFeeds()
        guard id != "house", definition.url != "http://many" else { throw .conflict("Not so.") }
        return state.withLock { state in
            let report = Self.feed(id)
            state.feedDefinitions.append(definition)
            return (report, state.feeds.updateValue(report, forKey: id) == nil)
        }
    }

    func deleteFeed(_ id: String) async throws(ControlError) {
        guard !(try await feed(id)).configured else { throw .conflict("It is the file's.") }
        state.withLock { $0.feeds[id] = nil }
    }

    func refreshFeed(_ id: String) async throws(ControlError) -> FeedRefreshReport {
        guard !(try await feed(id)).configured else { throw .badGateway("No such host.") }
        var report = FeedRefreshReport(feed: id, unchanged: false, items: 4)
        (report.added, report.removed, report.changed) = (3, 2, 1)
        return report
    }

    func feedItems(
        _ id: String,
        category: String?,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> FeedItemPage {
        _ = try await feed(id)
        return try page(FeedQuery(feed: id, category: category, cursor: cursor, limit: limit))
    }

    func searchFeeds(
        _ text: String,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> FeedItemPage {
        try checkFeeds()
        return try page(FeedQuery(text: text, cursor: cursor, limit: limit))
    }

    func discover() async throws(ControlError) -> DiscoverReport {
        try checkFeeds()
        return DiscoverReport(
            trending: [TrendingReport(item: Self.item("1"), score: 1.5)],
            channels: [ChannelReport(feed: "news", title: "All of news", items: 2)],
            latest: [Self.item("2")],
            categories: [CategoryReport(name: "Sport", items: 2)]
        )
    }

    private func page(_ query: FeedQuery) throws(ControlError) -> FeedItemPage {
        guard query.cursor != "strange" else { throw .unprocessable("It is no cursor.") }
        state.withLock { $0.feedQueries.append(query) }
        return FeedItemPage(items: [Self.item("1"), Self.item("2")], nextCursor: "2")
    }

    private func checkFeeds() throws(ControlError) {
        guard state.withLock({ $0.hasFeeds }) else { throw .unavailable("It is away.") }
    }
}
