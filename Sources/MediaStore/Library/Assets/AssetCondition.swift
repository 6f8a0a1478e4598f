internal import GRDB
internal import MediaFiles

/// Where a page of assets ended.
struct AssetCursor {
    let takenAt: Int64
    let number: Int64

    init(_ asset: AssetRecord) {
        takenAt = asset.taken.at
        number = asset.id.number
    }

    /// - Throws: `isNoCursor` for anything else than what `text` gives.
    init(_ text: String) throws(StoreError) {
        let parts = text.dropFirst().split(separator: ".", maxSplits: 1).map { Int64($0) }
        guard parts.count == 2, let takenAt = parts[0], let number = parts[1] else {
            throw .isNoCursor(String(text.prefix(64)))
        }
        (self.takenAt, self.number) = (takenAt, number)
        guard self.text == text else { throw .isNoCursor(String(text.prefix(64))) }
    }

    var text: String { "a\(takenAt).\(number)" }
}

/// Where a page of albums ended: with a folder of a root.
struct AlbumCursor {
    let root: Int64
    let folder: String

    init(root: Int64, folder: String) {
        self.root = root
        self.folder = folder
    }

    /// - Throws: `isNoCursor` for anything else than what `text` gives.
    init(_ text: String) throws(StoreError) {
        let parts = text.dropFirst().split(
            separator: "/",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard text.hasPrefix("f"), parts.count == 2, let root = Int64(parts[0]) else {
            throw .isNoCursor(String(text.prefix(64)))
        }
        (self.root, folder) = (root, String(parts[1]))
    }

    var text: String { "f\(root)/\(folder)" }
}

/// What a query is in SQL, of the tables of `AssetRecord`.
struct AssetCondition {
    private(set) var sql = "library_root.configured = 1"
    private(set) var arguments = StatementArguments()

    /// Returns nil where nothing can be found: for a text without a word, and an album that is
    /// gone.
    ///
    /// - Parameters:
    ///   - query: What is asked for.
    ///   - cursor: Where the page before ended.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    ///   - database: Has what is in albums, and is found by words; the condition is for this
    ///     transaction of it.
    /// - Throws: What the database throws.
    init?(
        _ query: AssetQuery,
        after cursor: AssetCursor? = nil,
        at now: Int64,
        in database: Database
    ) throws {
        if let cursor {
            add("(asset.taken_us, asset.number) < (?, ?)", [cursor.takenAt, cursor.number])
        }
        let isFound = try add(query, at: now, in: database) {
            try StoredSelection.of(album: $0, in: database)
        }
        guard isFound else { return nil }
    }

    /// - Parameters:
    ///   - query: What is asked for.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    ///   - database: Has what is found by words.
    ///   - album: What is in one; nil where it is gone.
    /// - Returns: Whether something may be found.
    /// - Throws: What `album` and the database throw.
    private mutating func add(
        _ query: AssetQuery,
        at now: Int64,
        in database: Database,
        _ album: (AlbumID) throws -> StoredSelection?
    ) throws -> Bool {
        var isMovieHidden = query.isFavourite != true
        switch query.album {
        case .all: break
        case .photos: add("asset.kind = 'photo'")
        case .videos: add("asset.kind = 'video'")
        case .live: add(Self.live)
        case .favourites:
            add("asset.favourite = 1")
            isMovieHidden = false
        case .recent: add("asset.found_us >= ?", [Self.recent(at: now)])
        case .takenHere: add(Self.takenHere)
        case .folder(let number): add("asset.folder = ?", [number])
        case .own(let id):
            guard let selection = try album(id) else { return false }
            // No album is in another one.
            if let query = selection.query {
                guard try add(query, at: now, in: database, { _ in nil }) else { return false }
            }
            add(selection.condition, [selection.number])
            isMovieHidden = false
        }
        if isMovieHidden { add(Self.isListed) }
        if query.isLive == true { add(Self.live) }
        if let kind = query.kind { add("asset.kind = ?", [kind.rawValue]) }
        if let isFavourite = query.isFavourite { add("asset.favourite = ?", [isFavourite]) }
        // As it stands in the index of its own.
        if let state = query.state { add("asset.state = '\(state.rawValue)'") }
        if let least = query.leastMilliseconds { add("asset.duration_ms >= ?", [least]) }
        if let from = query.from { add("asset.taken_us >= ?", [from]) }
        if let to = query.to { add("asset.taken_us < ?", [to]) }
        guard let text = query.text else { return true }
        let words = SearchWords.words(of: text)
        for word in words { try addWord(word, in: database) }
        return !words.isEmpty
    }

    /// What is not the movie of a live photo, which stands for both.
    static let isListed = "asset.live_of IS NULL"

    /// The set is small, and is looked into in the order of the list, as that of words.
    static let live = """
        +asset.number IN (SELECT live_of FROM asset WHERE live_of IS NOT NULL
            UNION SELECT number FROM asset WHERE live_at IS NOT NULL)
        """

    /// What was found since then is recent.
    static func recent(at now: Int64) -> Int64 { now - 30 * 86_400_000_000 }

    /// What is in the folder of what was taken here, or below.
    static let takenHere = """
        asset.folder IN (SELECT library_folder.number FROM library_folder
            JOIN library_root ON library_root.number = library_folder.root
            WHERE taken_here = '' OR library_folder.path = taken_here
                OR substr(library_folder.path, 1, length(taken_here) + 1) = taken_here || '/')
        """

    mutating func add(_ condition: String, _ values: StatementArguments = []) {
        sql += " AND " + condition
        arguments += values
    }

    /// A word, or how one begins, of anything that is searched; or a part of the file's name. What
    /// is found is a set that is looked into in the order of the list: the index of that order,
    /// and not the words, decides how far is to be read, so that no word is slow.
    private mutating func addWord(_ word: String, in database: Database) throws {
        let quoted = "\"\(word)\""
        var found = "SELECT rowid AS number FROM asset_search WHERE asset_search MATCH ?"
        var patterns: StatementArguments = [quoted + " *"]
        if word.unicodeScalars.count >= 3 {
            found += " UNION ALL SELECT rowid FROM asset_name WHERE asset_name MATCH ?"
            patterns += [quoted]
        }
        add("holds(?, asset.number)", [try NumberSet.of(found, patterns, in: database)])
    }
}
