internal import ControlAPI
internal import Fetching
internal import Media
internal import MediaLink
internal import MediaStore

/// Which feeds are looked at when, and what comes of it.
///
/// It keeps no time and starts no thread: who owns it hands in the time, and takes the looks.
///
/// Thread: bound to the main thread.
struct FeedRounds {
    /// What has come of a look.
    struct News {
        /// To the requests of these numbers.
        var answers: [Int: MediaAnswer] = [:]
        var notices: [MediaNotice] = []
    }

    /// The longest that a server or a schedule may ask to wait, in microseconds: a week and a
    /// tenth. What is further away was written by a clock that was wrong.
    private static let longestWait: Int64 = 665_280 * 1_000_000

    /// After a look of which nothing could be kept, in microseconds.
    private static let pauseAfterFault: Int64 = 60 * 1_000_000
    /// When one is looked at again at which the process ended, in microseconds.
    private static let pauseAfterEnd: Int64 = 300 * 1_000_000
    /// A day: the longest that a server may ask for, whatever the interval.
    private static let day: Int64 = 86_400 * 1_000_000

    private let store: MediaStore
    /// When those are looked at again of which nothing could be kept.
    private var faulty: [FeedID: Int64] = [:]
    /// With the times at which they were due.
    private var underWay: [FeedID: Int64] = [:]
    /// The requests that wait for a look.
    private var waiting: [FeedID: [Int]] = [:]
    /// Those whose look is of no use any more: they are at another address now, or gone.
    private var stale: Set<FeedID> = []

    init(store: MediaStore) {
        self.store = store
    }

    /// Somebody wants a feed to be looked at now; the request of this number is answered then.
    mutating func ask(_ id: FeedID, for number: Int) { waiting[id, default: []].append(number) }

    /// A feed is to be something else.
    mutating func change(_ id: FeedID) { if underWay[id] != nil { stale.insert(id) } }

    /// The looks to be taken now; they are under way then.
    mutating func start(at now: Int64) throws(StoreError) -> [FeedLook] {
        let due = try store.feeds.all().filter { feed in
            underWay[feed.id] == nil
                && (waiting[feed.id] != nil || delay(of: feed, at: now) == 0)
        }
        for feed in due {
            // Before what may be the end of the process. What cannot be written is found out
            // when something has come.
            try? store.visits.postpone(feed.id, to: now + Self.pauseAfterEnd)
            underWay[feed.id] = feed.nextAt
        }
        return due.map(FeedLook.init)
    }

    /// What is under way comes to nothing: it is due as it was.
    mutating func giveUp() {
        for (id, time) in underWay { try? store.visits.postpone(id, to: time) }
        underWay = [:]
    }

    /// In how many microseconds the next look is due; nil where none is.
    func delay(at now: Int64) throws(StoreError) -> Int64? {
        try store.feeds.all().filter { underWay[$0.id] == nil }
            .compactMap { delay(of: $0, at: now) }.min()
    }

    private func delay(of feed: StoredFeed, at now: Int64) -> Int64? {
        guard !feed.isGone else { return nil }
        if let time = faulty[feed.id], time > now, time - now <= Self.pauseAfterFault {
            return time - now
        }
        let (delay, overflows) = feed.nextAt.subtractingReportingOverflow(now)
        let interval = Int64(feed.definition.refreshSeconds) * 1_100_000
        let longest = min(Self.longestWait, max(interval, Self.day))
        return overflows || delay < 0 || delay > longest ? 0 : delay
    }

    /// Takes what has come of a look, and returns whom to tell of it. The chance is from 0 up to
    /// 1, at random, so that feeds that began together part.
    mutating func end(
        _ look: FeedLook,
        _ outcome: FeedLook.Outcome,
        at now: Int64,
        chance: Double
    ) -> News {
        underWay[look.id] = nil
        let isStale = stale.remove(look.id) != nil
        do throws(StoreError) {
            guard let feed = try store.feeds.find(look.id) else { throw .hasNoFeed(look.id) }
            if isStale { return News() }
            let news = try keep(outcome, of: feed, at: now, chance)
            faulty[look.id] = nil
            return news
        } catch .hasNoFeed {
            return news(of: look.id, .refused(MediaRefusal(.hasNoFeed(look.id))))
        } catch {
            faulty[look.id] = now + Self.pauseAfterFault
            return failure(of: look.id, error.message, MediaRefusal(error))
        }
    }

    private mutating func keep(
        _ outcome: FeedLook.Outcome,
        of feed: StoredFeed,
        at now: Int64,
        _ chance: Double
    ) throws(StoreError) -> News {
        var schedule = RefreshSchedule(
            intervalSeconds: Int64(feed.definition.refreshSeconds),
            failures: feed.failures
        )
        schedule.fetched(
            outcome.fetch(of: feed.definition.url),
            at: now / 1_000_000,
            jitter: chance
        )
        let wait = schedule.remainingSeconds(at: now / 1_000_000) ?? 0
        let visit = FeedVisit(at: now, nextAt: now + wait * 1_000_000)
        switch outcome {
        case .read(let content, let validators):
            let change = try store.visits.put(
                content,
                of: feed.id,
                validators: FeedValidators(validators),
                visit: visit
            )
            let report = FeedRefreshReport(try store.feeds.find(feed.id) ?? feed, change)
            return news(of: feed.id, .refreshed(report), .feedRefreshed(report))
        case .unchanged(let validators):
            try store.visits.noteUnchanged(
                feed.id,
                validators: FeedValidators(validators),
                visit: visit
            )
            let report = FeedRefreshReport(feed, nil)
            return news(of: feed.id, .refreshed(report), .feedRefreshed(report))
        case .gone:
            let reason: MessageText = "'\(feed.definition.url)' is gone for good (410)."
            try store.visits.noteGone(feed.id, reason: reason)
            return failure(of: feed.id, reason, MediaRefusal(.source, reason.description))
        case .failed(let reason, _), .unreadable(let reason, _):
            try store.visits.noteFailure(
                feed.id,
                reason: reason,
                failures: schedule.failures,
                visit: visit
            )
            return failure(of: feed.id, reason, MediaRefusal(.source, reason.description))
        case .cancelled: return News()
        }
    }

    private mutating func failure(
        of id: FeedID,
        _ reason: MessageText,
        _ refusal: MediaRefusal
    ) -> News {
        news(
            of: id,
            .refused(refusal),
            .feedFailed(id.name, reason: reason.description)
        )
    }

    private mutating func news(
        of id: FeedID,
        _ answer: MediaAnswer,
        _ notice: MediaNotice? = nil
    ) -> News {
        var news = News()
        for number in waiting.removeValue(forKey: id) ?? [] { news.answers[number] = answer }
        if let notice { news.notices = [notice] }
        return news
    }
}

extension FeedLook.Outcome {
    /// What the schedule is to make of it.
    fileprivate func fetch(of url: AddressText) -> FetchOutcome {
        switch self {
        case .read(_, let validators), .unchanged(let validators): .unchanged(validators)
        case .gone: .gone
        case .failed(_, let outcome): outcome
        case .unreadable: .failed(FetchFailure(url: url, reason: .isDamaged(words: "no feed")))
        case .cancelled: .failed(FetchFailure(url: url, reason: .cancelled))
        }
    }
}

extension FeedValidators {
    fileprivate init(_ validators: Validators) {
        self.init(etag: validators.etag, lastModified: validators.lastModified)
    }
}
