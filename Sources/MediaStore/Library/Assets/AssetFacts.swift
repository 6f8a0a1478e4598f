public import MediaFiles

/// What a file was found to hold.
public struct AssetFacts: Hashable, Sendable {
    /// Nil for a photo, and where nothing tells it.
    public var milliseconds: Int64?
    /// In pixels, upright.
    public var width: Int
    public var height: Int
    /// libavcodec's name.
    public var codec: String
    /// When the file itself tells; nil: what was known stays.
    public var taken: TakenTime?
    /// What its first and last bytes are told by; nil where they cannot be read.
    public var content: String?
    /// What a picture and the movie of a live photo have in common; nil where it tells none.
    public var contentIdentifier: ContentIdentifier?
    /// Where a movie begins in the file of a photo, in bytes; nil where there is none.
    public var movieOffset: Int64?

    public init(width: Int, height: Int, codec: String) {
        (self.width, self.height, self.codec) = (width, height, codec)
    }
}

/// A file that is to be looked into.
public struct UnreadAsset: Hashable, Sendable {
    public var id: AssetID
    /// The path of its root.
    public var root: String
    /// Absolute.
    public var path: String
    public var kind: MediaKind
    /// As it was met, in bytes: what has changed since is met again.
    public var size: Int64
    /// The same, in nanoseconds since 1970-01-01 00:00 UTC.
    public var modified: Int64
    /// Whether it could not be read the last time.
    public var isUnreadable = false
    /// How its date is to be read, as its scan has said; nil where that is not known.
    public var zone: String?

    /// The name of its file without its ending, in small letters: the picture and the movie of a
    /// live photo have the same one.
    var stem: String {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[$0...].dropFirst() }
        let whole = name ?? path[...]
        let stem = whole.utf8.lastIndex(of: UInt8(ascii: ".")).map { whole[..<$0] }
        return (stem ?? whole).lowercased()
    }
}

/// What came of looking into a file.
public enum ProbeOutcome: Hashable, Sendable {
    case read(AssetFacts)
    /// Nothing of it can be shown; it is not tried again before it has changed. For people.
    case failed(String)
    /// It cannot be read as things are, which may be over soon: a failure until then, tried again
    /// the next time. For people.
    case unreadable(String)
    /// It is not there, or nobody waits any more.
    case later
}

/// A file that was looked into, and what came of that.
public struct ProbedAsset: Hashable, Sendable {
    public var asset: UnreadAsset
    public var outcome: ProbeOutcome

    public init(_ asset: UnreadAsset, _ outcome: ProbeOutcome) {
        (self.asset, self.outcome) = (asset, outcome)
    }
}
