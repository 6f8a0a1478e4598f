/// One element of a feed, with what is known in it.
///
/// An element of a vocabulary that nobody knows has none of its own: its text and children are
/// those of the element that it stands in. So XHTML is the text of the title that it is in.
struct XMLElement {
    let name: XMLName
    /// What addresses in it are relative to.
    let base: FeedAddress?
    let attributes: [String: String]
    /// All of it, up to `FeedLimits.elementTextBytes`.
    var text = ""
    var children: [XMLElement] = []

    subscript(attribute: String) -> String? { attributes[attribute] }

    func first(_ vocabulary: XMLVocabulary, _ local: String) -> XMLElement? {
        children.first { $0.name.local == local && $0.name.vocabulary == vocabulary }
    }

    func all(_ vocabulary: XMLVocabulary, _ local: String) -> [XMLElement] {
        children.filter { $0.name.local == local && $0.name.vocabulary == vocabulary }
    }

    /// The first child of these that says anything.
    func firstText(_ names: [XMLName]) -> XMLElement? {
        for name in names {
            let found = children.first { $0.name == name && !$0.isBlank }
            if let found { return found }
        }
        return nil
    }

    private var isBlank: Bool { children.isEmpty && text.utf8.allSatisfy { $0 <= 0x20 } }
}

/// Makes elements of the events of a reader.
struct XMLElementReader: ~Copyable {
    private var reader: XMLReader
    /// Those that the current one may still have in it.
    private var room = 0

    init(_ reader: consuming XMLReader) {
        self.reader = reader
    }

    var line: Int { reader.line }

    mutating func next() throws(FeedError) -> XMLReader.Event { try reader.next() }

    /// The attributes of what was just opened.
    func attributes() -> [String: String] { reader.attributes() }

    /// What relative addresses in an element are relative to.
    static func base(_ attributes: [String: String], in outer: FeedAddress?) -> FeedAddress? {
        guard let text = attributes["xml:base"] else { return outer }
        return FeedAddress(reference: text, base: outer) ?? outer
    }

    /// Reads what was just opened to its end.
    mutating func element(
        _ name: XMLName,
        isEmpty: Bool,
        base: FeedAddress?
    ) throws(FeedError) -> XMLElement {
        room = FeedLimits.elements
        return try part(name, isEmpty: isEmpty, base: base)
    }

    private mutating func part(
        _ name: XMLName,
        isEmpty: Bool,
        base: FeedAddress?
    ) throws(FeedError) -> XMLElement {
        let attributes = reader.attributes()
        var element = XMLElement(
            name: name,
            base: Self.base(attributes, in: base),
            attributes: attributes
        )
        if !isEmpty { try fill(&element) }
        return element
    }

    /// Takes what comes up to the end of what was just opened.
    private mutating func fill(_ element: inout XMLElement) throws(FeedError) {
        while true {
            switch try reader.next() {
            case .text:
                let room = FeedLimits.elementTextBytes - element.text.utf8.count
                element.text += reader.text(room: room)
            case .opened(let name, let isEmpty) where name.vocabulary == .other || room <= 0:
                if PlainText.blocks.contains(name.local) { element.text += " " }
                if !isEmpty { try fill(&element) }
            case .opened(let name, let isEmpty):
                room -= 1
                element.children.append(
                    try part(name, isEmpty: isEmpty, base: element.base)
                )
            case .closed, .ended: return
            }
        }
    }

    /// Passes over what was just opened.
    mutating func skip(isEmpty: Bool) throws(FeedError) {
        var depth = isEmpty ? 0 : 1
        while depth > 0 {
            switch try reader.next() {
            case .opened(_, let isEmpty): depth += isEmpty ? 0 : 1
            case .closed: depth -= 1
            case .ended: return
            case .text: break
            }
        }
    }
}
