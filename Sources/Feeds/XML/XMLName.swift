/// What a name belongs to, whatever its prefix.
enum XMLVocabulary: Hashable {
    /// RSS of any version, which has no namespace or one of many.
    case rss
    case atom
    /// Media RSS.
    case media
    /// Apple's podcasts, and Google's, which have the same names.
    case podcast
    /// `content:encoded`.
    case content
    /// Dublin Core.
    case dublin
    case xspf
    /// Anything else, such as XHTML.
    case other

    /// - Parameters:
    ///   - uri: The namespace; nil where there is none.
    ///   - prefix: Which a feed may use without saying what it stands for.
    init(uri: String?, prefix: String?) {
        guard let uri else {
            self = prefix.map { Self.prefixes[$0] ?? .other } ?? .rss
            return
        }
        self = Self.namespaces[Self.normal(uri)] ?? .other
    }

    /// What a document is that begins with an element of this name; nil where that says nothing.
    init?(root: String) {
        switch root {
        case "rss", "rdf", "channel": self = .rss
        case "feed": self = .atom
        case "playlist": self = .xspf
        default: return nil
        }
    }

    /// Without the scheme, the slashes at the end, and case, in all of which feeds err.
    private static func normal(_ uri: String) -> String {
        var text = uri.lowercased()[...]
        if let scheme = text.firstRange(of: "://") { text = text[scheme.upperBound...] }
        while text.last == "/" || text.last == "#" { text.removeLast() }
        return String(text)
    }

    private static let namespaces: [String: Self] = [
        "": .rss, "purl.org/rss/1.0": .rss, "purl.org/net/rss1.1": .rss,
        "my.netscape.com/rdf/simple/0.9": .rss, "channel.netscape.com/rdf/simple/0.9": .rss,
        "backend.userland.com/rss": .rss, "backend.userland.com/rss2": .rss,
        "backend.userland.com/rss091": .rss, "blogs.law.harvard.edu/tech/rss": .rss,
        "cyber.law.harvard.edu/rss/rss.html": .rss, "www.w3.org/1999/02/22-rdf-syntax-ns": .rss,
        "www.w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom,
        "search.yahoo.com/mrss": .media, "tools.search.yahoo.com/mrss": .media,
        "video.search.yahoo.com/mrss": .media, "search.yahoo.com/mrss/ns": .media,
        "www.itunes.com/dtds/podcast-1.0.dtd": .podcast,
        "example.com/dtds/podcast-1.0.dtd": .podcast,
        "www.google.com/schemas/play-podcasts/1.0": .podcast,
        "purl.org/rss/1.0/modules/content": .content,
        "purl.org/dc/elements/1.1": .dublin, "purl.org/dc/terms": .dublin,
        "xspf.org/ns/0": .xspf,
    ]

    private static let prefixes: [String: Self] = [
        "atom": .atom, "media": .media, "itunes": .podcast, "content": .content, "dc": .dublin,
        "dcterms": .dublin, "rdf": .rss,
    ]
}

/// The name of an element; in lower case, since people mistake it.
struct XMLName: Hashable {
    let vocabulary: XMLVocabulary
    let local: String

    init(_ vocabulary: XMLVocabulary, _ local: String) {
        (self.vocabulary, self.local) = (vocabulary, local)
    }
}
