/// Reads RSS, RDF, Atom and XSPF: what is alike in them is that items stand in a row, in the
/// first element or in one below it.
struct XMLFeed: ~Copyable {
    private var reader: XMLElementReader
    private let links: FeedLinks
    private var builder = FeedBuilder()

    private init(_ reader: consuming XMLElementReader, _ links: FeedLinks) {
        self.reader = reader
        self.links = links
    }

    /// - Parameters:
    ///   - text: The whole.
    ///   - links: Which addresses in it are taken.
    /// - Returns: What it says.
    /// - Throws: Why it is no feed, or not read.
    static func read(_ text: [UInt8], _ links: FeedLinks) throws(FeedError) -> Feed {
        let reader = XMLElementReader(XMLReader(try XMLScan.cleaned(text)))
        var feed = Self(reader, links)
        try feed.readRoot()
        return feed.builder.finished()
    }

    private mutating func readRoot() throws(FeedError) {
        while true {
            switch try reader.next() {
            case .opened(let name, let isEmpty):
                try Self.check(name)
                // What follows it is nothing of the feed, and not looked at.
                if !isEmpty { try readContainer(base: links.base) }
                return
            case .ended: throw .isEmpty
            case .text, .closed: break
            }
        }
    }

    private static func check(_ root: XMLName) throws(FeedError) {
        guard XMLVocabulary(root: root.local) == nil else { return }
        switch root.local {
        case "html": throw .isWebPage
        case "mpd": throw .isStream("DASH")
        case "smoothstreamingmedia": throw .isStream("Smooth Streaming")
        default: throw .isNoFeed(root: root.local)
        }
    }

    private static let containers: Set<XMLName> = [
        XMLName(.rss, "channel"), XMLName(.xspf, "tracklist"),
    ]
    private static let items: Set<XMLName> = [
        XMLName(.rss, "item"), XMLName(.atom, "entry"), XMLName(.xspf, "track"),
    ]

    /// Reads what was just opened, in which items may stand.
    private mutating func readContainer(base outer: FeedAddress?) throws(FeedError) {
        let base = XMLElementReader.base(reader.attributes(), in: outer)
        while true {
            switch try reader.next() {
            case .opened(let name, let isEmpty) where Self.containers.contains(name):
                if !isEmpty { try readContainer(base: base) }
            case .opened(let name, let isEmpty) where Self.items.contains(name):
                try readItem(name, isEmpty: isEmpty, base: base)
            case .opened(let name, let isEmpty):
                take(try reader.element(name, isEmpty: isEmpty, base: base))
            case .closed, .ended: return
            case .text: break
            }
        }
    }

    private mutating func readItem(
        _ name: XMLName,
        isEmpty: Bool,
        base: FeedAddress?
    ) throws(FeedError) {
        guard !builder.isFull else {
            builder.feed.omissions.excess += 1
            return try reader.skip(isEmpty: isEmpty)
        }
        let element = try reader.element(name, isEmpty: isEmpty, base: base)
        let isTrack = name.vocabulary == .xspf
        builder.add(isTrack ? XSPFTrack.draft(element, links) : XMLItem(element, links).draft)
    }

    /// What is said of the feed itself: the first of each counts.
    private mutating func take(_ element: XMLElement) {
        switch (element.name.vocabulary, element.name.local) {
        case (.rss, "title"), (.atom, "title"), (.xspf, "title"):
            guard builder.feed.title.isEmpty else { return }
            builder.feed.title = element.plain(limit: FeedLimits.titleBytes)
        case (.podcast, "author"), (.atom, "author"), (.xspf, "creator"):
            guard builder.author.isEmpty else { return }
            builder.author = element.authorName
        case (.podcast, "image"), (.rss, "image"), (.atom, "logo"), (.xspf, "image"):
            guard builder.feed.thumbnail == nil else { return }
            builder.feed.thumbnail = links.image(in: element)
        default: break
        }
    }
}
