/// The media library at one moment: the answer of `GET /v1/library`.
public struct LibraryReport: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case idle
        /// A root is gone through.
        case scanning
        /// Files are looked into.
        case probing
    }

    public var roots: [LibraryRootReport]
    public var state: State
    /// Of all roots.
    public var counts: LibraryCounts
    /// What does not work as it should, and why; for people.
    public var degraded: [String]

    /// - Parameters:
    ///   - roots: By path.
    ///   - state: What is being done.
    ///   - notes: What does not work beside what the roots say themselves.
    public init(roots: [LibraryRootReport], state: State, notes: [String] = []) {
        self.roots = roots
        self.state = state
        counts = roots.reduce(into: LibraryCounts()) { $0.add($1.counts) }
        degraded = Self.notes(roots) + notes
    }

    /// What does not work beside what the roots say themselves.
    public var ownNotes: [String] {
        let others = Self.notes(roots)
        return degraded.filter { !others.contains($0) }
    }

    private static func notes(_ roots: [LibraryRootReport]) -> [String] {
        roots.compactMap { root in root.reason.map { "\(root.path): \($0)" } }
    }
}

/// A folder that the library has its files from.
public struct LibraryRootReport: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It was not gone through yet.
        case waiting
        case scanning
        /// It was there when it was last gone through.
        case online
        /// It is away; what is known of it stays.
        case offline
    }

    public var path: String
    public var state: State
    public var counts: LibraryCounts
    /// Why it is offline, or was not gone through as a whole.
    public var reason: String?
    /// Why what it has could not be kept when it was last gone through, or when what had changed of
    /// it was looked at; nil where it could.
    public var failure: String?
    /// When it was last gone through to its end, in seconds since 1970; nil: never.
    public var scannedAt: Double?
    /// Files that were met so far, while it is gone through.
    public var met: Int?
    /// How often it was gone through, well or not, since what does it was started.
    public var scans = 0

    public init(path: String, state: State, counts: LibraryCounts) {
        self.path = path
        self.state = state
        self.counts = counts
    }

    private enum CodingKeys: String, CodingKey {
        case path, state, counts, reason, failure, met, scans
        case scannedAt = "scanned_at"
    }
}

/// How many pictures and videos there are.
public struct LibraryCounts: Hashable, Sendable, Codable {
    public var photos = 0
    public var videos = 0

    public init(photos: Int = 0, videos: Int = 0) {
        self.photos = photos
        self.videos = videos
    }

    mutating func add(_ other: Self) {
        photos += other.photos
        videos += other.videos
    }
}

/// What going through a root has come to.
public struct LibraryScanReport: Hashable, Sendable, Codable {
    public var root: String
    /// Files that were met.
    public var files = 0
    public var added = 0
    public var changed = 0
    public var removed = 0
    /// Folders that were met, and those of them that are watched.
    public var folders = 0
    public var watched = 0
    public var seconds = 0.0
    /// Whether it is away; what is known of it stays.
    public var isOffline = false
    /// Why it is offline, or was not gone through as a whole; nil where all is well.
    public var reason: String?

    public init(root: String) {
        self.root = root
    }

    /// Whether the library has something else than before.
    public var hasChanges: Bool { added + changed + removed > 0 }
}

/// A picture or video of the library.
public struct AssetReport: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case photo, video
    }

    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its file is there; what is in it was not looked at.
        case found
        /// It was, and can be shown.
        case probed
        /// It was, and cannot; it is not looked at again before it has changed.
        case failed
    }

    /// How it is known when something was taken.
    public enum TakenSource: String, Hashable, Sendable, Codable, CaseIterable {
        /// A telephone or camera wrote it into the movie, with its time zone.
        case quicktime
        /// A camera wrote it into the picture, as its clock was.
        case exif
        /// The movie's header has it.
        case movie
        /// The file's name tells it, in local time.
        case name
        /// When the file was last written.
        case mtime
    }

    public var id: String
    /// Of the file.
    public var name: String
    /// As somebody calls it; nil where nobody does.
    public var title: String?
    /// Absolute.
    public var path: String
    public var kind: Kind
    public var state: State
    /// Whether its root is, so that its file is not there now.
    public var offline: Bool
    /// In bytes.
    public var size: Int64
    /// In seconds since 1970.
    public var taken: Double
    public var takenSource: TakenSource
    public var favourite: Bool
    /// Of the file.
    public var uri: String
    public var mediaType: String
    /// Of a video; nil where it is not known.
    public var milliseconds: Int64?
    /// In pixels, upright; nil where it is not known.
    public var width: Int?
    public var height: Int?
    /// libavcodec's name; nil where it is not known.
    public var codec: String?
    /// Why it cannot be shown; for people.
    public var error: String?
    /// Of a picture that is a live photo.
    public var live: LiveReport?
    /// The ID of the picture whose movie this is; it is listed in its place.
    public var liveOf: String?

    public init(
        id: String,
        name: String,
        path: String,
        kind: Kind,
        state: State,
        size: Int64,
        taken: Double,
        takenSource: TakenSource,
        uri: String,
        mediaType: String
    ) {
        self.id = id
        self.name = name
        self.path = path
        self.kind = kind
        self.state = state
        self.size = size
        self.taken = taken
        self.takenSource = takenSource
        (favourite, offline) = (false, false)
        self.uri = uri
        self.mediaType = mediaType
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, title, path, kind, state, offline, size, taken, favourite, uri
        case width, height
        case codec, error, live
        case liveOf = "live_of"
        case milliseconds = "duration_ms"
        case takenSource = "taken_source"
        case mediaType = "media_type"
    }
}

/// The movie of a live photo.
public struct LiveReport: Hashable, Sendable, Codable {
    /// The ID of the video that it is; nil where it is in the picture's file alone.
    public var video: String?
    /// Whether name and time alone say that it belongs to the picture.
    public var guessed: Bool
    /// Where it begins in the picture's file, in bytes; nil where that has none.
    public var offset: Int64?

    public init(video: String?, guessed: Bool, offset: Int64?) {
        (self.video, self.guessed, self.offset) = (video, guessed, offset)
    }
}

/// A part of a list of pictures and videos.
public struct AssetPage: Hashable, Sendable, Codable {
    public var assets: [AssetReport]
    /// Asks for what follows; nil where nothing does.
    public var nextCursor: String?

    public init(assets: [AssetReport], nextCursor: String? = nil) {
        self.assets = assets
        self.nextCursor = nextCursor
    }

    private enum CodingKeys: String, CodingKey {
        case assets
        case nextCursor = "next_cursor"
    }
}

/// Some of the library under a name.
public struct AlbumReport: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// One that is always there.
        case fixed
        /// What is in one folder.
        case folder
        /// What somebody put together.
        case own
    }

    public var id: String
    public var name: String
    public var kind: Kind
    public var counts: LibraryCounts
    /// Of the folder.
    public var path: String?

    public init(id: String, name: String, kind: Kind, counts: LibraryCounts) {
        self.id = id
        self.name = name
        self.kind = kind
        self.counts = counts
    }
}

/// A part of the list of all albums: the answer of `GET /v1/library/albums`.
public struct AlbumList: Hashable, Sendable, Codable {
    public var albums: [AlbumReport]
    /// Asks for what follows; nil where nothing does.
    public var nextCursor: String?

    public init(albums: [AlbumReport], nextCursor: String? = nil) {
        self.albums = albums
        self.nextCursor = nextCursor
    }

    private enum CodingKeys: String, CodingKey {
        case albums
        case nextCursor = "next_cursor"
    }
}
