/// What the configuration says of thumbnails.
public struct ThumbnailSettings: Hashable, Sendable, Codable {
    /// What those that pipd has made may take on the disk, in bytes.
    public var budget = 1 << 30
    /// How many are made at a time.
    public var workers = 1

    public static let budgetBytes = (16 << 20)...(1 << 40)
    public static let mostWorkers = 4

    public init() {}
}

/// What became of a thumbnail that somebody has asked for.
public struct ThumbnailReport: Hashable, Sendable, Codable {
    /// The raw value is the label of the metric.
    public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
        case made
        /// It was there.
        case found
        case failed
        /// It failed before, and is not tried again before its file has changed.
        case failedBefore = "failed_before"
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
