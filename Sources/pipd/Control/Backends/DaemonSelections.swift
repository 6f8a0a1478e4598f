internal import Control
internal import ControlAPI
internal import Ingest
internal import Media
internal import MediaLink
internal import Pipeline
internal import Presentation

/// What is selected of the library, and shown of it, as the HTTP API sees that.
///
/// Thread: safe.
struct DaemonSelections: SelectionsBackend {
    let pipeline: Pipeline
    let media: MediaClient
    let playlists: DaemonPlaylists
    let shows: LibraryPlaylists

    func createSelection(
        _ definition: SelectionDefinition
    ) async throws(ControlError) -> SelectionReport {
        try await media.ask(.library(.selection(.create(definition))), Self.selection)
    }

    func selection(_ id: String) async throws(ControlError) -> SelectionReport {
        try await media.ask(.library(.selection(.show(id))), Self.selection)
    }

    func changeSelection(
        _ id: String,
        _ patch: SelectionPatch
    ) async throws(ControlError) -> SelectionReport {
        try await media.ask(.library(.selection(.change(id, patch))), Self.selection)
    }

    func deleteSelection(_ id: String) async throws(ControlError) {
        try await media.ask(.library(.selection(.delete(id)))) { $0 == .done ? () : nil }
    }

    func selectedAssets(
        _ id: String,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> AssetPage {
        try await media.ask(.library(.selection(.assets(id, cursor: cursor, limit: limit)))) {
            if case .assets(let page) = $0 { page } else { nil }
        }
    }

    func show(
        _ shown: ShownMedia,
        in place: ShownPlace
    ) async throws(ControlError) -> PlaylistReport {
        let request: LibraryRequest =
            switch shown {
            case .asset(let id): .preview(id)
            case .preview(let id), .play(let id): .selection(.play(id))
            }
        let (entries, image) = try await media.ask(.library(request)) {
            if case .shown(let entries, let image) = $0 { (entries, image) } else { nil }
        }
        var isPreview = true
        if case .play = shown { isPreview = false }
        var playlist = PlaylistConfiguration(
            id: isPreview ? LibraryPlaylists.preview : LibraryPlaylists.played,
            items: try Self.items(entries)
        )
        playlist.imageDuration = .milliseconds(image)
        playlist.loop = isPreview ? .none : .all
        playlist.isOfLibrary = true
        playlist.isForViewsOnly = isPreview
        if let old = pipeline.playlists.snapshot(of: playlist.id), !old.configuration.isOfLibrary {
            throw .conflict(
                "\(playlist.id) is a playlist of somebody's own; give that one another name."
            )
        }
        _ = try playlists.put(playlist, from: nil)
        do throws(ControlError) {
            try begin(playlist.id)
            try show(playlist.id, in: place)
            return try playlists.existing(playlist.id)
        } catch {
            guard isPreview, pipeline.playlists.snapshot(of: playlist.id) == nil else {
                throw error
            }
            // It went as fast as it came.
            throw .unprocessable(
                "Nothing of it can be shown; GET /v1/library/assets?state=failed or the log says why."
            )
        }
    }

    private func show(_ id: StreamID, in place: ShownPlace) throws(ControlError) {
        do throws(PipelineError) {
            try shows.show(id, in: place == .main ? .main : .pip)
        } catch {
            throw ControlError(error)
        }
    }

    /// Lets a playlist begin with its first item, wherever it was and even if it was held.
    private func begin(_ id: StreamID) throws(ControlError) {
        do throws(PipelineError) {
            if let first = pipeline.playlists.snapshot(of: id)?.items.first?.id {
                try pipeline.playlists.steer(id, .play(first))
            }
            try pipeline.steer(id, Steering(isPaused: false))
        } catch .unknownItem {
            throw .conflict("Somebody else shows something of the library at this moment.")
        } catch {
            throw ControlError(error)
        }
    }

    private static func items(
        _ entries: [MediaEntry]
    ) throws(ControlError) -> [PlaylistConfiguration.Item] {
        var numbering = ItemNumbering()
        var items: [PlaylistConfiguration.Item] = []
        for entry in entries {
            do throws(SourceError) {
                var item = numbering.item(try .parse(entry.address), title: entry.title)
                item.duration = entry.duration.map { .seconds($0) }
                item.asset = entry.root.map { .init(id: entry.item, root: $0) }
                items.append(item)
            } catch {
                throw .unprocessable("\(message: error.message)")
            }
        }
        return items
    }

    private static func selection(_ answer: MediaAnswer) -> SelectionReport? {
        if case .selection(let report) = answer { report } else { nil }
    }
}
