public import ControlAPI

/// What the process that shows pictures asks of the one that reads foreign files, feeds and
/// databases.
public enum MediaRequest: Hashable, Sendable, Codable {
    /// Asks for `done`, to see whether it is alive.
    case ping
    /// What the configuration says, from now on: feeds that it had before and has no more are
    /// forgotten. Answered by `done`.
    case configure(MediaSettings)
    /// As `FeedRequest` says.
    case feeds(FeedRequest)
    /// As `PlaylistRequest` says.
    case playlist(PlaylistRequest)
    /// As `LibraryRequest` says.
    case library(LibraryRequest)
    /// As `ExportRequest` says.
    case export(ExportRequest)
    /// A small picture of something, of so many pixels at least where there is one that large;
    /// answered by `thumbnail` or `picture` when it was made.
    case thumbnail(MediaName, pixels: Int)
}

extension MediaRequest {
    /// Whether pipd asks for itself, and for no client.
    public var isOwn: Bool {
        switch self {
        case .ping, .configure, .playlist: true
        case .feeds(let request): request.isOwn
        case .library, .export, .thumbnail: false
        }
    }
}

/// What is answered.
public enum MediaAnswer: Hashable, Sendable, Codable {
    case done
    case feeds([FeedReport])
    case feed(FeedReport, isNew: Bool)
    case refreshed(FeedRefreshReport)
    case page(FeedItemPage)
    case discovered(DiscoverReport)
    case entries([MediaEntry])
    /// Nil where nothing is known of the playlist.
    case memory(PlaylistMemory?)
    case library(LibraryReport)
    case assets(AssetPage)
    case asset(AssetReport)
    case albums(AlbumList)
    case album(AlbumReport, isNew: Bool)
    case selection(SelectionReport)
    /// Files to be shown one after the other, and for how many milliseconds an image is.
    case shown([MediaEntry], image: Int64)
    case file(LibraryFile)
    case export(ExportReport)
    case exports(ExportList)
    /// A PNG file, which may go at any time.
    case thumbnail(path: String)
    /// A PNG file for which no disk has room.
    case picture(PictureFile)
    case refused(MediaRefusal)
}

/// Why a request was not done.
public struct MediaRefusal: Error, Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// There is nothing of that name.
        case unknown
        /// It cannot be as things stand.
        case conflict
        /// A value is not accepted.
        case value
        /// The configuration does not allow it.
        case forbidden
        /// Nobody can do that with such a file.
        case unsupported
        /// What was to be fetched cannot be had.
        case source
        /// No room is left.
        case full
        /// The database cannot be read or written.
        case storage
        /// It cannot be now, and may be later.
        case busy
        /// The process that would do it does not run, or takes too long.
        case away
    }

    public var kind: Kind
    /// What, on what, why, and what would work; for people, without a password.
    public var reason: String
    /// What would work, of a process that is away; the reason does not say it then.
    public var remedy: String?

    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// It is away, for that reason.
    public init(_ failure: MediaFailure) {
        self.init(.away, failure.reason)
        remedy = failure.remedy
    }

    /// Why it is away.
    public var failure: MediaFailure { MediaFailure(reason, remedy: remedy) }
}

/// What is told without being asked for.
public enum MediaNotice: Hashable, Sendable, Codable {
    /// A server has answered: the feed is as it was, or has other items than before.
    case feedRefreshed(FeedRefreshReport)
    /// A feed cannot be had; its items stay.
    case feedFailed(String, reason: String)
    /// A root is gone through.
    case scanBegins(root: String)
    /// A root was gone through, and the library has this now.
    case scanned(LibraryScanReport, [LibraryCount])
    /// What has happened in a root was looked at, and the library has this now.
    case changed(LibraryScanReport, [LibraryCount])
    /// Why something of the library cannot be kept, for people; none: all can.
    case libraryFaults([String])
    /// Files were looked into, and the library has this now.
    case probed(files: Int, [LibraryCount])
    /// So many bytes of an export are written, of so many, about.
    case exportMoved(String, bytes: Int64, of: Int64)
    /// An export is over.
    case exportEnded(ExportReport)
    /// Somebody has asked for a thumbnail.
    case thumbnail(ThumbnailReport)
    /// Something for the log, that somebody should know of.
    case warning(String)
}
