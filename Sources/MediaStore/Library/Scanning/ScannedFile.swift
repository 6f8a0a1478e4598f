internal import GRDB
public import MediaFiles

/// When a picture or a video was taken, and how that is known.
public struct TakenTime: Hashable, Sendable {
    public enum Source: String, Hashable, Sendable {
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

    /// Microseconds since 1970-01-01 00:00 UTC.
    public var at: Int64
    public var source: Source

    public init(at: Int64, source: Source) {
        self.at = at
        self.source = source
    }
}

/// A file as it was met in a root.
public struct ScannedFile: Hashable, Sendable {
    /// The path of its folder from the root; empty for the root.
    public var folder: String
    public var file: MediaFile
    public var taken: TakenTime
    /// The time zone of dates that say none.
    public var zone: String

    public init(folder: String, file: MediaFile, taken: TakenTime, zone: String = "") {
        self.folder = folder
        self.file = file
        self.taken = taken
        self.zone = zone
    }
}

/// A file as it is known.
public struct KnownFile: Hashable, Sendable {
    public var id: AssetID
    /// In bytes.
    public var size: Int64
    /// Nanoseconds since 1970-01-01 00:00 UTC.
    public var modified: Int64
    /// The time zone in which its date was read; nil where that is not known.
    public var zone: String?

    /// Whether a file is still that one.
    public func isSame(as file: MediaFile) -> Bool {
        (size, modified) == (file.size, file.modified)
    }
}

/// A folder of a root of which files are known.
public struct KnownFolder: Hashable, Sendable {
    let number: Int64
    /// From the root; empty for the root.
    public var path: String
}

extension KnownFolder {
    /// Has a folder be known from now on.
    ///
    /// - Returns: Its number.
    static func record(
        _ path: String,
        of root: RootID,
        in database: Database
    ) throws -> Int64 {
        let select = "SELECT number FROM library_folder WHERE root = ? AND path = ?"
        let known = try database.firstRow(select, [root.number, path]) { try $0.integer() }
        if let known { return known }
        try database.run(
            "INSERT INTO library_folder (root, path) VALUES (?, ?)",
            [root.number, path]
        )
        return database.lastInsertedRowID
    }
}
