public import ControlAPI

/// The feeds that playlists may take items from. A process of its own fetches and keeps them.
///
/// Every call throws `.unavailable`, with the reason, while that process is away.
public protocol FeedsBackend: Sendable {
    /// Every feed, in the order of their IDs.
    func feeds() async throws(ControlError) -> [FeedReport]

    /// - Throws: `.notFound`, naming those that there are.
    func feed(_ id: String) async throws(ControlError) -> FeedReport

    /// Defines a feed, or says what the one of that ID is from now on. Of another address,
    /// nothing is kept.
    ///
    /// - Parameters:
    ///   - id: A valid ID (`StreamLimits.isID`).
    ///   - definition: Values inside their ranges.
    /// - Returns: The feed, and whether it is new.
    /// - Throws: `.unprocessable` for an address of another kind, `.conflict` when there are as
    ///   many as there may be, or the configuration has it.
    func putFeed(
        _ id: String,
        _ definition: FeedDefinition
    ) async throws(ControlError) -> (feed: FeedReport, isNew: Bool)

    /// Forgets a feed and its items.
    ///
    /// - Throws: `.notFound`; `.conflict` for one that the configuration has.
    func deleteFeed(_ id: String) async throws(ControlError)

    /// Looks at a feed now, and waits for what it says.
    ///
    /// - Throws: `.notFound`; `.badGateway` where the feed cannot be had.
    func refreshFeed(_ id: String) async throws(ControlError) -> FeedRefreshReport

    /// A part of a feed's items, in the feed's order.
    ///
    /// - Parameters:
    ///   - id: Of the feed.
    ///   - category: Only what is filed under it, in whatever case; nil: all.
    ///   - cursor: Where another page ended; nil: from the first one.
    ///   - limit: Inside `FeedItemPage.limits`.
    /// - Returns: At most so many, and where they end.
    /// - Throws: `.notFound`; `.unprocessable` for what is no cursor.
    func feedItems(
        _ id: String,
        category: String?,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> FeedItemPage

    /// What there is to find in all feeds.
    func discover() async throws(ControlError) -> DiscoverReport

    /// Items whose title, author or summary has words that begin as those of a text do, the
    /// newest first.
    ///
    /// - Throws: `.unprocessable` for what is no cursor.
    func searchFeeds(
        _ text: String,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> FeedItemPage
}
