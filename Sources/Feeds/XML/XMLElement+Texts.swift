internal import Media

extension XMLElement {
    /// Whether its text is HTML, as its vocabulary has it. RSS does not say: tags and references
    /// are taken for what they look like.
    private var isHTML: Bool {
        let type = self["type"]?.lowercased() ?? ""
        switch name.vocabulary {
        case .atom: return type == "html" || type == "text/html"
        case .media: return type == "html"
        case .xspf: return false
        default: return true
        }
    }

    /// Its text for people, up to so many bytes.
    func plain(limit: Int) -> String { PlainText.of(text, isHTML: isHTML, limit: limit) }

    /// Who wrote it: Atom has the name below, RSS often `mail@host (Name)`.
    var authorName: String {
        if let name = first(.atom, "name") { return name.plain(limit: FeedLimits.authorBytes) }
        let text = plain(limit: FeedLimits.authorBytes)
        guard name.vocabulary == .rss, text.hasSuffix(")"), text.contains("@"),
            let start = text.firstIndex(of: "(")
        else { return text }
        return String(text[text.index(after: start)...].dropLast())
    }

    /// White space around an identity is not part of it.
    var identity: String? {
        let start = text.drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) }
    }
}

extension FeedLinks {
    /// The address of an element that names a picture: in an attribute, below, or as its text.
    func image(in element: XMLElement) -> AddressText? {
        let text = element["href"] ?? element["url"] ?? element.first(.rss, "url")?.text
        return address(text ?? element.text, base: element.base)
    }
}
