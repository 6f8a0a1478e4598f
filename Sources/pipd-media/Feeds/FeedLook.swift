internal import ControlAPI
internal import Feeds
internal import Fetching
internal import Media
internal import MediaStore

/// A look at a feed that is to be taken.
struct FeedLook: Sendable {
    let id: FeedID
    let url: AddressText
    let validators: Validators
    /// How many items are kept.
    private let limit: Int
    /// Whether there are none yet.
    private let isFirst: Bool

    init(_ feed: StoredFeed) {
        id = feed.id
        url = feed.definition.url
        limit = feed.definition.maxItems
        isFirst = feed.refreshedAt == nil
        validators = Validators(
            etag: feed.validators.etag,
            lastModified: feed.validators.lastModified
        )
    }

    /// What has come of it.
    enum Outcome: Sendable {
        case read(Feed, Validators)
        case unchanged(Validators)
        case gone
        /// Why nothing came, and, where the server said so, how long to leave it alone.
        case failed(MessageText, FetchOutcome)
        /// It came, and is no feed.
        case unreadable(MessageText, FeedError)
        case cancelled
    }

    /// Takes it, and the lists that the feed names.
    ///
    /// Thread: blocks the fetcher's.
    func take(with fetcher: Fetcher, isCancelled: () -> Bool) -> Outcome {
        let request = FetchRequest(url, validators: validators, accept: Self.accepted)
        let outcome = Self.outcome(fetcher.fetch(request, isCancelled: isCancelled), of: url)
        guard case .read(let feed, _) = outcome, feed.items.contains(where: { $0.list != nil })
        else { return outcome }
        var visits = ListVisits(isFirst: isFirst)
        do throws(ListVisits.Failure) {
            let whole = try NestedLists.resolve(feed, from: url, limit: limit) {
                (list) throws(ListVisits.Failure) in
                guard let request = try visits.request(list, accept: Self.accepted) else {
                    return nil
                }
                return try visits.take(fetcher.fetch(request, isCancelled: isCancelled), of: list)
            }
            // Without what tells that the feed is as it was: the lists may not be.
            return .read(whole, Validators())
        } catch {
            return error.outcome
        }
    }

    /// What a fetch means for a feed.
    static func outcome(_ outcome: FetchOutcome, of url: AddressText) -> Outcome {
        switch outcome {
        case .fetched(let document): return read(document, of: url)
        case .unchanged(let validators): return .unchanged(validators)
        case .gone: return .gone
        case .busy: return .failed("'\(url)' asks to be left alone for a while.", outcome)
        case .failed(let failure) where failure.reason == .cancelled: return .cancelled
        case .failed(let failure): return .failed(failure.message, outcome)
        }
    }

    private static func read(_ document: FetchedDocument, of url: AddressText) -> Outcome {
        do throws(FeedError) {
            let feed = try FeedParser.parse(
                document.body,
                from: document.url.withSecrets,
                contentType: document.contentType
            )
            return .read(feed, document.validators)
        } catch {
            return .unreadable("'\(url)': \(error.message)", error)
        }
    }

    private static let accepted = """
        application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, \
        text/xml;q=0.9, application/json;q=0.8, */*;q=0.5
        """
}
