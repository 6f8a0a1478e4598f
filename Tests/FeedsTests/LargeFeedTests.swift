import Feeds
import Testing

/// Four mebibytes of one thing.
struct LargeFeed: CustomTestStringConvertible {
    let name: String
    /// The items that it has, or how the error begins.
    let comesTo: String
    let start: String
    let part: String
    let end: String

    init(_ name: String, _ start: String, _ part: String, _ end: String, comesTo: String) {
        (self.name, self.start, self.part, self.end) = (name, start, part, end)
        self.comesTo = comesTo
    }

    var testDescription: String { name }

    var text: String {
        let room = 4 << 20 - start.utf8.count - end.utf8.count
        return start + String(repeating: part, count: room / part.utf8.count) + end
    }

    private static let item = "<rss><item><guid>1</guid><enclosure url='https://h/a.mp4'/>"

    private static func inItem(_ name: String, _ part: String) -> Self {
        Self(name, item, part, "</item></rss>", comesTo: "1")
    }

    private static func inTitle(_ name: String, _ part: String) -> Self {
        Self(name, item + "<title>", part, "</title></item></rss>", comesTo: "1")
    }

    static let all: [Self] = [
        Self("an attribute", "<rss a=\"", "a", "\"/>", comesTo: "A tag"),
        Self("the name of a tag", "<rss><", "a", "/></rss>", comesTo: "A tag"),
        Self("attributes", "<rss ", "a='' ", "/>", comesTo: "A tag"),
        Self("quotation marks", "<rss>", "<a b='", "", comesTo: "A tag"),
        inTitle("a text", "text "), inTitle("references", "&amp;"),
        inTitle("what becomes tags", "&lt;a"), inTitle("CDATA sections", "<![CDATA[]]>"),
        Self("a CDATA section", item + "<![CDATA[", "<", "]]></item></rss>", comesTo: "1"),
        Self("a comment", item + "<!--", "a", "--></item></rss>", comesTo: "1"),
        Self("an instruction", item + "<?a ", "a", "?></item></rss>", comesTo: "1"),
        inItem("comments", "<!---->"), inItem("children of an item", "<title/>"),
        inItem("children that nobody knows", "<a xmlns='x'/>"),
        inItem("enclosures", "<enclosure url='/a'/>"),
        Self("items with nothing", "<rss>", "<item/>", "</rss>", comesTo: "0"),
        Self("children of the feed", "<rss>", "<title/>", "</rss>", comesTo: "0"),
        Self("namespaces", namespaces(2), "<z:b/>", namespacesEnd(2), comesTo: "0"),
        Self("more namespaces", namespaces(3), "<z:b/>", namespacesEnd(3), comesTo: "A tag"),
        Self("CDATA without an end", "<rss>", "<![CDATA[", "", comesTo: "The XML"),
        Self("comments without an end", "<rss>", "<!--", "", comesTo: "The XML"),
        Self("a text of JSON", "{\"items\":[\"", "\\u0041", "\"]}", comesTo: "0"),
        Self("lists of JSON", "{\"items\":[", "[],", "[]]}", comesTo: "The JSON has more"),
        Self("keys of JSON", "{\"items\":[{", "\"attachments\":[],", "\"a\":0}]}", comesTo: "0"),
        Self("brackets", "{\"items\":", "[", "", comesTo: "The JSON of line 1 is nested"),
        Self("lines", "#EXTM3U\n", "a\n", "", comesTo: "1"),
        Self("tags of a list", "#EXTM3U\n", "#EXTINF:1 ,\n", "a", comesTo: "1"),
        Self("a title of a list", "#EXTM3U\n#EXTINF:1,", "a", "\na", comesTo: "1"),
    ]

    /// As many as there may be in scope, and the farthest of them in each tag.
    private static func namespaces(_ levels: Int) -> String {
        let tags = (0..<levels).map { level in
            "<a " + (0..<100).map { "xmlns:n\(level)x\($0)='u' " }.joined() + ">"
        }
        return "<rss xmlns:z='z'>" + tags.joined()
    }

    private static func namespacesEnd(_ levels: Int) -> String {
        String(repeating: "</a>", count: levels) + "</rss>"
    }
}

@Suite(.timeLimit(.minutes(30))) struct LargeFeedTests {
    @Test(arguments: LargeFeed.all)
    func fourMebibytesTakeNoTime(feed: LargeFeed) {
        let text = Array(feed.text.utf8)
        do throws(FeedError) {
            let read = try FeedParser.parse(text, from: "https://h/feed")
            #expect("\(read.items.count)" == feed.comesTo)
        } catch {
            #expect("\(error)".hasPrefix(feed.comesTo), "\(error)")
        }
    }
}
