/// How much is kept.
public struct StoreLimits: Hashable, Sendable {
    /// Of the file, without what was not yet moved into it from its log.
    public var fileBytes: Int
    /// A feed more is refused.
    public var feeds = 1_000
    /// The oldest go.
    public var plays = 100_000
    /// Older ones go.
    public var playDays = 90
    /// The one that was saved longest ago goes.
    public var positions = 1_000
    /// The one that was made first goes.
    public var selections = 100
    /// Those that somebody put together; one more is refused. All are counted at once, which takes
    /// 2 s where each finds 75,000 of 100,000 assets.
    public var albums = 50
    /// Assets in a list, and assets taken out of a query; more are refused.
    public var selected = 10_000
    /// Assets of one export; more are refused. So many take 2 MiB of the file, until it is over.
    public var exported = 100_000

    // Not to be set.
    static let orderBytes = 64 << 10
    static let pageItems = 500
    /// The nearest number that a page may have.
    static func page(_ limit: Int) -> Int { min(max(limit, 1), pageItems) }
    /// Rows that upkeep removes in one transaction, for other writers to come between.
    static let batchRows = 500
    /// Of a text that is searched for; the rest is not looked at.
    static let searchCharacters = 200
    static let searchWords = 16
    static let damagedFiles = 3

    /// `playDays` in microseconds.
    var playAge: Int64 { Int64(playDays) * 86_400_000_000 }

    public init(fileBytes: Int = 1 << 30) {
        self.fileBytes = fileBytes
    }
}
