public import Media

/// What a feed says: the items that a playlist may take from it.
///
/// Addresses are absolute, of `http`, `https` or `file`, and without a fragment. Texts are plain
/// and bounded by `FeedLimits`; they are the feed's own, so that whoever shows them escapes them.
public struct Feed: Hashable, Sendable {
    /// Empty where it names none.
    public var title = ""
    /// A picture that stands for the feed.
    public var thumbnail: AddressText?
    /// In the feed's order; each identity once.
    public var items: [FeedItem] = []
    public var omissions = FeedOmissions()

    public init() {}
}

/// How many items of a feed were left out, by reason.
public struct FeedOmissions: Hashable, Sendable {
    /// Behind the most that are kept.
    public var excess = 0
    /// Without an address of something that can be shown.
    public var unusable = 0
    /// Of an item that came before.
    public var repeated = 0

    mutating func add(_ others: Self) {
        excess += others.excess
        unusable += others.unusable
        repeated += others.repeated
    }
}

/// One thing to show.
public struct FeedItem: Hashable, Sendable {
    /// What it is known by from one version of the feed to the next: what the feed calls it, else
    /// its first address. It may hold what an address holds.
    public var guid: String
    public var title = ""
    public var author = ""
    public var summary = ""
    /// Microseconds since 1970-01-01 00:00 UTC.
    public var publishedMicroseconds: Int64?
    /// As the feed names them, each once.
    public var categories: [String] = []
    public var thumbnail: AddressText?
    /// The same thing in several forms, in the feed's order; at least one.
    public var variants: [FeedVariant]
    public var durationSeconds: Double?

    public init(guid: String, variants: [FeedVariant]) {
        self.guid = guid
        self.variants = variants
    }
}

/// One form of an item. What a feed does not say is nil.
public struct FeedVariant: Hashable, Sendable {
    public var url: AddressText
    /// Such as `video/mp4`: in lower case, without parameters.
    public var mediaType: String?
    public var bitsPerSecond: Int?
    public var width: Int?
    public var height: Int?
    /// Whether the feed says that it is to be taken.
    public var isDefault = false
    public var durationSeconds: Double?

    public init(url: AddressText, mediaType: String? = nil) {
        self.url = url
        self.mediaType = mediaType
    }
}
