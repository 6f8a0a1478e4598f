internal import Control
internal import ControlAPI
internal import Media
internal import MediaLink
internal import Platform

/// The media library as the HTTP API sees it.
///
/// Thread: safe.
struct DaemonLibrary: LibraryBackend {
    let media: MediaClient
    /// What reads files for clients: a disk may take its time.
    let fileLane: WorkLane
    let events: EventHub

    func library() async throws(ControlError) -> LibraryReport {
        try await media.ask(.library(.status), Self.report)
    }

    func scanLibrary(root: String?, isPruned: Bool) async throws(ControlError) -> LibraryReport {
        try await media.ask(.library(.scan(root: root, isPruned: isPruned)), Self.report)
    }

    func assets(
        _ filter: AssetFilter,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> AssetPage {
        try await media.ask(.library(.assets(filter, cursor: cursor, limit: limit))) {
            if case .assets(let page) = $0 { page } else { nil }
        }
    }

    func asset(_ id: String) async throws(ControlError) -> AssetReport {
        try await media.ask(.library(.show(id)), Self.asset)
    }

    func changeAsset(
        _ id: String,
        _ patch: AssetPatch
    ) async throws(ControlError) -> AssetReport {
        let asset = try await media.ask(.library(.change(id, patch)), Self.asset)
        events.publish(Events.assetChanged(asset))
        return asset
    }

    func albums(cursor: String?, limit: Int) async throws(ControlError) -> AlbumList {
        try await media.ask(.library(.albums(cursor: cursor, limit: limit))) {
            if case .albums(let list) = $0 { list } else { nil }
        }
    }

    func album(_ id: String) async throws(ControlError) -> AlbumReport {
        try await media.ask(.library(.album(id))) {
            if case .album(let album, _) = $0 { album } else { nil }
        }
    }

    func putAlbum(
        _ id: String,
        _ definition: AlbumDefinition
    ) async throws(ControlError) -> (album: AlbumReport, isNew: Bool) {
        try await media.ask(.library(.putAlbum(id, definition))) {
            if case .album(let album, let isNew) = $0 { (album, isNew) } else { nil }
        }
    }

    func deleteAlbum(_ id: String) async throws(ControlError) {
        try await media.ask(.library(.deleteAlbum(id))) { $0 == .done ? () : nil }
    }

    func thumbnail(ofAsset id: String, pixels: Int) async throws(ControlError) -> [UInt8] {
        try await media.thumbnail(of: .asset(id), pixels: pixels)
    }

    func file(ofAsset id: String) async throws(ControlError) -> AssetFile {
        let place = try await media.ask(.library(.file(id))) {
            if case .file(let file) = $0 { file } else { nil }
        }
        let opened = try await reading {
            Result { () throws(SystemCallError) in
                try ConfinedDirectory(place.root).file(place.path)
            }
        }
        let file: ReadableFile
        do throws(SystemCallError) {
            file = try opened.get()
        } catch {
            throw .conflict(
                "'\(place.root)/\(place.path)' cannot be read: \(error.errno.reasonOfUnreadable)."
            )
        }
        return AssetFile(
            size: file.size,
            modified: file.modified,
            mediaType: place.mediaType,
            read: { (offset, count) async throws(ControlError) in
                try await reading { file.bytes(at: offset, atMost: count) }
            }
        )
    }

    /// Does what may block, on a thread for that.
    private func reading<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async throws(ControlError) -> Value {
        do throws(WorkLane.Refusal) {
            return try await fileLane.run { _ in work() }
        } catch {
            throw .unavailable("Too many files are being read; try again.")
        }
    }

    private static func report(_ answer: MediaAnswer) -> LibraryReport? {
        if case .library(let report) = answer { report } else { nil }
    }

    private static func asset(_ answer: MediaAnswer) -> AssetReport? {
        if case .asset(let report) = answer { report } else { nil }
    }
}
