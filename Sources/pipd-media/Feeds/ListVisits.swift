internal import Feeds
internal import Fetching
internal import Media
internal import Platform

/// The lists that a feed names, while they are fetched: what they may take together, and what
/// comes of each.
///
/// Half of a feed would take items off the screen: where a list cannot be had now, and may be
/// later, the feed stays as it was. What will not be a list later either is an item, as anything
/// else that may be no video: the playlist says so when it is its turn.
struct ListVisits {
    /// Of all of them.
    static let patience = Nanoseconds.milliseconds(60_000)
    /// Likewise, in bytes.
    static let most = 16 << 20
    /// Of one, in bytes: 2,000 items of 500. A stream of sound, which never ends, may have a
    /// list's name.
    private static let longest = 1 << 20
    private static let patienceWithOne = Duration.seconds(10)
    /// What is silent for so long is away; what keeps sending is a stream.
    private static let silence = Duration.seconds(5)

    /// Whether the feed has no items yet: then what can be had is taken.
    let isFirst: Bool
    private let deadline = MonotonicClock.now() + Self.patience
    private var bytes = 0

    init(isFirst: Bool) { self.isFirst = isFirst }

    /// The feed stays as it was, for this reason.
    struct Failure: Error {
        let outcome: FeedLook.Outcome
    }

    /// - Returns: What to fetch; nil where they have taken what they may.
    /// - Throws: `Failure` when they take too long.
    func request(_ list: AddressText, accept: String) throws(Failure) -> FetchRequest? {
        guard bytes < Self.most else { return nil }
        guard MonotonicClock.now() < deadline else {
            if isFirst { return nil }
            let seconds = Int(Self.patience.seconds)
            let failure = FetchFailure(url: list, reason: .takesTooLong(.seconds(seconds)))
            throw Failure(
                outcome: .failed(
                    "the lists that it names were not there within \(seconds) s.",
                    .failed(failure)
                )
            )
        }
        var request = FetchRequest(list, accept: accept)
        request.limits.bytes = min(Self.longest, Self.most - bytes)
        request.limits.whole = Self.patienceWithOne
        request.limits.connecting = Self.silence
        request.limits.patience = Self.silence
        return request
    }

    /// - Returns: What the list holds; nil for what is an item as it is.
    /// - Throws: `Failure` where it may be had later.
    mutating func take(_ fetched: FetchOutcome, of list: AddressText) throws(Failure) -> Feed? {
        if case .fetched(let document) = fetched { bytes += document.body.count }
        let outcome = FeedLook.outcome(fetched, of: list)
        switch outcome {
        case .read(let feed, _): return feed
        case .gone, .unchanged, .unreadable: return nil
        case .failed(_, .failed(let failure)) where !Self.isPassing(failure): return nil
        case .failed where isFirst: return nil
        // How long its server wants to be left alone is for the list alone.
        case .failed(let reason, _):
            let failure = FetchFailure(url: list, reason: .other(words: "\(reason)"))
            throw Failure(outcome: .failed(reason, .failed(failure)))
        case .cancelled: throw Failure(outcome: outcome)
        }
    }

    /// Whether it may go better later.
    private static func isPassing(_ failure: FetchFailure) -> Bool {
        switch failure.reason {
        case .file(.noSuchFile), .takesTooLong: false
        default: failure.isWorthRetrying
        }
    }
}
