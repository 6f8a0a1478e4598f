internal import ControlAPI
internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// Playlists that take their items from feeds, which a process of its own reads.
@Suite(.timeLimit(.minutes(30))) struct FeedTests {
    /// Nobody listens there: what the items are is not what is tested.
    private static let feed = """
        <rss version="2.0"><channel><title>News</title>
          <item><guid>1</guid><title>First item</title>
            <enclosure url="http://127.0.0.1:1/1.mp4" type="video/mp4" length="1"/></item>
          <item><guid>2</guid><title>Second item</title>
            <enclosure url="http://127.0.0.1:1/2.mp4" type="video/mp4" length="1"/></item>
        </channel></rss>
        """

    private let scratch: Scratch
    private let settings: String

    init() throws {
        scratch = try Scratch()
        try scratch.write("news.xml", Self.feed)
        settings = try scratch.write(
            "pipd.yml",
            """
            main: pattern
            streams: { pattern: { url: "test:64x36@30" } }
            feeds: { news: { url: "\(scratch.path("news.xml"))", refresh: 3600 } }
            playlists: { reels: { feeds: [news] } }

            """
        )
    }

    @Test func aPlaylistShowsWhatItsFeedHas() throws {
        let daemon = try ready()
        #expect(try daemon.eventually { try hasItems(daemon) }, "\(daemon.program.errors)")
        let feed = try daemon.request("GET", "/v1/feeds/news")
        #expect(feed.status == 200 && feed.text.contains("News"), "\(feed.text)")
        daemon.expectCleanStop()
    }

    @Test func aProcessThatIsKilledComesBackAndLosesNothing() throws {
        let daemon = try ready()
        #expect(try daemon.eventually { try hasItems(daemon) }, "\(daemon.program.errors)")
        for _ in 0..<3 {
            let process = try #require(Self.child(of: daemon.program.processID))
            kill(process, SIGKILL)
            #expect(try hasItems(daemon))
            let isBack = try daemon.eventually {
                let next = Self.child(of: daemon.program.processID)
                guard next != nil, next != process else { return false }
                return try daemon.request("GET", "/v1/feeds/news").status == 200
            }
            #expect(isBack, "\(daemon.program.errors)")
        }
        #expect(try hasItems(daemon))
        daemon.expectCleanStop()
    }

    @Test func aStartWithoutTheFeedHasItsItems() throws {
        let first = try ready()
        #expect(try first.eventually { try hasItems(first) }, "\(first.program.errors)")
        first.expectCleanStop()
        try FileManager.default.removeItem(atPath: scratch.path("news.xml"))
        let second = try ready()
        #expect(try second.eventually { try hasItems(second) }, "\(second.program.errors)")
        second.expectCleanStop()
    }

    @Test func aFeedIsAddedRefreshedSearchedAndRemoved() throws {
        let daemon = try ready()
        let url = scratch.path("news.xml")
        let put = try daemon.request("PUT", "/v1/feeds/more", json: #"{"url":"\#(url)"}"#)
        #expect(put.status == 201, "\(put.text)")
        let refreshed = try daemon.request("POST", "/v1/feeds/more/refresh")
        #expect(refreshed.status == 200, "\(refreshed.text)")
        let looks = #"pipd_feed_refreshes_total{feed="more",outcome="changed"}"#
        #expect(try daemon.eventually { try daemon.metrics()[looks] == 1 })
        let found = try daemon.request("GET", "/v1/search?q=seco")
        #expect(found.text.contains("Second item"), "\(found.text)")
        #expect(try daemon.request("DELETE", "/v1/feeds/more").status / 100 == 2)
        #expect(try daemon.request("GET", "/v1/feeds/more").status == 404)
        let configured = try daemon.request("DELETE", "/v1/feeds/news")
        #expect(configured.status == 409, "\(configured.text)")
        daemon.expectCleanStop()
    }

    @Test func whatWasShownToItsEndIsTrending() throws {
        let clip = try Clips.make(
            "trend.mp4",
            "-f lavfi -i testsrc2=s=64x36:r=30:d=0.3 -pix_fmt yuv420p"
        )
        try scratch.write("news.xml", "#EXTM3U\n#EXTINF:1,Trending item\n\(clip)\n")
        try scratch.write(
            "pipd.yml",
            "main: reels\nfeeds: { news: { url: \"\(scratch.path("news.xml"))\" } }\n"
                + "playlists: { reels: { feeds: [news] } }\n"
        )
        let daemon = try ready()
        let isTrending = try daemon.eventually {
            let text = try daemon.request("GET", "/v1/discover").text
            let report = try JSONText.decode(DiscoverReport.self, from: Data(text.utf8))
            return report.trending.first.map { $0.score > 1 } == true
        }
        #expect(isTrending, "two plays: \(daemon.program.errors)")
        daemon.expectCleanStop()
    }

    @Test func itemsHaveSmallPictures() throws {
        let clip = try Clips.make(
            "pictured.mp4",
            "-f lavfi -i testsrc2=s=640x360:r=30:d=0.3 -pix_fmt yuv420p"
        )
        let picture = try Clips.make("picture.jpg", "-f lavfi -i testsrc2=s=640x480 -frames:v 1")
        let items = "{ url: '\(clip)', title: film }, { url: '\(picture)' }, { url: /none }"
        try scratch.write(
            "pipd.yml",
            "main: reels\nplaylists: { reels: { items: [\(items)] } }\n"
        )
        let daemon = try ready()
        for (item, size, expected) in [("1", 128, (128, 72)), ("2", 512, (512, 384))] {
            let path = "/v1/playlists/reels/items/\(item)/thumbnail?size=\(size)"
            let answer = try daemon.request("GET", path)
            #expect(answer.status == 200 && answer.head.contains("image/png"))
            #expect(Self.size(ofPNG: answer.body) == expected, "\(answer.text.prefix(200))")
        }
        let path = "/v1/playlists/reels/items"
        #expect(try daemon.request("GET", "\(path)/3/thumbnail").status == 502)
        #expect(try daemon.request("GET", "\(path)/4/thumbnail").status == 404)
        #expect(try daemon.request("GET", "\(path)/1/thumbnail?size=5").status == 422)
        let report = try daemon.request("GET", "/v1/playlists/reels").text
        #expect(report.contains("\(path)/1/thumbnail"))
        daemon.expectCleanStop()
    }

    /// Of a PNG file; zero for anything else.
    private static func size(ofPNG bytes: [UInt8]) -> (Int, Int) {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count > 24 else { return (0, 0) }
        let numbers = [16, 20].map { start in
            bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return (numbers[0], numbers[1])
    }

    private func ready() throws -> Daemon {
        let daemon = try Daemon.ready(["--config", settings], in: scratch)
        #expect(try daemon.hasMedia(), "\(daemon.program.errors)")
        return daemon
    }

    private func hasItems(_ daemon: Daemon) throws -> Bool {
        let text = try daemon.request("GET", "/v1/playlists/reels").text
        return text.contains("First item") && text.contains("Second item")
    }

    /// The process that another one started.
    static func child(of parent: CInt) -> CInt? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { CInt($0) }.first { process in
            let text = String(decoding: Files.bytes(of: "/proc/\(process)/stat"), as: UTF8.self)
            // `PID (NAME) STATE PARENT`; a zombie has ended.
            let fields = text.drop { $0 != ")" }.split(separator: " ")
            return fields.count > 2 && fields[1] != "Z" && CInt(fields[2]) == parent
        }
    }
}
