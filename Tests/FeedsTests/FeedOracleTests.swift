import Media
import TestSupport
import Testing

@testable import Feeds

/// What feedparser reads of the same feeds: titles, enclosures, dates and categories.
@Suite struct FeedOracleTests {
    /// What is read in another way on purpose, and why.
    private static let differences = [
        "links are relative to xml:base: item 1": "feedparser leaves that to the links of Atom",
        "links are relative to xml:base: item 2": "the same",
        "several enclosures are one thing in several forms: links":
            "a picture beside a video is its thumbnail, and a document is no item",
        "a podcast: categories": "keywords are no categories",
        "a second group is a second thing: links": "feedparser does not know groups",
        "a second group is a second thing: title": "the same",
        "pictures are items where there is nothing else: links": "the picture is the thumbnail",
        "titles of each type: title": "a paragraph of XHTML is parted by a space",
        "content that is elsewhere: item 1": "feedparser does not take content for an enclosure",
        "EUC-JP that was cut off by bytes: title": "feedparser takes all for windows-1252",
        "UTF-8 that was cut off by bytes: title": "the same",
        "control characters: title": "feedparser keeps them",
    ]

    private let feeds = Fixture.xml

    /// All feeds in one process.
    @Test func feedparserReadsTheSame() throws {
        let lines = feeds.map { fixture in
            let digits = fixture.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            return "\(fixture.address)\t\(fixture.type ?? "")\t\(digits.joined())\n"
        }
        let finished = try Command([Command.python, "-W", "ignore", "-c", Self.script])
            .finish(input: lines.joined())
        try #require(finished.ending == .exit(0), "\(finished.errors)")
        let answers = try JSONReader.read(finished.bytes).elements
        try #require(answers.count == feeds.count)
        var comparison = Comparison()
        for (fixture, answer) in zip(feeds, answers) {
            comparison.compare(try fixture.parse(), with: answer, of: fixture.name)
        }
        for (name, texts) in comparison.differences where Self.differences[name] == nil {
            Issue.record("\(name): \(texts)")
        }
        #expect(Set(comparison.differences.keys) == Set(Self.differences.keys))
        #expect(comparison.count > 150)
    }

    /// One feed a line on standard input; the answers are one list of JSON.
    private static let script = """
        import calendar, feedparser, html, json, re, sys, urllib.parse

        def plain(text):
            text = re.sub(r"(?s)<!--.*?-->|</?[a-zA-Z][^>]*>", "", text or "")
            return " ".join(html.unescape(text).split())

        def title(of):
            detail = of.get("title_detail", {})
            text = of.get("title")
            return plain(text) if "html" in detail.get("type", "html") else " ".join((text or "").split())

        def absolute(address, link):
            link = urllib.parse.urljoin(address, urllib.parse.urldefrag(link.strip())[0])
            return urllib.parse.quote(link, safe="%/:?=&;@!~+,()#$*'")

        def entry(of):
            date = of.get("published_parsed") or of.get("updated_parsed")
            links = [l.get("href") for l in of.get("links", []) if l.get("rel") == "enclosure"]
            links += [m.get("url") for m in of.get("media_content", [])]
            tags = [t.get("label") or t.get("term") for t in of.get("tags", [])]
            return {"id": of.get("id"), "title": title(of), "links": [l for l in links if l],
                    "date": calendar.timegm(date) if date else None, "tags": [t for t in tags if t]}

        answers = []
        for line in sys.stdin:
            address, kind, digits = line.rstrip("\\n").split("\\t")
            headers = {"content-location": address, "content-type": kind or "application/xml"}
            feed = feedparser.parse(bytes.fromhex(digits), response_headers=headers)
            entries = [entry(e) for e in feed.entries]
            for each in entries:
                each["links"] = [absolute(address, link) for link in each["links"]]
            answers.append({"title": title(feed.feed), "entries": entries})
        json.dump(answers, sys.stdout)
        """
}

/// What two parsers read of feeds, side by side.
private struct Comparison {
    /// Values that were compared.
    private(set) var count = 0
    /// By the feed and what differs in it.
    private(set) var differences: [String: String] = [:]

    mutating func compare(_ feed: Feed, with answer: JSONNode, of name: String) {
        check("\(name): title", feed.title, answer["title"]?.text)
        for item in feed.items { compare(item, answer["entries"]?.elements ?? [], name) }
    }

    private mutating func compare(_ item: FeedItem, _ entries: [JSONNode], _ name: String) {
        let links = Set(item.variants.map(\.url.withSecrets))
        let entry = entries.first { entry in
            let found = entry["links"]?.elements.compactMap(\.text) ?? []
            return entry["id"]?.text == item.guid || !links.isDisjoint(with: found)
        }
        guard let entry else { return check("\(name): item \(item.guid)", "there", "missing") }
        check("\(name): title", item.title, entry["title"]?.text)
        let seconds = item.publishedMicroseconds.map { "\($0 / 1_000_000)" } ?? ""
        check("\(name): date", seconds, entry["date"]?.number.map { "\(Int($0))" })
        check("\(name): categories", Set(item.categories), entry["tags"])
        check("\(name): links", links, entry["links"])
    }

    private mutating func check(_ name: String, _ ours: Set<String>, _ theirs: JSONNode?) {
        let theirs = Set(theirs?.elements.compactMap(\.text) ?? [])
        check(name, ours.sorted().joined(separator: " "), theirs.sorted().joined(separator: " "))
    }

    private mutating func check(_ name: String, _ ours: String, _ theirs: String?) {
        count += 1
        if ours != theirs ?? "" { differences[name] = "\(ours) | \(theirs ?? "")" }
    }
}
