public import MediaFiles

/// Which assets are asked for: those for which all that is said here is so.
public struct AssetQuery: Hashable, Sendable {
    /// Words, or how they begin, of name, folder or title; of names parts of three letters and
    /// more are found as well.
    public var text: String?
    public var album: AssetAlbum = .all
    public var kind: MediaKind?
    public var isFavourite: Bool?
    public var state: AssetState?
    /// Of what lasts so long or longer: videos alone.
    public var leastMilliseconds: Int64?
    /// Taken at that time or later, and before that time: microseconds since 1970-01-01 00:00 UTC.
    public var from: Int64?
    public var to: Int64?

    public init() {}
}

/// A part of the library that has a name.
public enum AssetAlbum: Hashable, Sendable {
    case all
    case photos
    case videos
    case favourites
    /// What was found in the last 30 days.
    case recent
    /// What is in one folder, by its number, and not what is below it.
    case folder(Int64)

    /// Those that are always there.
    public static let fixed: [Self] = [.all, .photos, .videos, .favourites, .recent]

    /// Returns nil for what is no album's name. One of a folder may be gone.
    public init?(_ name: String) {
        if let album = Self.fixed.first(where: { $0.name == name }) {
            self = album
            return
        }
        guard name.hasPrefix(Self.folderPrefix),
            let id = AssetID(String(name.dropFirst(Self.folderPrefix.utf8.count)))
        else { return nil }
        self = .folder(id.number)
    }

    /// In requests and answers.
    public var name: String {
        switch self {
        case .all: "all"
        case .photos: "photos"
        case .videos: "videos"
        case .favourites: "favourites"
        case .recent: "recent"
        case .folder(let number): "\(Self.folderPrefix)\(number)"
        }
    }

    private static let folderPrefix = "folder-"
}

/// An album with what is in it.
public struct AlbumRecord: Hashable, Sendable {
    public var album: AssetAlbum
    /// The path of its folder, absolute; nil for one that is no folder's.
    public var path: String?
    public var photos: Int
    public var videos: Int
}
