import ControlAPI
import Feeds
import Fetching
import Foundation
import Media
import MediaLink
import MediaStore
import Testing

@testable import pipd_media

/// Which feeds are looked at when, in virtual time.
@Suite final class FeedRoundsTests {
    private static let noon: Int64 = 1_795_521_600_000_000
    private static let second: Int64 = 1_000_000

    private let folder: URL
    private let store: MediaStore
    private let id: FeedID
    private var rounds: FeedRounds

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-rounds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try MediaStore(path: folder.path + "/media.sqlite") { Self.noon }
        id = try #require(FeedID("news"))
        try store.feeds.put(
            FeedEntry(
                id: id,
                url: "http://h/news",
                refreshSeconds: 900,
                maxItems: 10,
                isConfigured: true
            )
        )
        rounds = FeedRounds(store: store)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func aNewFeedIsLookedAtOnceAndThenInItsTime() throws {
        let look = try #require(try rounds.start(at: Self.noon).first)
        #expect(try rounds.start(at: Self.noon).isEmpty)
        #expect(try rounds.delay(at: Self.noon) == nil)
        let news = end(look, Self.feed(["a", "b"]))
        #expect(news.answers.isEmpty)
        var report = FeedRefreshReport(feed: "news", unchanged: false, items: 2)
        report.added = 2
        #expect(news.notices == [.feedRefreshed(report)])
        let delay = try #require(try rounds.delay(at: Self.noon)) / Self.second
        #expect((800...1_000).contains(delay))
        #expect(try rounds.start(at: Self.noon + (delay - 1) * Self.second).isEmpty)
        #expect(try rounds.start(at: Self.noon + (delay + 1) * Self.second).count == 1)
    }

    @Test func whoeverAsksIsAnsweredWithWhatCame() throws {
        try lookOnce()
        rounds.ask(id, for: 7)
        rounds.ask(id, for: 8)
        let look = try #require(try rounds.start(at: Self.noon + Self.second).first)
        let news = end(look, .unchanged(Self.validators))
        let report = FeedRefreshReport(feed: "news", unchanged: true, items: 1)
        #expect(news.answers == [7: .refreshed(report), 8: .refreshed(report)])
        #expect(try rounds.start(at: Self.noon + Self.second).isEmpty)
    }

    @Test func aFailureKeepsWhatThereIsAndWaitsLongerEachTime() throws {
        try lookOnce()
        var delays: [Int64] = []
        var now = Self.noon
        for number in 1...4 {
            rounds.ask(id, for: number)
            let look = try #require(try rounds.start(at: now).first)
            let failure = FetchFailure(url: "http://h/news", reason: .status(500))
            let news = end(look, .failed("It is down.", .failed(failure)), at: now)
            #expect(news.answers == [number: .refused(MediaRefusal(.source, "It is down."))])
            #expect(news.notices == [.feedFailed("news", reason: "It is down.")])
            delays.append(try #require(try rounds.delay(at: now)))
            now += try #require(delays.last)
        }
        #expect(delays == delays.sorted() && delays[0] < delays[3], "\(delays)")
        #expect(try store.feeds.find(id)?.itemCount == 1)
    }

    @Test func whatIsGoneIsLookedAtWhenSomebodyAsks() throws {
        try lookOnce()
        rounds.ask(id, for: 1)
        let look = try #require(try rounds.start(at: Self.noon).first)
        _ = end(look, .gone)
        #expect(try rounds.delay(at: Self.noon) == nil)
        #expect(try rounds.start(at: Self.noon + 1_000_000 * Self.second).isEmpty)
        rounds.ask(id, for: 2)
        #expect(try rounds.start(at: Self.noon).count == 1)
    }

    /// A device without a clock of its own begins in 1970, and then learns the time.
    @Test func aClockThatIsSetBackKeepsNoFeedWaiting() throws {
        try lookOnce()
        #expect(try rounds.start(at: 0).count == 1)
    }

    @Test func aLookAtWhatIsSomethingElseByNowIsOfNoUse() throws {
        let look = try #require(try rounds.start(at: Self.noon).first)
        rounds.ask(id, for: 3)
        rounds.change(id)
        let news = end(look, Self.feed(["a"]))
        #expect(news.answers.isEmpty && news.notices.isEmpty)
        #expect(try store.feeds.find(id)?.itemCount == 0)
        #expect(try rounds.start(at: Self.noon).count == 1)
    }

    @Test func whoAskedForAFeedThatIsRemovedIsToldSo() throws {
        rounds.ask(id, for: 4)
        let look = try #require(try rounds.start(at: Self.noon).first)
        try store.feeds.remove(id)
        let news = end(look, Self.feed(["a"]))
        guard case .refused(let refusal) = news.answers[4] else {
            Issue.record("\(news.answers)")
            return
        }
        #expect(refusal.kind == .unknown)
    }

    private static let validators = Validators(etag: "\"1\"", lastModified: nil)

    private static func feed(_ names: [String]) -> FeedLook.Outcome {
        var feed = Feed()
        feed.items = names.map {
            FeedItem(guid: $0, variants: [FeedVariant(url: AddressText("http://h/\($0)"))])
        }
        return .read(feed, validators)
    }

    private func lookOnce() throws {
        let look = try #require(try rounds.start(at: Self.noon).first)
        _ = end(look, Self.feed(["a"]))
    }

    private func end(
        _ look: FeedLook,
        _ outcome: FeedLook.Outcome,
        at now: Int64 = noon
    ) -> FeedRounds.News {
        rounds.end(look, outcome, at: now, chance: 0.5)
    }
}
