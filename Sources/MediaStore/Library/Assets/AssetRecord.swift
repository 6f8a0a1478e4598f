internal import GRDB
public import MediaFiles

/// How far it got with an asset.
public enum AssetState: String, Hashable, Sendable, Codable {
    /// Its file is there; what is in it was not looked at.
    case found
    /// It was, and can be shown.
    case probed
    /// It was, and cannot; it is not looked at again before it has changed.
    case failed
}

/// The movie of a live photo.
public struct LiveMovie: Hashable, Sendable {
    /// What has a file of its own; nil where the picture's file has it.
    public var asset: AssetID?
    /// Whether name and time alone say that it belongs to the picture.
    public var isGuessed: Bool
    /// Where it begins in the picture's file, in bytes; nil where that has none.
    public var offset: Int64?

    public init(asset: AssetID? = nil, isGuessed: Bool, offset: Int64? = nil) {
        (self.asset, self.isGuessed, self.offset) = (asset, isGuessed, offset)
    }
}

/// A picture or video of the library.
public struct AssetRecord: Hashable, Sendable {
    public var id: AssetID
    /// The path of its root.
    public var root: String
    /// Whether its root was away when that was last gone through.
    public var isOffline: Bool
    /// The path of its folder from the root; empty for the root.
    public var folder: String
    /// Of the file.
    public var name: String
    /// As somebody calls it; nil where nobody does.
    public var title: String?
    public var kind: MediaKind
    public var state: AssetState
    /// In bytes.
    public var size: Int64
    public var taken: TakenTime
    public var isFavourite: Bool
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
    public var live: LiveMovie?
    /// The picture whose movie this is; it is listed in its place.
    public var liveOf: AssetID?

    /// The path of its file.
    public var path: String { MediaPath.joined(MediaPath.joined(root, folder), name) }
}

extension AssetRecord {
    static let columns = """
        asset.number, library_root.path, library_root.state = 'offline', library_folder.path, \
        asset.name, asset.title, asset.kind, \
        asset.state, asset.size, asset.taken_us, asset.taken_source, asset.favourite, \
        asset.duration_ms, asset.width, asset.height, asset.codec, asset.error, \
        asset.live_of, asset.live_at, \
        coalesce(\(movie(same + " AND +movie.folder = asset.folder")), \(movie(same)), \
        \(movie("1"))), \(movie(same)) IS NULL
        """

    private static let same = "+movie.live_id = asset.live_id"

    /// Of the movies of a picture the first for which that is so.
    private static func movie(_ condition: String) -> String {
        """
        (SELECT min(movie.number) FROM asset AS movie WHERE movie.live_of = asset.number \
        AND \(condition))
        """
    }

    /// An asset with its folder and root. Assets come first, in the order that is asked for.
    static let tables = """
        asset CROSS JOIN library_folder ON library_folder.number = asset.folder
            CROSS JOIN library_root ON library_root.number = library_folder.root
        """

    /// - Throws: `UnexpectedValue` for what no statement of the store writes.
    init(_ columns: inout Columns) throws {
        id = AssetID(number: try columns.integer())
        root = try columns.text()
        isOffline = try columns.flag()
        folder = try columns.text()
        name = try columns.text()
        title = try columns.optionalText()
        kind = try columns.word()
        state = try columns.word()
        size = try columns.integer()
        taken = TakenTime(at: try columns.integer(), source: try columns.word())
        isFavourite = try columns.flag()
        milliseconds = try columns.optionalInteger()
        width = try columns.optionalInteger().map { Int($0) }
        height = try columns.optionalInteger().map { Int($0) }
        codec = try columns.optionalText()
        error = try columns.optionalText()
        liveOf = try columns.optionalInteger().map { AssetID(number: $0) }
        let offset = try columns.optionalInteger()
        let movie = try columns.optionalInteger().map { AssetID(number: $0) }
        let isGuessed = try columns.flag()
        guard movie != nil || offset != nil else { return }
        live = LiveMovie(asset: movie, isGuessed: movie != nil && isGuessed, offset: offset)
    }

    /// - Returns: Nil where there is none of that name, or its root is not configured.
    static func of(_ id: AssetID, in database: Database) throws -> Self? {
        let sql = """
            SELECT \(columns) FROM \(tables)
            WHERE asset.number = ? AND library_root.configured = 1
            """
        return try database.firstRow(sql, [id.number], Self.init)
    }

    /// Forgets assets.
    ///
    /// - Parameters:
    ///   - assets: `StoreLimits.batchRows` at most, to leave other writers room.
    ///   - isPassedOver: Of which of them what people have said waits for a scan.
    ///   - database: In a transaction.
    /// - Throws: What the database throws.
    static func remove(
        _ assets: [AssetID],
        settingAside isPassedOver: (AssetID) -> Bool,
        in database: Database
    ) throws {
        let passedOver = assets.filter(isPassedOver)
        if !passedOver.isEmpty { try KeptDraft.setAside(passedOver, in: database) }
        try database.run(
            "DELETE FROM asset WHERE number IN (SELECT value FROM json_each(?))",
            [assets.json]
        )
    }
}
