internal import Control
internal import ControlAPI
internal import Ingest
internal import Media
internal import MediaLink
internal import Pipeline
internal import Presentation

/// The playlists as the HTTP API sees them.
///
/// Thread: safe.
struct DaemonPlaylists: PlaylistsBackend {
    let pipeline: Pipeline
    /// What makes small pictures.
    let media: MediaClient
    /// What they take from feeds.
    let feeds: FeedPlaylists
    let memories: PlaylistMemories
    let views: ViewNotices
    let events: EventHub

    func playlists() async -> [PlaylistReport] {
        pipeline.playlists.snapshots().map(Reports.playlist)
    }

    func playlistIDs() async -> [String] { pipeline.playlists.ids.map(\.name) }

    func playlist(_ id: String) async -> PlaylistReport? {
        StreamID(id).flatMap(pipeline.playlists.snapshot).map(Reports.playlist)
    }

    func putPlaylist(
        _ id: String,
        _ definition: PlaylistDefinition,
        from revision: Int?
    ) async throws(ControlError) -> (playlist: PlaylistReport, isNew: Bool) {
        let name = try StreamID(id, or: ControlError.unprocessable)
        let playlist = PlaylistConfiguration(
            id: name,
            items: try Self.items(definition.items),
            feeds: definition.feeds,
            definition.fields
        )
        let isNew = try put(playlist, from: revision)
        feeds.refresh(name)
        memories.begin(name)
        return (try existing(name), isNew)
    }

    /// - Returns: Whether it is new.
    func put(
        _ playlist: PlaylistConfiguration,
        from revision: Int?
    ) throws(ControlError) -> Bool {
        let name = playlist.id
        if revision != nil || pipeline.playlists.ids.contains(name) {
            _ = try change(name, from: revision, adding: playlist.items) { draft in
                draft.replace(with: playlist)
            }
            return false
        }
        do throws(PipelineError) {
            return try pipeline.playlists.define(playlist) {
                events.publish(Events.streamAdded($0))
            }
        } catch {
            throw ControlError(error)
        }
    }

    func editPlaylist(
        _ id: String,
        _ edit: PlaylistEdit,
        from revision: Int?
    ) async throws(ControlError) -> PlaylistReport {
        let name = try StreamID(id, or: ControlError.notFound)
        var added: [PlaylistConfiguration.Item] = []
        if case .insert(let items, _) = edit { added = try Self.items(items) }
        return try change(name, from: revision, adding: added) { draft throws(PipelineError) in
            try draft.apply(edit, added)
        }
    }

    func steerPlaylist(
        _ id: String,
        _ action: PlaylistAction
    ) async throws(ControlError) -> PlaylistReport {
        let name = try StreamID(id, or: ControlError.notFound)
        do {
            switch action {
            case .next: try pipeline.playlists.steer(name, .next)
            case .previous: try pipeline.playlists.steer(name, .previous)
            case .play(let item): try pipeline.playlists.steer(name, .play(PlaylistItemID(item)))
            case .pause: try pipeline.steer(name, Steering(isPaused: true))
            case .resume: try pipeline.steer(name, Steering(isPaused: false))
            }
        } catch {
            throw ControlError(error)
        }
        return try existing(name)
    }

    func thumbnail(
        ofItem item: String,
        in id: String,
        pixels: Int
    ) async throws(ControlError) -> [UInt8] {
        guard let playlist = StreamID(id),
            let item = pipeline.playlists.item(PlaylistItemID(item), of: playlist)
        else {
            throw .notFound("There is no item \(quoted(item)) in the playlist \(quoted(id)).")
        }
        let name = item.asset.map { .asset($0.id) } ?? MediaName(item)
        return try await media.thumbnail(of: name, pixels: pixels)
    }

    func deletePlaylist(_ id: String, from revision: Int?) async throws(ControlError) {
        let name = try StreamID(id, or: ControlError.notFound)
        do {
            let isViewDifferent = try pipeline.playlists.remove(name, from: revision)
            memories.forget(name)
            if isViewDifferent { views.tell() }
        } catch {
            throw ControlError(error)
        }
    }

    /// - Throws: 422 for an address that this build cannot open.
    private static func items(
        _ definitions: [PlaylistItemDefinition]
    ) throws(ControlError) -> [PlaylistConfiguration.Item] {
        var numbering = ItemNumbering()
        var items: [PlaylistConfiguration.Item] = []
        for (index, definition) in definitions.enumerated() {
            do throws(SourceError) {
                var item = numbering.item(try .parse(definition.url), title: definition.title)
                item.set(definition.fields)
                items.append(item)
            } catch {
                throw .unprocessable("`items[\(index)]`: \(message: error.message).")
            }
        }
        return items
    }

    private func change(
        _ id: StreamID,
        from revision: Int?,
        adding added: [PlaylistConfiguration.Item] = [],
        _ edit: (inout PlaylistDraft) throws(PipelineError) -> Void
    ) throws(ControlError) -> PlaylistReport {
        do throws(PipelineError) {
            let (before, after) = try pipeline.playlists.edit(
                id,
                from: revision,
                adding: added,
                edit
            )
            if after != before { events.publish(Events.playlistChanged(id, revision: after)) }
        } catch {
            throw ControlError(error)
        }
        return try existing(id)
    }

    func existing(_ id: StreamID) throws(ControlError) -> PlaylistReport {
        guard let playlist = pipeline.playlists.snapshot(of: id) else {
            throw .notFound("The playlist \(quoted(id.name)) was removed meanwhile.")
        }
        return Reports.playlist(playlist)
    }
}

extension Reports {
    static func playlist(_ playlist: PlaylistSnapshot) -> PlaylistReport {
        var report = PlaylistReport(
            id: playlist.id.name,
            revision: playlist.revision,
            state: playlist.stream.status.state.rawValue,
            items: playlist.items.map { item in
                var report = PlaylistItemReport(
                    id: item.id.name,
                    url: item.url,
                    state: item.state.rawValue
                )
                report.title = item.title
                report.durationSeconds = item.duration?.seconds
                report.seconds = item.turn?.seconds
                if item.hasPicture {
                    report.thumbnail = "/v1/playlists/\(playlist.id)/items/\(item.id)/thumbnail"
                }
                report.error = item.trouble
                return report
            }
        )
        let configuration = playlist.configuration
        report.feeds = configuration.feeds
        report.sync = configuration.sync.map { sync in
            WallReport(group: sync.group, epoch: UTCText.text(Int(sync.epoch.seconds)))
        }
        report.paused = playlist.stream.isPaused
        report.loop = configuration.loop.rawValue
        report.shuffle = configuration.isShuffled
        report.imageDuration = configuration.imageDuration.seconds
        report.current = playlist.current?.name
        report.positionSeconds = playlist.position?.seconds
        report.preload = PreloadReport(
            ahead: configuration.ahead,
            bytes: playlist.preloadedBytes,
            budget: playlist.budget
        )
        return report
    }
}
