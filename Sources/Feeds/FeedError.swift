public import Media

/// Why a feed was not read.
///
/// A feed that is damaged anywhere is refused as a whole, with what came before the damage: who
/// asked has the last good one, and half of a feed would take items off the screen that are
/// still in it.
public enum FeedError: Error, Hashable, Sendable {
    /// The form of a feed, as people call it.
    public enum Form: String, Hashable, Sendable {
        case xml = "XML"
        case json = "JSON"
    }

    case tooLong(bytes: Int)
    case isEmpty
    /// It is none of the forms that are known.
    case isUnknown
    /// An HTML page.
    case isWebPage
    /// XML of another kind, by its first element.
    case isNoFeed(root: String)
    /// JSON without items.
    case hasNoItems
    /// A list of the segments or variants of one stream; of which protocol.
    case isStream(String)
    /// A document type, which could declare entities.
    case hasDocumentType(line: Int)
    case isTooDeep(Form, line: Int)
    /// More attributes, namespaces or values than are read, or a longer tag.
    case isTooLarge(Form, line: Int)
    case hasUnknownEncoding(String)
    /// Not well-formed: cut off, or wrong; in a parser's words.
    case isDamaged(Form, line: Int, reason: String)
}

extension FeedError: CustomStringConvertible {
    public var description: String { message.description }

    /// What failed, where, why, and what would work.
    public var message: MessageText {
        switch self {
        case .tooLong(let bytes):
            let limit = FeedLimits.bytes >> 20
            return "The feed has \(bytes) bytes; \(limit) MiB are read. Publish fewer items in it."
        case .isEmpty: return "The feed is empty."
        case .isUnknown: return "This is no feed. \(Self.accepted)"
        case .isWebPage:
            return "This is a web page. Use the address of its feed. \(Self.accepted)"
        case .isNoFeed(let root):
            return "This is XML, but '\(root)' is no feed. \(Self.accepted)"
        case .hasNoItems: return "This is JSON, but has no list 'items'. \(Self.accepted)"
        case .isStream(let name):
            return "This is one stream (\(name)), not a list. Use its address as an item."
        default: return fault
        }
    }

    private var fault: MessageText {
        switch self {
        case .hasDocumentType(let line):
            "Line \(line) has a document type (<!DOCTYPE>). Feeds are read without any."
        case .isTooDeep(let form, let line):
            "The \(form.rawValue) of line \(line) is nested deeper than \(FeedLimits.depth) times."
        case .isTooLarge(.xml, let line):
            """
            A tag of line \(line) has more than \(FeedLimits.attributes) attributes, \
            \(FeedLimits.tagBytes >> 10) KiB, or the last of \(FeedLimits.namespaces) namespaces.
            """
        case .isTooLarge(.json, let line):
            "The JSON has more than \(FeedLimits.values) values; line \(line) has the next one."
        case .hasUnknownEncoding(let name):
            "The encoding '\(name)' is not known. UTF-8 is, in every feed."
        case .isDamaged(let form, let line, let reason):
            "The \(form.rawValue) is cut off or damaged at line \(line): \(message: reason)."
        default: "The feed was not read."
        }
    }

    private static let accepted: MessageText =
        "RSS, Atom, JSON Feed, M3U and XSPF are read."
}
