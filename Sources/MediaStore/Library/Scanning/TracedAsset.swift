internal import MediaFiles

/// A file of the library by what it is known again, wherever it went.
public struct TracedAsset: Hashable, Sendable {
    public var id: AssetID
    /// The path of its root.
    public var root: String
    /// From the root.
    public var path: String
    /// In bytes.
    public var size: Int64
    /// Nanoseconds since 1970-01-01 00:00 UTC.
    public var modified: Int64
    /// When it was first met: microseconds since 1970-01-01 00:00 UTC.
    public var found: Int64
    /// What its first and last bytes are told by; nil where it was not looked into.
    public var content: String?
    /// Whether it was not there when its root was last gone through.
    public var isMissing: Bool

    public var absolutePath: String { MediaPath.joined(root, path) }
}
