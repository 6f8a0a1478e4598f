import Feeds
import Testing

/// Feeds that somebody made to do harm.
@Suite(.timeLimit(.minutes(30))) struct HostileFeedTests {
    private func outcome(_ text: String) -> Result<Feed, FeedError> {
        Result { () throws(FeedError) in
            try FeedParser.parse(Array(text.utf8), from: "https://h/feed")
        }
    }

    private func error(_ text: String) -> FeedError? {
        if case .failure(let error) = outcome(text) { error } else { nil }
    }

    private static let item = "<item><guid>1</guid><enclosure url='https://h/a.mp4'/>"

    @Test func aBillionLaughsAreRefusedBeforeTheFirst() {
        let entities = (1...9).map { level in
            "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
        }
        let text =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE l [<!ENTITY l0 \"ha\">" + entities.joined()
            + "]>\n<rss><channel><title>&l9;</title></channel></rss>"
        #expect(error(text) == .hasDocumentType(line: 2))
    }

    @Test(
        arguments: [
            "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><rss><title>&x;</title></rss>",
            "<!DOCTYPE r SYSTEM \"http://127.0.0.1:9/x.dtd\"><rss/>",
            "<!DOCTYPE r [<!ENTITY % p SYSTEM \"file:///etc/passwd\">%p;]><rss/>",
            "<?x?><!-- --> <!DocType r><rss/>",
        ]
    )
    func anExternalEntityIsRefused(text: String) {
        #expect(error(text) == .hasDocumentType(line: 1))
    }

    @Test func aDocumentTypeHidesInNoEncoding() {
        let text = "<!DOCTYPE r [<!ENTITY x \"y\">]><rss/>"
        let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [[0xFF, 0xFE] + wide, wide] {
            #expect(throws: FeedError.hasDocumentType(line: 1)) {
                try FeedParser.parse(bytes, from: "https://h/")
            }
        }
        let utf7 = "<?xml version='1.0' encoding='UTF-7'?>+ADwAIQ-DOCTYPE r>"
        #expect(error(utf7) == .hasUnknownEncoding("utf-7"))
    }

    @Test(arguments: [(64, false), (65, true), (300, true), (100_000, true)])
    func whatIsDeeperThan64IsRefused(depth: Int, isRefused: Bool) {
        let inner = depth - 1
        let xml =
            "<rss>" + String(repeating: "<a>", count: inner)
            + String(repeating: "</a>", count: inner) + "</rss>"
        #expect((error(xml) != nil) == isRefused)
        // The object, its list and what is in that.
        let json =
            "{\"items\": " + String(repeating: "[", count: inner)
            + String(repeating: "]", count: inner) + "}"
        #expect((error(json) != nil) == isRefused)
        if isRefused { #expect(error(json) == .isTooDeep(.json, line: 1)) }
    }

    @Test(arguments: [(2_000, 0), (2_001, 1), (5_000, 3_000)])
    func itemsBehindTheLimitAreCounted(count: Int, excess: Int) throws {
        let xml = (0..<count).map { "<item><enclosure url='https://h/\($0).mp4'/></item>" }
        let json = (0..<count).map { "{\"attachments\": [{\"url\": \"https://h/\($0).mp4\"}]}" }
        let list = (0..<count).map { "https://h/\($0).mp4\n" }
        let feeds = [
            try outcome("<rss>" + xml.joined() + "</rss>").get(),
            try outcome("{\"items\": [" + json.joined(separator: ",") + "]}").get(),
            try outcome("#EXTM3U\n" + list.joined()).get(),
        ]
        for feed in feeds {
            #expect(feed.items.count == count - excess)
            #expect(feed.omissions.excess == excess)
            #expect(feed.items.last?.guid == "https://h/\(count - excess - 1).mp4")
        }
    }

    @Test func aFeedOfEightMebibytesIsReadAndNoLongerOne() throws {
        let start = "<rss>" + Self.item + "</item>"
        let fill = String(repeating: " ", count: FeedLimits.bytes - start.utf8.count - 6)
        #expect(try outcome(start + fill + "</rss>").get().items.count == 1)
        #expect(error(start + fill + " </rss>") == .tooLong(bytes: FeedLimits.bytes + 1))
    }
}
