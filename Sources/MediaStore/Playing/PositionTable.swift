internal import FoundationEssentials
internal import GRDB

/// Where playlists were.
///
/// Thread: safe.
public struct PositionTable: Sendable {
    let store: MediaStore

    /// Keeps where a playlist is, in the place of where it was. Of more than 1,000 playlists the
    /// one that was saved longest ago goes.
    ///
    /// - Throws: `hasTooLongOrder`; what any call throws.
    public func put(_ position: PlaylistPosition) throws(StoreError) {
        guard position.order.count <= StoreLimits.orderBytes else {
            throw .hasTooLongOrder(bytes: position.order.count)
        }
        let seconds = position.positionSeconds
        try store.write { database in
            try database.run(
                """
                INSERT OR REPLACE INTO position (playlist, item, position_s, item_order, paused,
                    revision, saved_us) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    position.playlist.name, position.item?.key,
                    seconds.isFinite ? max(seconds, 0) : 0, Data(position.order),
                    position.isPaused, position.revision, position.savedAt,
                ]
            )
            try database.run(
                """
                DELETE FROM position WHERE playlist IN
                    (SELECT playlist FROM position ORDER BY saved_us DESC, playlist
                     LIMIT -1 OFFSET ?)
                """,
                [store.limits.positions]
            )
        }
    }

    /// - Returns: Nil where none is kept.
    public func find(_ playlist: PlaylistID) throws(StoreError) -> PlaylistPosition? {
        try store.read { database in
            try database.firstRow(
                PlaylistPosition.select + " WHERE playlist = ?",
                [playlist.name],
                PlaylistPosition.init
            )
        }
    }

    /// All of them, by playlist.
    public func all() throws(StoreError) -> [PlaylistPosition] {
        try store.read { database in
            try database.rows(
                PlaylistPosition.select + " ORDER BY playlist",
                [],
                PlaylistPosition.init
            )
        }
    }

    /// - Returns: Whether one was kept.
    @discardableResult
    public func remove(_ playlist: PlaylistID) throws(StoreError) -> Bool {
        try store.write { database in
            try database.run("DELETE FROM position WHERE playlist = ?", [playlist.name]) > 0
        }
    }
}

extension PlaylistPosition {
    fileprivate static let select = """
        SELECT playlist, item, position_s, item_order, paused, revision, saved_us FROM position
        """

    fileprivate init(_ columns: inout Columns) throws {
        guard let playlist = PlaylistID(try columns.text()) else {
            throw UnexpectedValue(column: 0)
        }
        self.playlist = playlist
        item = try columns.optionalText().flatMap { PlayedItem(key: $0) }
        positionSeconds = try columns.number()
        order = try columns.bytes()
        isPaused = try columns.flag()
        revision = try columns.integer()
        savedAt = try columns.integer()
    }
}
