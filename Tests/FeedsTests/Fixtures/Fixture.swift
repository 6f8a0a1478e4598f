import Feeds
import Testing

/// A feed as there are some, and what is to be read of it, as `FeedDump` writes it.
struct Fixture: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var address = "https://h/f/feed.xml"
    var type: String?
    let expected: String

    init(_ name: String, _ text: String, shows expected: String) {
        self.init(name, bytes: Array(text.utf8), shows: expected)
    }

    init(
        _ name: String,
        bytes: [UInt8],
        from address: String = "https://h/f/feed.xml",
        type: String? = nil,
        shows expected: String
    ) {
        (self.name, self.bytes, self.expected) = (name, bytes, expected)
        (self.address, self.type) = (address, type)
    }

    var testDescription: String { name }

    func parse() throws(FeedError) -> Feed {
        try FeedParser.parse(bytes, from: address, contentType: type)
    }

    /// RSS 2.0 with these items.
    static func rss(
        _ name: String,
        namespaces: String = "",
        _ items: String,
        shows expected: String
    ) -> Self {
        Self(
            name,
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" \(namespaces)><channel><title>F</title>
            \(items)
            </channel></rss>
            """,
            shows: expected
        )
    }

    static func atom(
        _ name: String,
        namespaces: String = "",
        _ entries: String,
        shows expected: String
    ) -> Self {
        Self(
            name,
            """
            <?xml version="1.0"?>
            <feed xmlns="http://www.w3.org/2005/Atom" \(namespaces)><title>F</title>
            \(entries)
            </feed>
            """,
            shows: expected
        )
    }

    /// What feedparser reads, too.
    static var xml: [Self] { rss + kinds + media + atom + encodings + faults }
    static var all: [Self] { xml + xspf + json + lists }
}
