internal import Control
internal import ControlAPI
internal import Media
internal import MediaLink
internal import Platform

extension Backend {
    /// How long it may take to look at a feed: to connect, to be sent it, and to wait for others.
    private static let refreshPatience = Nanoseconds.milliseconds(80_000)

    func feeds() async throws(ControlError) -> [FeedReport] {
        try await ask(.feeds(.list)) { if case .feeds(let feeds) = $0 { feeds } else { nil } }
    }

    func feed(_ id: String) async throws(ControlError) -> FeedReport {
        try await ask(.feeds(.show(id))) { if case .feed(let feed, _) = $0 { feed } else { nil } }
    }

    func putFeed(
        _ id: String,
        _ definition: FeedDefinition
    ) async throws(ControlError) -> (feed: FeedReport, isNew: Bool) {
        try await ask(.feeds(.put(id, definition))) {
            if case .feed(let feed, let isNew) = $0 { (feed, isNew) } else { nil }
        }
    }

    func deleteFeed(_ id: String) async throws(ControlError) {
        try await ask(.feeds(.delete(id))) { $0 == .done ? () : nil }
    }

    func refreshFeed(_ id: String) async throws(ControlError) -> FeedRefreshReport {
        try await ask(.feeds(.refresh(id)), within: Self.refreshPatience) {
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
        return try await ask(.feeds(request)) {
            if case .page(let page) = $0 { page } else { nil }
        }
    }

    func discover() async throws(ControlError) -> DiscoverReport {
        try await ask(.feeds(.discover)) {
            if case .discovered(let found) = $0 { found } else { nil }
        }
    }

    func searchFeeds(
        _ text: String,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> FeedItemPage {
        try await ask(.feeds(.search(text, cursor: cursor, limit: limit))) {
            if case .page(let page) = $0 { page } else { nil }
        }
    }

    /// Asks for what `take` finds in an answer; nil for another answer than is to be.
    func ask<Value: Sendable>(
        _ request: MediaRequest,
        within patience: Nanoseconds = MediaProcess.patience,
        _ take: (MediaAnswer) -> Value?
    ) async throws(ControlError) -> Value {
        let begin = MonotonicClock.now()
        let answer = await media.answer(to: request, within: patience)
        if case .library = request, !answer.isAway {
            libraryNotices.countQuery(after: MonotonicClock.now() - begin)
        }
        if let value = take(answer) { return value }
        guard case .refused(let refusal) = answer else {
            throw .internalError("The media process answers something else.")
        }
        throw ControlError(refusal)
    }
}

extension ControlError {
    fileprivate init(_ refusal: MediaRefusal) {
        let reason = MessageText(message: refusal.reason)
        self =
            switch refusal.kind {
            case .unknown: .notFound(reason)
            case .conflict: .conflict(reason)
            case .value: .unprocessable(reason)
            case .forbidden: .forbidden(reason)
            case .unsupported: .unsupportedMediaType(reason)
            case .source: .badGateway(reason)
            case .full: .insufficientStorage(reason)
            case .storage: .unavailable(reason)
            case .away: .unavailable("The media process is away: \(reason); try again.")
            }
    }
}

extension MediaAnswer {
    /// Whether nobody has answered.
    fileprivate var isAway: Bool {
        if case .refused(let refusal) = self { refusal.kind == .away } else { false }
    }
}
