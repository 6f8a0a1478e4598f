/// What a feed may be told besides its address.
public struct FeedFields: FieldList {
    public static let all = Self()

    public let refresh = Field.integer(
        "refresh",
        FeedDefinition.refreshSeconds,
        "Seconds from one look at the feed to the next"
    )
    public let maxItems = Field.integer(
        "max_items",
        FeedDefinition.mostItems,
        "Items that are kept, from the feed's first on"
    )

    public var rules: [FieldRule] { [refresh.rule, maxItems.rule] }
}

/// What a client or a file says of a feed.
public struct FeedDefinition: Hashable, Sendable, Codable {
    /// `http`, `https` or `file`, or an absolute path.
    public var url: String
    /// Seconds from one look to the next.
    public var refresh = 900
    /// Items that are kept.
    public var maxItems = 200

    /// Where a feed may be.
    public static let address = Field.text(
        "url",
        like: #"^([Hh][Tt][Tt][Pp][Ss]?://|[Ff][Ii][Ll][Ee]://|/)[^\u0000-\u001f\u007f]+$"#,
        accepting:
            "an address of `http`, `https` or `file`, or an absolute path, of at most \(StreamLimits.urlBytes) bytes without control characters",
        "Its address",
        isAccepted: isAddress
    )
    public static let refreshSeconds = 60...604_800
    public static let mostItems = 1...2_000
    /// Feeds that there can be.
    public static let mostFeeds = 200

    public init(url: String, _ fields: FieldValues<FeedFields> = .init()) {
        self.url = url
        refresh = fields.refresh ?? refresh
        maxItems = fields.maxItems ?? maxItems
    }

    /// Whether a feed can be had from an address.
    public static func isAddress(_ text: String) -> Bool {
        let start = ["http://", "https://", "file://", "/"].first {
            text.lowercased().utf8.starts(with: $0.utf8)
        }
        guard let start, text.utf8.count > start.utf8.count else { return false }
        return text.utf8.count <= StreamLimits.urlBytes
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private enum CodingKeys: String, CodingKey {
        case url, refresh
        case maxItems = "max_items"
    }
}
