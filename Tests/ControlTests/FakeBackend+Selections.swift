internal import Control
internal import ControlAPI
internal import Media
internal import Synchronization

/// What somebody asked of selections and albums.
enum SelectionAsked: Hashable {
    case selection(SelectionDefinition)
    case patch(String, SelectionPatch)
    case album(String, AlbumDefinition)
    case shown(ShownMedia, ShownPlace)
}

/// The selections `1`, which can be shown, and `2`, which is too short; the album `sea`.
extension FakeBackend {
    func createSelection(
        _ definition: SelectionDefinition
    ) async throws(ControlError) -> SelectionReport {
        guard definition != .selection("9") else { throw .notFound("There is no selection '9'.") }
        guard definition != .assets(["9"]) else { throw .unprocessable("There is no '9'.") }
        note(.selection(definition))
        return try await selection("1")
    }

    func selection(_ id: String) async throws(ControlError) -> SelectionReport {
        try checkLibrary()
        switch id {
        case "1": return SelectionReport(id: id, count: 2, milliseconds: 9_999, reason: nil)
        case "2":
            let reason = "4 s selected; 5 to 1200 are accepted"
            return SelectionReport(
                id: id,
                count: 1,
                milliseconds: 4_000,
                reason: reason,
                accepted: 5_000...1_200_000
            )
        default: throw .notFound("There is no selection '\(id)'.")
        }
    }

    func changeSelection(
        _ id: String,
        _ patch: SelectionPatch
    ) async throws(ControlError) -> SelectionReport {
        note(.patch(id, patch))
        return try await selection(id)
    }

    func deleteSelection(_ id: String) async throws(ControlError) { _ = try await selection(id) }

    func selectedAssets(
        _ id: String,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> AssetPage {
        _ = try await selection(id)
        return try await assets(AssetFilter(), cursor: cursor, limit: limit)
    }

    func album(_ id: String) async throws(ControlError) -> AlbumReport {
        guard id == "sea" else { throw .notFound("There is no album '\(id)'.") }
        return AlbumReport(
            id: id,
            name: "Sea",
            kind: .own,
            counts: LibraryCounts(photos: 1, videos: 0)
        )
    }

    func putAlbum(
        _ id: String,
        _ definition: AlbumDefinition
    ) async throws(ControlError) -> (album: AlbumReport, isNew: Bool) {
        guard id != "all" else { throw .conflict("It is taken.") }
        guard definition.content != .selection("9") else { throw .notFound("There is no '9'.") }
        note(.album(id, definition))
        let album = AlbumReport(
            id: id,
            name: definition.name,
            kind: .own,
            counts: LibraryCounts(photos: 1, videos: 0)
        )
        return (album, id != "sea")
    }

    func deleteAlbum(_ id: String) async throws(ControlError) {
        guard id != "all" else { throw .conflict("It is taken.") }
        guard id == "sea" else { throw .notFound("There is no album '\(id)'.") }
    }

    func show(
        _ media: ShownMedia,
        in place: ShownPlace
    ) async throws(ControlError) -> PlaylistReport {
        switch media {
        case .asset(let id):
            _ = try await asset(id)
            guard id != "2" else { throw .conflict("Its disk is away.") }
        case .preview(let id), .play(let id):
            if let reason = try await selection(id).reason {
                throw .unprocessable("\(message: reason)")
            }
        }
        note(.shown(media, place))
        return Self.playlist("library")
    }

    private func note(_ asked: SelectionAsked) {
        state.withLock { $0.selectionsAsked.append(asked) }
    }
}
