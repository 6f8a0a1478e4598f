internal import Control
internal import ControlAPI
internal import Media
internal import Synchronization

extension FakeBackend {
    static func playlist(_ id: String) -> PlaylistReport {
        var first = PlaylistItemReport(id: "1", url: "/srv/a.mp4", state: "shown")
        first.title = "A"
        first.seconds = 12.5
        var second = PlaylistItemReport(id: "2", url: "/srv/b.mp4", state: "failed")
        second.error = "No such file"
        var report = PlaylistReport(
            id: id,
            revision: 3,
            state: "playing",
            items: [first, second]
        )
        report.current = "1"
        report.positionSeconds = 1.5
        report.sync = WallReport(group: "lobby", epoch: "2026-01-01T00:00:00Z")
        report.preload = PreloadReport(ahead: 3, bytes: 1 << 20, budget: 192 << 20)
        return report
    }

    func playlists() async -> [PlaylistReport] {
        state.withLock { $0.playlists.values.sorted { $0.id < $1.id } }
    }

    func playlistIDs() async -> [String] { state.withLock { $0.playlists.keys.sorted() } }

    func playlist(_ id: String) async -> PlaylistReport? { state.withLock { $0.playlists[id] } }

    func putPlaylist(
        _ id: String,
        _ definition: PlaylistDefinition,
        from revision: Int?
    ) async throws(ControlError) -> (playlist: PlaylistReport, isNew: Bool) {
        guard definition.items.first?.url != "many" else { throw .conflict("Too many.") }
        try check(revision)
        return state.withLock { state in
            let report = Self.playlist(id)
            state.playlistDefinitions.append(definition)
            return (report, state.playlists.updateValue(report, forKey: id) == nil)
        }
    }

    func editPlaylist(
        _ id: String,
        _ edit: PlaylistEdit,
        from revision: Int?
    ) async throws(ControlError) -> PlaylistReport {
        try check(revision)
        if case .remove("9") = edit { throw .notFound("There is no item '9'.") }
        if case .move("9", _) = edit { throw .notFound("There is no item '9'.") }
        state.withLock { $0.playlistEdits.append(edit) }
        return Self.playlist(id)
    }

    func steerPlaylist(
        _ id: String,
        _ action: PlaylistAction
    ) async throws(ControlError) -> PlaylistReport {
        if case .play("9") = action { throw .notFound("There is no item '9'.") }
        if case .play("8") = action { throw .conflict("It is on a wall.") }
        if action == .pause, id == "live" { throw .conflict("It is live.") }
        state.withLock { $0.playlistActions.append(action) }
        return Self.playlist(id)
    }

    func thumbnail(
        ofItem item: String,
        in id: String,
        pixels: Int
    ) async throws(ControlError) -> [UInt8] {
        if item == "9" { throw .notFound("There is no item '9'.") }
        if item == "2" { throw .badGateway("It cannot be read.") }
        return [0x89, UInt8(pixels % 251)]
    }

    func deletePlaylist(_ id: String, from revision: Int?) async throws(ControlError) {
        try check(revision)
        state.withLock { $0.playlists[id] = nil }
    }

    private func check(_ revision: Int?) throws(ControlError) {
        guard let revision, revision != 3 else { return }
        throw .preconditionFailed("It is at revision 3 now.")
    }
}
