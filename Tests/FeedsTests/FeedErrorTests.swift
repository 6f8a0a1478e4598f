import Feeds
import Testing

@Suite struct FeedErrorTests {
    private func error(_ text: String, type: String? = nil) -> FeedError? {
        error(Array(text.utf8), type: type)
    }

    private func error(_ bytes: [UInt8], type: String? = nil) -> FeedError? {
        do throws(FeedError) {
            _ = try FeedParser.parse(bytes, from: "https://h/feed", contentType: type)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ("", .isEmpty), (" \n ", .isEmpty), ("<!-- x -->", .isEmpty), ("hello", .isUnknown),
            ("<!DOCTYPE html><html><body>x<br></body></html>", .isWebPage),
            ("<html><head/></html>", .isWebPage), ("\n<!doctype HTML PUBLIC \"x\">", .isWebPage),
            ("<opml version=\"2.0\"><body/></opml>", .isNoFeed(root: "opml")),
            ("<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"/>", .isStream("DASH")),
            ("{}", .hasNoItems), ("{\"items\": 3}", .hasNoItems),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts", .isStream("HLS")),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8", .isStream("HLS")),
            ("<?xml version=\"1.0\" encoding=\"utf-7\"?><rss/>", .hasUnknownEncoding("utf-7")),
            (
                "<?xml version='1.0' encoding='cp437//IGNORE'?>",
                .hasUnknownEncoding("cp437//ignore")
            ),
            ("\n<!DOCTYPE rss [<!ENTITY a \"b\">]>\n<rss/>", .hasDocumentType(line: 2)),
            ("<rss>\n<!DOCTYPE rss></rss>", .hasDocumentType(line: 2)),
        ] as [(String, FeedError)]
    )
    func whatIsNoFeedIsRefused(text: String, expected: FeedError) {
        #expect(error(text) == expected)
    }

    /// What is damaged, the line at which it is, and a word of the reason.
    @Test(
        arguments: [
            ("<rss><channel>\n<item><title>x", 2, "ends before"),
            ("<rss><channel>\n<item><title>x</titl", 2, "tag has no end"),
            ("<rss>\n\n<a>x</b></rss>", 3, "mismatch"), ("<rss>\n<a x=1/></rss>", 2, "AttValue"),
            ("<rss>\n<a>&nbsp;</a></rss>", 2, "nbsp"), ("<rss>\n<a>&x;</a></rss>", 2, "'x'"),
            ("<rss>\n<a b=\"1&y=2\"/></rss>", 2, "';'"),
            ("<rss>\n<a>x & y</a></rss>", 2, "xmlParse"),
            ("<rss>\n<a b=\"1\" b=\"2\"/></rss>", 2, "redefined"), ("<rss>\n<!-- x", 2, "comment"),
            ("<rss>\n<![CDATA[ x", 2, "CDATA"), ("<rss>\n<!x></rss>", 2, "declaration"),
            ("<rss>\n<a>&#0;</a></rss>", 2, "xmlChar"), ("<rss>\n<?x", 2, "instruction"),
            ("<", 1, "tag"),
            ("{\"items\": [\n{\"id\": \"1\"", 2, "comma"), ("{\"items\": [1,]}", 1, "value"),
            ("{\"items\":\n[]} x", 2, "follows"), ("{\"items\": [\"\\x\"]}", 1, "escape"),
            ("{\n\"items\": [\"", 2, "no end"), ("{\"items\": [tru]}", 1, "value"),
            ("{\"items\": [1e999]}", 1, "value"), ("{items: []}", 1, "key"),
            ("{\"a\"}", 1, "colon"),
            ("{\"a\": \"\\ud8", 1, "escape"), ("{\"a\":", 1, "ends"), ("{\"a\": \"\\", 1, "no end"),
        ] as [(String, Int, String)]
    )
    func damageIsNamedWithItsLine(text: String, line: Int, word: String) {
        guard case .isDamaged(_, let found, let reason) = error(text) else {
            Issue.record("\(String(describing: error(text)))")
            return
        }
        #expect(found == line)
        #expect(reason.contains(word), "\(reason)")
    }

    @Test func aListNeedsItsMarkOrItsType() {
        #expect(error("https://h/a.mp4") == .isUnknown)
        #expect(error("https://h/a.mp4", type: "application/vnd.apple.mpegurl") == nil)
        #expect(error("https://h/a.mp4", type: "text/plain") == .isUnknown)
    }

    @Test(
        arguments: [
            (.tooLong(bytes: 9_000_000), "9000000 bytes; 8 MiB"), (.isStream("HLS"), "as an item"),
            (.isDamaged(.xml, line: 3, reason: "x\u{1B}y"), "line 3: x\\x1by."),
            (.isNoFeed(root: "opml"), "'opml' is no feed. RSS"),
            (.isWebPage, "address of its feed"),
            (.isTooDeep(.json, line: 1), "deeper than 64 times"),
            (.isTooLarge(.xml, line: 2), "line 2"),
        ] as [(FeedError, String)]
    )
    func errorsSayWhatFailedAndWhatWorks(error: FeedError, words: String) {
        #expect("\(error)".contains(words), "\(error)")
    }
}
