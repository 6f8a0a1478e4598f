internal import GRDB
internal import MediaFiles

/// What looking into files asks and tells.
extension MediaStore {
    /// A file at which the process has ended so many times is not read again: now and then
    /// something else has ended it.
    static let mostAttempts = 3

    /// The next file that is to be looked into, of the roots that are there. That it is tried is
    /// kept before it is, so that one which ends the process is known by that: when it has done
    /// so `mostAttempts` times, it is a failure.
    ///
    /// - Parameter last: The one before; nil for the first.
    /// - Returns: Nil where nothing is left.
    /// - Throws: What any call throws.
    public func nextUnread(after last: AssetID?) throws(StoreError) -> UnreadAsset? {
        try write { database in
            var number = last?.number ?? 0
            while let (asset, attempts) = try Self.unread(after: number, in: database) {
                guard attempts >= Self.mostAttempts else {
                    try database.run(
                        "UPDATE asset SET attempts = attempts + 1 WHERE number = ?",
                        [asset.id.number]
                    )
                    return asset
                }
                let reason = "what reads it ended each time that it was read"
                _ = try Self.settle(asset, .failed(reason), in: database)
                number = asset.id.number
            }
            return nil
        }
    }

    /// Keeps what came of looking into a file, unless that has changed since.
    ///
    /// - Returns: Whether it was kept.
    /// - Throws: What any call throws.
    public func settle(_ asset: UnreadAsset, _ outcome: ProbeOutcome) throws(StoreError) -> Bool {
        try write { try Self.settle(asset, outcome, in: $0) }
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
                asset.size, asset.mtime_ns, asset.attempts
            FROM \(AssetRecord.tables)
            WHERE \(condition) AND asset.number > ? AND library_root.configured = 1
                AND library_root.state = 'online'
            ORDER BY asset.number LIMIT 1
            """,
            [number]
        ) { columns in
            let id = AssetID(number: try columns.integer())
            let folder = MediaPath.joined(try columns.text(), try columns.text())
            let asset = UnreadAsset(
                id: id,
                path: MediaPath.joined(folder, try columns.text()),
                kind: try columns.word(),
                size: try columns.integer(),
                modified: try columns.integer()
            )
            return (asset, try columns.count())
        }
    }

    private static func settle(
        _ asset: UnreadAsset,
        _ outcome: ProbeOutcome,
        in database: Database
    ) throws -> Bool {
        let (set, values): (String, StatementArguments) =
            switch outcome {
            case .read(let facts):
                (
                    """
                    state = 'probed', stale = 0, duration_ms = ?, width = ?, height = ?, codec = ?,
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
            case .later: ("attempts = 0", [])
            }
        let isSame: StatementArguments = [asset.id.number, asset.size, asset.modified]
        return try database.run(
            """
            UPDATE asset SET \(set) WHERE number = ? AND size = ? AND mtime_ns = ?
                AND (state = 'found' OR stale = 1)
            """,
            values + isSame
        ) > 0
    }
}
