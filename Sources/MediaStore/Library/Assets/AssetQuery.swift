internal import Media
public import MediaFiles

/// Which assets are asked for: those for which all that is said here is so. A live photo is one of
/// them, its picture; its movie is among favourites, where somebody has made it one, and where it
/// was put by itself.
///
/// Selections and albums keep it by the names of its members, which are not changed.
public struct AssetQuery: Hashable, Sendable, Codable {
    /// Words, or how they begin, of name, folder or title; of names parts of three letters and
    /// more are found as well.
    public var text: String?
    public var album: AssetAlbum = .all
    public var kind: MediaKind?
    /// Live photos alone.
    public var isLive: Bool?
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
    /// The pictures of live photos.
    case live
    case favourites
    /// What was found in the last 30 days.
    case recent
    /// What pipd has taken and saved itself, see `RootTable.configure`.
    case takenHere
    /// What is in one folder, by its number, and not what is below it.
    case folder(Int64)
    /// What somebody put together.
    case own(AlbumID)

    /// Those that are always there.
    public static let fixed: [Self] = [
        .all, .photos, .videos, .live, .favourites, .recent, .takenHere,
    ]

    /// Returns nil for what can be no album's name. One of a folder, or somebody's own, may be gone.
    public init?(_ name: String) {
        if let album = Self.fixed.first(where: { $0.name == name }) {
            self = album
            return
        }
        if name.hasPrefix(Self.folderPrefix) {
            let rest = String(name.dropFirst(Self.folderPrefix.utf8.count))
            guard let number = Int64(rowName: rest) else { return nil }
            self = .folder(number)
        } else {
            guard let id = AlbumID(name) else { return nil }
            self = .own(id)
        }
    }

    /// In requests and answers.
    public var name: String {
        switch self {
        case .all: "all"
        case .photos: "photos"
        case .videos: "videos"
        case .live: "live"
        case .favourites: "favourites"
        case .recent: "recent"
        case .takenHere: "taken-here"
        case .folder(let number): "\(Self.folderPrefix)\(number)"
        case .own(let id): id.name
        }
    }

    static let folderPrefix = "folder-"
}

extension AssetAlbum: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let album = Self(name) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: name)
        }
        self = album
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

/// The name of an album that somebody put together: by the rule of `StreamID`, and no other
/// album's.
public struct AlbumID: Hashable, Sendable, CustomStringConvertible {
    public let name: String

    /// Returns nil for a name that breaks the rule.
    public init?(_ name: String) {
        let isTaken =
            name.hasPrefix(AssetAlbum.folderPrefix)
            || AssetAlbum.fixed.contains { $0.name == name }
        guard StreamID(name) != nil, !isTaken else { return nil }
        self.name = name
    }

    public var description: String { name }
}

/// An album with what is in it.
public struct AlbumRecord: Hashable, Sendable {
    public var album: AssetAlbum
    /// The path of its folder, absolute; nil for one that is no folder's.
    public var path: String?
    /// As somebody calls it; nil for one that is nobody's own.
    public var name: String?
    public var photos: Int
    public var videos: Int
}
