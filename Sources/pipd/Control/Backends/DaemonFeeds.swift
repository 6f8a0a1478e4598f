internal import Control
internal import ControlAPI
internal import Media
internal import MediaLink

/// Feeds as the HTTP API sees them.
///
/// Thread: safe.
struct DaemonFeeds: FeedsBackend {
    let media: MediaClient

    /// How long it may take to look at a feed: to connect, to be sent it, and to wait for others.
    private static let refreshPatience = Nanoseconds.milliseconds(80_000)

    func feeds() async throws(ControlError) -> [FeedReport] {
        try await media.ask(.feeds(.list)) { if case .feeds(let feeds) = $0 { feeds } else { nil } }
    }

    func feed(_ id: String) async throws(ControlError) -> FeedReport {
        try await media.ask(.feeds(.show(id))) {
            if case .feed(let feed, _) = $0 { feed } else { nil }
        }
    }

    func putFeed(
        _ id: String,
        _ definition: FeedDefinition
    ) async throws(ControlError) -> (feed: FeedReport, isNew: Bool) {
        try await media.ask(.feeds(.put(id, definition))) {
            if case .feed(let feed, let isNew) = $0 { (feed, isNew) } else { nil }
        }
    }

    func deleteFeed(_ id: String) async throws(ControlError) {
        try await media.ask(.feeds(.delete(id))) { $0 == .done ? () : nil }
    }

    func refreshFeed(_ id: String) async throws(ControlError) -> FeedRefreshReport {
        try await media.ask(.feeds(.refresh(id)), within: Self.refreshPatience) {
            if case .refreshed(let report) = $0 { report } else { nil }
        }
    }

    func feedItems(
        _ id: String,
        category: String?,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> FeedItemPage {
        let request = FeedRequest.items(id, category: category, cursor: cursor, limit: limit)
        return try await media.ask(.feeds(request)) {
            if case .page(let page) = $0 { page } else { nil }
        }
    }

    func discover() async throws(ControlError) -> DiscoverReport {
        try await media.ask(.feeds(.discover)) {
            if case .discovered(let found) = $0 { found } else { nil }
        }
    }

    func searchFeeds(
        _ text: String,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> FeedItemPage {
        try await media.ask(.feeds(.search(text, cursor: cursor, limit: limit))) {
            if case .page(let page) = $0 { page } else { nil }
        }
    }
}
