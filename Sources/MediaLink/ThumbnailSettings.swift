/// What the configuration says of thumbnails.
public struct ThumbnailSettings: Hashable, Sendable, Codable {
    /// What those that pipd has made may take on the disk, in bytes.
    public var budget = 1 << 30
    /// How many are made at a time.
    public var workers = 1

    public static let budgets = (16 << 20)...(1 << 40)
    public static let mostWorkers = 4

    public init() {}
}
