internal import CXML
internal import Glibc

/// The events of libxml2's pull parser, `xmlTextReader`.
///
/// It opens nothing by itself, neither file nor address, and replaces no entity but the five of
/// XML. What it complains of comes here and is printed nowhere. Each reader has its own
/// state, so that any thread may have one.
///
/// Thread: bound to one thread.
struct XMLReader: ~Copyable {
    /// What comes next.
    enum Event {
        /// A tag; without content it has no `closed`.
        case opened(XMLName, isEmpty: Bool)
        case text
        case closed
        /// Of the document.
        case ended
    }

    // libxml2 reads it where it is.
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let reader: xmlTextReaderPtr
    private let complaint = Complaint()
    /// By where libxml2 keeps the text of a namespace, which is once.
    private var vocabularies: [UnsafePointer<xmlChar>: XMLVocabulary] = [:]
    /// What the first element says that the document is: its namespace, or none, is that one's,
    /// whatever it is called.
    private var home: (uri: UnsafePointer<xmlChar>?, vocabulary: XMLVocabulary)?

    /// Done once, before any thread has a reader.
    private static let library: Void = xmlInitParser()

    /// - Parameter text: What `XMLScan` has cleaned.
    init(_ text: [UInt8]) {
        _ = Self.library
        input = .allocate(capacity: max(1, text.count))
        _ = input.initialize(fromContentsOf: text)
        let count = CInt(clamping: text.count)
        let options = CInt(XML_PARSE_NONET.rawValue)
        let start = UnsafeRawPointer(input.baseAddress)?.assumingMemoryBound(to: CChar.self)
        guard let reader = xmlReaderForMemory(start, count, nil, "UTF-8", options) else {
            fatalError("Out of memory")
        }
        self.reader = reader
        let argument = Unmanaged.passUnretained(complaint).toOpaque()
        xmlTextReaderSetStructuredErrorHandler(
            reader,
            { argument, error in
                guard let argument, let error = error?.pointee else { return }
                Unmanaged<Complaint>.fromOpaque(argument).takeUnretainedValue().take(error)
            },
            argument
        )
    }

    deinit {
        xmlFreeTextReader(reader)
        input.deallocate()
    }

    /// Where it reads.
    var line: Int { max(1, Int(xmlTextReaderGetParserLineNumber(reader))) }

    /// The next event that matters.
    ///
    /// - Throws: Where the XML is not well-formed, too deep, or has what no feed may have.
    mutating func next() throws(FeedError) -> Event {
        while true {
            switch xmlTextReaderRead(reader) {
            case 0: return .ended
            case 1: break
            default: throw .isDamaged(.xml, line: complaint.line ?? line, reason: complaint.reason)
            }
            let type = xmlReaderTypes(rawValue: UInt32(xmlTextReaderNodeType(reader)))
            switch type {
            case XML_READER_TYPE_ELEMENT:
                guard xmlTextReaderDepth(reader) < FeedLimits.depth else {
                    throw .isTooDeep(.xml, line: line)
                }
                return .opened(name(), isEmpty: xmlTextReaderIsEmptyElement(reader) == 1)
            case XML_READER_TYPE_END_ELEMENT: return .closed
            case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA,
                XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
                return .text
            case XML_READER_TYPE_DOCUMENT_TYPE: throw .hasDocumentType(line: line)
            case XML_READER_TYPE_ENTITY_REFERENCE:
                throw .isDamaged(.xml, line: line, reason: "an entity is not one of XML's five")
            default: break
            }
        }
    }

    /// The text of a `.text`, as far as there is room for it.
    func text(room: Int) -> String {
        guard room > 0, let start = xmlTextReaderConstValue(reader) else { return "" }
        return Self.string(start, room: room)
    }

    /// The attributes of an `.opened`, by their names in lower case without prefixes. One
    /// without a prefix goes before others; those of XML itself keep theirs: `xml:base`.
    func attributes() -> [String: String] {
        guard xmlTextReaderHasAttributes(reader) == 1 else { return [:] }
        var result: [String: String] = [:]
        while xmlTextReaderMoveToNextAttribute(reader) == 1 {
            guard xmlTextReaderIsNamespaceDecl(reader) != 1 else { continue }
            let prefix = xmlTextReaderConstPrefix(reader).map { Self.lowercased($0) }
            let local = Self.lowercased(xmlTextReaderConstLocalName(reader))
            let name = prefix == "xml" ? "xml:\(local)" : local
            guard prefix == nil || result[name] == nil else { continue }
            result[name] = text(room: FeedLimits.elementTextBytes)
        }
        xmlTextReaderMoveToElement(reader)
        return result
    }

    private mutating func name() -> XMLName {
        let local = Self.lowercased(xmlTextReaderConstLocalName(reader))
        let uri = xmlTextReaderConstNamespaceUri(reader)
        // A prefix that stands for nothing is part of the name.
        let parts = uri == nil ? local.split(separator: ":", maxSplits: 1) : []
        if parts.count == 2 {
            let vocabulary = XMLVocabulary(uri: nil, prefix: String(parts[0]))
            return XMLName(vocabulary, String(parts[1]))
        }
        let vocabulary = vocabulary(of: uri)
        guard let home else {
            let own = XMLVocabulary(root: local) ?? vocabulary
            home = (uri, own)
            return XMLName(own, local)
        }
        return XMLName(uri == home.uri ? home.vocabulary : vocabulary, local)
    }

    private mutating func vocabulary(of uri: UnsafePointer<xmlChar>?) -> XMLVocabulary {
        guard let uri else { return .rss }
        if let known = vocabularies[uri] { return known }
        let vocabulary = XMLVocabulary(uri: Self.string(uri, room: 200), prefix: nil)
        vocabularies[uri] = vocabulary
        return vocabulary
    }

    /// A name, of which 64 bytes are more than any that is known.
    private static func lowercased(_ start: UnsafePointer<xmlChar>?) -> String {
        guard let start else { return "" }
        return string(start, room: 64).lowercased()
    }

    /// Cut off between two characters.
    private static func string(_ start: UnsafePointer<xmlChar>, room: Int) -> String {
        let length = start.withMemoryRebound(to: CChar.self, capacity: 1) { strnlen($0, room) }
        var end = length
        if length == room, start[end] & 0xC0 == 0x80 {
            while end > 0, start[end] & 0xC0 == 0x80 { end -= 1 }
        }
        return String(decoding: UnsafeBufferPointer(start: start, count: end), as: UTF8.self)
    }
}

/// The first thing that libxml2 could not go on at.
private final class Complaint {
    private(set) var line: Int?
    private var text: String?

    /// In libxml2's words.
    var reason: String { text ?? "libxml2 does not say why" }

    func take(_ error: xmlError) {
        guard text == nil, error.level == XML_ERR_FATAL else { return }
        line = max(1, Int(error.line))
        // Further content would have been cut off: it lacks an end.
        if error.code == CInt(XML_ERR_DOCUMENT_END.rawValue) {
            text = "it ends before its first element does"
            return
        }
        let message = error.message.map { String(cString: $0) } ?? "libxml2 does not say why"
        text = String(message.split(whereSeparator: \.isNewline).first?.prefix(200) ?? "")
    }
}
