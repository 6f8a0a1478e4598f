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

    public static let refreshSeconds = 60...604_800
    public static let mostItems = 1...2_000
    /// Feeds that there can be.
    public static let mostFeeds = 200

    public init(url: String, _ fields: FieldValues<FeedFields> = .init()) {
        self.url = url
        refresh = fields.refresh ?? refresh
        maxItems = fields.maxItems ?? maxItems
    }

    private enum CodingKeys: String, CodingKey {
        case url, refresh
        case maxItems = "max_items"
    }
}
