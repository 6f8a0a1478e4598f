public import ControlAPI

/// What the configuration says of the media library.
public struct LibrarySettings: Hashable, Sendable, Codable {
    /// Absolute paths of folders, none inside of another; none: there is no library.
    public var roots: [String] = []
    /// Those of them in whose movies the time of the header is local, where it should be UTC.
    public var localMovies: [String] = []
    /// Absolute path of the folder that pipd saves the images in that it takes: a root, or in one;
    /// nil where there is none, or no library.
    public var takenHere: String?
    /// Patterns of what is passed over; without a word of the configuration what a NAS and a
    /// file manager keep for themselves.
    public var exclude = ["@eaDir", ".*"]
    /// Seconds from the end of a scan of a root to the next one.
    public var poll = 600
    public var selection = SelectionRule()

    /// Absolute paths of directories that files may be exported to, and of what is below them.
    public var exports: [String] = []

    public var thumbnails = ThumbnailSettings()

    /// The time zone of dates that say none, as `TZ` has it; nil: that of the machine.
    public var timeZone: String?

    /// Which folders are watched, so that what changes in them is found at once.
    public var watch = Watch.auto

    public enum Watch: Hashable, Sendable, Codable {
        /// Four of five that the system lets a user watch.
        case auto
        /// So many at most.
        case most(Int)
    }

    public static let mostWatches = 0...10_000_000
    public static let pollSeconds = 10...604_800
    public static let mostRoots = 64
    public static let mostPatterns = 64
    public static let mostExportDirectories = 16

    /// No library.
    public init() {}
}

/// What is asked of the media library.
public enum LibraryRequest: Hashable, Sendable, Codable {
    /// Answered by `library`.
    case status
    /// Goes through a root, or all of them, soon; with `isPruned` what is not there is gone for
    /// good, whatever it looks like. Answered by `library`, at once.
    case scan(root: String?, isPruned: Bool)
    /// pipd has saved a file of this absolute path, which is looked at soon, whether or not its
    /// folder is watched. Answered by `done`.
    case saved(String)
    /// Answered by `assets`.
    case assets(AssetFilter, cursor: String?, limit: Int)
    /// Answered by `asset`.
    case show(String)
    /// Answered by `asset`.
    case change(String, AssetPatch)
    /// Answered by `albums`.
    case albums(cursor: String?, limit: Int)
    /// Answered by `album`, which is not new.
    case album(String)
    /// Answered by `album`.
    case putAlbum(String, AlbumDefinition)
    /// Answered by `done`.
    case deleteAlbum(String)
    /// As `SelectionRequest` says.
    case selection(SelectionRequest)
    /// What is to be shown of one picture or video, however long it lasts. Answered by `shown`.
    case preview(String)
    /// Where the file of one is. Answered by `file`.
    case file(String)
}

/// What is asked of selections.
public enum SelectionRequest: Hashable, Sendable, Codable {
    /// Answered by `selection`.
    case create(SelectionDefinition)
    /// Answered by `selection`.
    case show(String)
    /// Answered by `selection`.
    case change(String, SelectionPatch)
    /// Answered by `done`.
    case delete(String)
    /// Answered by `assets`.
    case assets(String, cursor: String?, limit: Int)
    /// What is to be shown of one that is valid. Answered by `shown`.
    case play(String)
}

/// Where the file of a picture or video is.
public struct LibraryFile: Hashable, Sendable, Codable {
    /// Absolute.
    public var root: String
    /// From the root.
    public var path: String
    public var mediaType: String

    public init(root: String, path: String, mediaType: String) {
        self.root = root
        self.path = path
        self.mediaType = mediaType
    }
}

/// What the configuration says of what `pipd-media` does.
public struct MediaSettings: Hashable, Sendable, Codable {
    /// By their IDs.
    public var feeds: [String: FeedDefinition]
    public var library: LibrarySettings

    public init(feeds: [String: FeedDefinition] = [:], library: LibrarySettings) {
        self.feeds = feeds
        self.library = library
    }
}

/// How many assets of one kind and state there are.
public struct LibraryCount: Hashable, Sendable, Codable {
    public var kind: AssetReport.Kind
    public var state: AssetReport.State
    public var count: Int

    public init(kind: AssetReport.Kind, state: AssetReport.State, count: Int) {
        self.kind = kind
        self.state = state
        self.count = count
    }
}
