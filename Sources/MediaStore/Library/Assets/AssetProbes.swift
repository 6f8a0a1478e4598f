internal import GRDB
internal import MediaFiles

/// The files of the library that are to be looked into, and what comes of that.
///
/// Thread: safe.
public struct AssetProbes: Sendable {
    let store: MediaStore

    /// A file at which the process has ended so many times is not read again: now and then
    /// something else has ended it.
    static let mostAttempts = 3

    /// Keeps what came of looking into a file, and says which one is to be looked into next, of the
    /// roots that are there. That it is tried is kept before it is, so that one which ends the
    /// process is known by that: when it has done so `mostAttempts` times, it is a failure.
    ///
    /// - Parameters:
    ///   - last: The one before; nil for the first.
    ///   - done: Is kept, unless the file has changed since; nil for nothing.
    ///   - begin: Called with the next one, in the transaction that keeps that it is tried. Where
    ///     this is false, it is not tried.
    /// - Returns: Nil where nothing is left, or the next one is not tried.
    /// - Throws: What any call throws; nothing is kept then.
    public func next(
        after last: AssetID?,
        keeping done: ProbedAsset? = nil,
        begin: (UnreadAsset) -> Bool = { _ in true }
    ) throws(StoreError) -> UnreadAsset? {
        try store.write { database in
            if let done { _ = try Self.settle(done, in: database) }
            var number = last?.number ?? 0
            while let (asset, attempts) = try Self.unread(after: number, in: database) {
                guard attempts >= Self.mostAttempts else {
                    guard begin(asset) else { return nil }
                    try database.run(
                        "UPDATE asset SET attempts = attempts + 1 WHERE number = ?",
                        [asset.id.number]
                    )
                    return asset
                }
                let reason = "what reads it ended each time that it was read"
                _ = try Self.settle(ProbedAsset(asset, .failed(reason)), in: database)
                number = asset.id.number
            }
            return nil
        }
    }

    /// Keeps what came of looking into a file, unless that has changed since, or how its date is
    /// read.
    ///
    /// - Parameter done: Called in the transaction, so behind every one that was begun before;
    ///   nil for nothing.
    /// - Returns: Whether something was kept.
    /// - Throws: What any call throws.
    public func settle(_ done: () -> ProbedAsset?) throws(StoreError) -> Bool {
        try store.write { database in
            try done().map { try Self.settle($0, in: database) } ?? false
        }
    }

    private static func unread(
        after number: Int64,
        in database: Database
    ) throws -> (asset: UnreadAsset, attempts: Int)? {
        // Each has an index of its own.
        try ["asset.state = 'found'", "asset.stale = 1"]
            .compactMap { try unread(where: $0, after: number, in: database) }
            .min { $0.asset.id.number < $1.asset.id.number }
    }

    private static func unread(
        where condition: String,
        after number: Int64,
        in database: Database
    ) throws -> (asset: UnreadAsset, attempts: Int)? {
        try database.firstRow(
            """
            SELECT asset.number, library_root.path, library_folder.path, asset.name, asset.kind,
                asset.size, asset.mtime_ns, asset.state, asset.zone, asset.attempts
            FROM \(AssetRecord.tables)
            WHERE \(condition) AND asset.number > ? AND library_root.configured = 1
                AND library_root.state = 'online'
            ORDER BY asset.number LIMIT 1
            """,
            [number]
        ) { columns in
            (try UnreadAsset(&columns), try columns.count())
        }
    }

    /// What is to be known of a file for `fail`; nil where there is no such asset.
    ///
    /// - Throws: What any call throws.
    public func file(of id: AssetID) throws(StoreError) -> UnreadAsset? {
        try store.read { database in
            try database.firstRow(
                """
                SELECT asset.number, library_root.path, library_folder.path, asset.name, asset.kind,
                    asset.size, asset.mtime_ns, asset.state, asset.zone
                FROM \(AssetRecord.tables) WHERE asset.number = ? AND library_root.configured = 1
                """,
                [id.number],
                UnreadAsset.init
            )
        }
    }

    /// No picture of a file could be shown, whatever it says of itself: it is a failure until it
    /// changes.
    ///
    /// - Parameters:
    ///   - asset: As it was before that was tried.
    ///   - reason: For people.
    /// - Returns: False where it has changed since, or is a failure already.
    /// - Throws: What any call throws.
    public func fail(_ asset: UnreadAsset, because reason: String) throws(StoreError) -> Bool {
        try store.write { database in
            try database.run(
                """
                UPDATE asset SET state = 'failed', stale = 0, error = ?
                WHERE number = ? AND size = ? AND mtime_ns = ? AND state <> 'failed'
                """,
                [reason, asset.id.number, asset.size, asset.modified]
            ) > 0
        }
    }

    private static func settle(_ done: ProbedAsset, in database: Database) throws -> Bool {
        let asset = done.asset
        let (set, values): (String, StatementArguments) =
            switch done.outcome {
            case .read(let facts):
                (
                    """
                    state = 'probed', error = NULL, stale = 0, duration_ms = ?, width = ?, height = ?, codec = ?,
                    attempts = 0, content = ?, stem = ?, live_id = ?, live_at = ?,
                    taken_us = coalesce(?, taken_us), taken_source = coalesce(?, taken_source)
                    """,
                    [
                        facts.milliseconds, facts.width, facts.height, facts.codec,
                        facts.content, asset.stem, facts.contentIdentifier?.text, facts.movieOffset,
                        facts.taken?.at, facts.taken?.source.rawValue,
                    ]
                )
            case .failed(let reason): ("state = 'failed', stale = 0, error = ?", [reason])
            // What can be shown, and is read again for its date alone, still can.
            case .unreadable(let reason):
                (
                    """
                    error = CASE state WHEN 'probed' THEN NULL ELSE ? END,
                    state = CASE state WHEN 'found' THEN 'failed' ELSE state END, stale = 1,
                    attempts = 0
                    """,
                    [reason]
                )
            case .later: ("attempts = 0", [])
            }
        let isSame: StatementArguments = [
            asset.id.number, asset.size, asset.modified, asset.zone,
        ]
        let isKept =
            try database.run(
                """
                UPDATE asset SET \(set) WHERE number = ? AND size = ? AND mtime_ns = ?
                    AND zone IS ? AND (state = 'found' OR stale = 1)
                """,
                values + isSame
            ) > 0
        if isKept, case .read = done.outcome { try KeptDraft.restore(asset.id, in: database) }
        return isKept
    }
}

extension UnreadAsset {
    fileprivate init(_ columns: inout Columns) throws {
        let id = AssetID(number: try columns.integer())
        let root = try columns.text()
        let folder = MediaPath.joined(root, try columns.text())
        self.init(
            id: id,
            root: root,
            path: MediaPath.joined(folder, try columns.text()),
            kind: try columns.word(),
            size: try columns.integer(),
            modified: try columns.integer()
        )
        let state: AssetState = try columns.word()
        isUnreadable = state == .failed
        zone = try columns.optionalText()
    }
}
