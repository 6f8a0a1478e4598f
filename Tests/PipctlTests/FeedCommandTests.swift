import ControlAPI
import TestSupport
import Testing

@testable import pipctl

@Suite struct FeedCommandTests {
    private static let item: FeedItemReport = {
        var item = FeedItemReport(id: "a1", feed: "news", url: "http://h/1.mp4", title: "Storm")
        item.durationSeconds = 72
        return item
    }()

    @Test(
        arguments: [
            ("refresh news", "POST /v1/feeds/news/refresh "),
            ("remove news", "DELETE /v1/feeds/news "),
            (
                "items news --category A&B --limit 5",
                "GET /v1/feeds/news/items?category=A%26B&limit=5 "
            ),
        ]
    )
    func whatIsAskedIsSent(command: String, head: String) throws {
        let daemon = try CannedDaemon(status: "200 OK", body: "{}")
        let words = ["feeds"] + command.split(separator: " ").map(String.init) + ["--json"]
        _ = try Pipctl.run(words, daemon)
        #expect(daemon.request.hasPrefix(head), "\(daemon.request)")
    }

    @Test func aFeedIsAddedWithWhatIsSaidOfIt() throws {
        let answer = FeedReport(id: "n", url: "http://h/f", state: .waiting, items: 0)
        let text = String(decoding: try JSONText.encode(answer), as: UTF8.self)
        let daemon = try CannedDaemon(status: "201 Created", body: text)
        let result = try Pipctl.run(["feeds", "add", "n", "http://h/f", "--refresh", "60"], daemon)
        #expect(result.status == 0, "\(result.errors)")
        #expect(daemon.request.hasPrefix("PUT /v1/feeds/n "))
        #expect(
            daemon.request.hasSuffix(#"{"refresh":60,"url":"http:\/\/h\/f"}"#)
                || daemon.request.hasSuffix(#"{"refresh":60,"url":"http://h/f"}"#)
        )
    }

    @Test func aSearchIsOneText() throws {
        let page = FeedItemPage(items: [Self.item], nextCursor: "s7")
        let text = String(decoding: try JSONText.encode(page), as: UTF8.self)
        let daemon = try CannedDaemon(status: "200 OK", body: text)
        let result = try Pipctl.run(["search", "big", "storm"], daemon)
        #expect(daemon.request.hasPrefix("GET /v1/search?q=big%20storm "), "\(daemon.request)")
        #expect(
            result.output == """
                ITEM  FEED  LASTS  TITLE  ADDRESS
                a1    news  1m12s  Storm  http://h/1.mp4
                more: --cursor s7

                """
        )
    }

    @Test func feedsSayHowTheyAre() {
        var good = FeedReport(id: "news", url: "http://h/f", state: .good, items: 12)
        (good.title, good.refreshedAt, good.nextAt) = ("The news", 28, 172)
        var failing = FeedReport(id: "wall", url: "/srv/w.m3u", state: .failing, items: 0)
        failing.error = "no such\u{1B} file"
        #expect(
            ReportText.feeds([good, failing], at: 100) == """
                FEED  STATE    ITEMS  READ       NEXT      TITLE     NOTE
                news  good        12  1m12s ago  in 1m12s  The news
                wall  failing      0  never      –         –         no such\\x1b file

                """
        )
        #expect(ReportText.feeds([], at: 0).contains("pipctl feeds add"))
    }

    @Test func aRefreshSaysWhatIsNew() {
        var report = FeedRefreshReport(feed: "news", unchanged: false, items: 12)
        (report.added, report.changed, report.removed) = (3, 1, 2)
        #expect(ReportText.refresh(report) == "news: 3 new, 1 changed, 2 gone; 12 items\n")
        let same = FeedRefreshReport(feed: "news", unchanged: true, items: 12)
        #expect(ReportText.refresh(same) == "news: nothing new; 12 items\n")
    }

    @Test func discoveryHasAPartForWhatThereIs() {
        let report = DiscoverReport(
            trending: [],
            channels: [ChannelReport(feed: "news", title: "The news", items: 1)],
            latest: [Self.item],
            categories: []
        )
        #expect(
            ReportText.discovery(report) == """
                Feeds
                FEED  ITEMS  TITLE
                news      1  The news

                New
                ITEM  FEED  LASTS  TITLE  ADDRESS
                a1    news  1m12s  Storm  http://h/1.mp4

                """
        )
    }

    @Test func aPlaylistMayConsistOfFeeds() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: "{}")
        _ = try Pipctl.run(
            ["playlist", "load", "r", "--feed", "a", "--feed", "b", "--json"],
            daemon
        )
        #expect(daemon.request.hasSuffix(#"{"feeds":["a","b"]}"#), "\(daemon.request)")
    }
}
