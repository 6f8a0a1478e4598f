public import ControlAPI

/// The playlists that there are.
public protocol PlaylistsBackend: Sendable {
    /// Every playlist, in the order of their IDs.
    func playlists() async -> [PlaylistReport]

    /// The IDs of all playlists, in their order; costs less than `playlists`.
    func playlistIDs() async -> [String]

    /// One playlist; nil if there is none of that ID.
    func playlist(_ id: String) async -> PlaylistReport?

    /// Defines a playlist, or says what the one of that ID consists of from now on. It goes
    /// on: items that it keeps stay open.
    ///
    /// - Parameters:
    ///   - id: A valid ID (`StreamLimits.isID`).
    ///   - definition: Values inside their ranges.
    ///   - revision: What the client knows of it; nil: whatever it is.
    /// - Returns: The playlist, and whether it is new.
    /// - Throws: `.unprocessable` for an address that this build cannot open, `.conflict` when
    ///   there are as many as there may be or a stream of its own has the ID, 412 where it is
    ///   at another revision.
    func putPlaylist(
        _ id: String,
        _ definition: PlaylistDefinition,
        from revision: Int?
    ) async throws(ControlError) -> (playlist: PlaylistReport, isNew: Bool)

    /// Changes what a playlist consists of.
    ///
    /// - Throws: `.notFound` for the playlist or an item; as `putPlaylist`.
    func editPlaylist(
        _ id: String,
        _ edit: PlaylistEdit,
        from revision: Int?
    ) async throws(ControlError) -> PlaylistReport

    /// Steers what plays.
    ///
    /// - Returns: The playlist as it is to be.
    /// - Throws: `.notFound` for the playlist or an item; `.conflict` for an item that has no
    ///   time to stop.
    func steerPlaylist(
        _ id: String,
        _ action: PlaylistAction
    ) async throws(ControlError) -> PlaylistReport

    /// A small picture of an item, its longer side of at least so many pixels where it is that
    /// large.
    ///
    /// - Returns: A PNG file.
    /// - Throws: `.notFound` for the playlist or an item, and where there is no picture for it;
    ///   502 where that cannot be read, `.unavailable` where what makes it is away.
    func thumbnail(
        ofItem item: String,
        in id: String,
        pixels: Int
    ) async throws(ControlError) -> [UInt8]

    /// Removes a playlist; views that showed it then show none.
    ///
    /// - Throws: `.notFound`; 412 where it is at another revision.
    func deletePlaylist(_ id: String, from revision: Int?) async throws(ControlError)
}

extension PlaylistsBackend {
    /// - Returns: A playlist that there is.
    /// - Throws: `.notFound`, naming those that there are.
    func existingPlaylist(_ id: String) async throws(ControlError) -> PlaylistReport {
        if let report = await playlist(id) { return report }
        throw .noPlaylist(id, among: await playlistIDs())
    }

    /// Refuses an ID that no playlist has.
    ///
    /// - Throws: `.notFound`, as `existingPlaylist`.
    func checkIsPlaylist(_ id: String) async throws(ControlError) {
        let known = await playlistIDs()
        guard known.contains(id) else { throw .noPlaylist(id, among: known) }
    }
}

extension ControlError {
    /// 404: no such playlist; names those that there are.
    public static func noPlaylist(_ id: String, among known: [String]) -> Self {
        .nothing("playlist", id, among: known)
    }
}
