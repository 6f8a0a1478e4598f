/// What became of a thumbnail that somebody has asked for.
public struct ThumbnailReport: Hashable, Sendable, Codable {
    /// The raw value is the label of the metric.
    public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
        case made
        /// It was there.
        case found
        /// There can be none: it is the file's fault.
        case failed
        /// The same was found out before, or the process that made it has ended.
        case failedBefore = "failed_before"
        /// It cannot be had now.
        case unavailable
    }

    public var result: Result
    /// From its turn on.
    public var seconds: Double
    /// The path or the address of what it is of, without a password.
    public var source: String
    /// The picture or video that was asked for; nil for another thing.
    public var asset: String?
    /// Why there is none; for people.
    public var reason: String?
    /// Whether nobody was told of that yet.
    public var isNews = false
    /// What the cache takes on the disk; nil where nobody has looked yet.
    public var cacheBytes: Int?
    /// How many files have left the cache for its budget since the last report.
    public var evictions = 0

    public init(result: Result, seconds: Double, source: String) {
        self.result = result
        self.seconds = seconds
        self.source = source
    }
}
