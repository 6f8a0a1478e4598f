/// Which assets a client asks for: those for which all that is said here is so.
public struct AssetFilter: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case photo, video
        /// Photos that have a movie.
        case live
    }

    /// Words, or how they begin, of name, folder or title; of names parts of three letters and
    /// more are found as well.
    public var text: String?
    /// The ID of an album.
    public var album: String?
    public var kind: Kind?
    public var favourite: Bool?
    public var state: AssetReport.State?
    /// Videos that last so many seconds or longer.
    public var minDuration: Double?
    /// Taken at that time or later, and before that time, in seconds since 1970.
    public var from: Int?
    public var to: Int?

    public init() {}
}

/// What a client says of an asset; what is nil stays as it is.
public struct AssetPatch: Hashable, Sendable, Codable {
    public var favourite: Bool?
    /// Empty for none.
    public var title: String?

    public init() {}

    /// Characters of a title.
    public static let titleCharacters = 0...200
}
