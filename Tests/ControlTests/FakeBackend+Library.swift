internal import Control
internal import ControlAPI
internal import Media
internal import Synchronization

/// Which assets somebody asked for.
struct AssetAsked: Hashable {
    var filter = AssetFilter()
    var cursor: String?
    var limit = FeedItemPage.usualLimit
}

/// The library has the root `/srv/media`, and in it the video `1`; the picture `2` is on a disk
/// that is away.
extension FakeBackend {
    static func asset(_ id: String) -> AssetReport {
        var asset = AssetReport(
            id: id,
            name: "a.mp4",
            path: "/srv/media/a.mp4",
            kind: .video,
            state: .found,
            size: 1_000,
            taken: 1_795_226_512.5,
            takenSource: .name,
            uri: "file:///srv/media/a.mp4",
            mediaType: "video/mp4"
        )
        (asset.milliseconds, asset.width, asset.height) = (4_999, 1_080, 1_920)
        (asset.codec, asset.error) = ("h264", "it is a text")
        asset.live = LiveReport(video: "2", guessed: true, offset: 4_096)
        asset.liveOf = "3"
        return asset
    }

    func library() async throws(ControlError) -> LibraryReport {
        try checkLibrary()
        var root = LibraryRootReport(
            path: "/srv/media",
            state: .offline,
            counts: LibraryCounts(photos: 1, videos: 1)
        )
        (root.reason, root.failure) = ("it is empty", "there is no room")
        (root.scannedAt, root.met) = (1_795_226_512, 7)
        return LibraryReport(roots: [root], state: .scanning)
    }

    func scanLibrary(root: String?, isPruned: Bool) async throws(ControlError) -> LibraryReport {
        guard root != "/none" else { throw .notFound("There is no root '/none'.") }
        guard root != "/away" else { throw .conflict("'/away' is offline.") }
        state.withLock { $0.scans.append("\(root ?? "all")\(isPruned ? " pruned" : "")") }
        return try await library()
    }

    func assets(
        _ filter: AssetFilter,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> AssetPage {
        try checkLibrary()
        guard cursor != "strange" else { throw .unprocessable("It is no cursor.") }
        state.withLock {
            $0.assetsAsked.append(AssetAsked(filter: filter, cursor: cursor, limit: limit))
        }
        return AssetPage(assets: [Self.asset("1")], nextCursor: "a1.1")
    }

    func asset(_ id: String) async throws(ControlError) -> AssetReport {
        try checkLibrary()
        guard ["1", "2"].contains(id) else { throw .notFound("There is no picture '\(id)'.") }
        return Self.asset(id)
    }

    func changeAsset(
        _ id: String,
        _ patch: AssetPatch
    ) async throws(ControlError) -> AssetReport {
        var asset = try await asset(id)
        asset.favourite = patch.favourite ?? false
        asset.title = patch.title == "" ? nil : patch.title
        return asset
    }

    func albums(cursor: String?, limit: Int) async throws(ControlError) -> AlbumList {
        try checkLibrary()
        guard cursor != "strange" else { throw .unprocessable("It is no cursor.") }
        var folder = AlbumReport(
            id: "folder-1",
            name: "media",
            kind: .folder,
            counts: LibraryCounts(photos: 1, videos: 1)
        )
        folder.path = "/srv/media"
        let all = AlbumReport(id: "all", name: "All", kind: .fixed, counts: folder.counts)
        return AlbumList(albums: [all, folder], nextCursor: "f1/")
    }

    func thumbnail(ofAsset id: String, pixels: Int) async throws(ControlError) -> [UInt8] {
        _ = try await asset(id)
        guard id != "2" else { throw .conflict("Its disk is away.") }
        return [UInt8](repeating: 0x50, count: pixels)
    }

    /// Of a hundred bytes, each its own number; what lies behind the seventieth cannot be read.
    func file(ofAsset id: String) async throws(ControlError) -> AssetFile {
        _ = try await asset(id)
        guard id != "2" else { throw .conflict("Its disk is away.") }
        return AssetFile(size: 100, modified: 255, mediaType: "video/mp4") { offset, count in
            let end = min(offset + Int64(min(count, 40)), 70)
            return offset < end ? (offset..<end).map { UInt8($0) } : []
        }
    }

    func export(_ definition: ExportDefinition) async throws(ControlError) -> ExportReport {
        try checkLibrary()
        guard case .assets(let ids) = definition.content else {
            guard definition.content == .selection("3") else { throw .notFound("It is gone.") }
            state.withLock { $0.exports.append(definition) }
            return Self.export(of: definition, count: 100_000)
        }
        switch ids.first {
        case "2": throw .conflict("Its disk is away.")
        case "3": throw .unsupportedMediaType("It is a picture.")
        case "9": throw .notFound("There is no picture '9'.")
        default: break
        }
        switch definition.directory {
        case "/etc": throw .forbidden("Nothing may be written there.")
        case "/full": throw .insufficientStorage("There is no room.")
        default: break
        }
        state.withLock { $0.exports.append(definition) }
        return Self.export(of: definition)
    }

    func exports() async throws(ControlError) -> ExportList {
        try checkLibrary()
        let copy = ExportDefinition(.assets(["1"]), mode: .copy, to: "/srv/exports")
        return ExportList(exports: [Self.export(of: copy).summary])
    }

    func export(_ id: String) async throws(ControlError) -> ExportReport {
        guard id == "5" else { throw .notFound("There is no export '\(id)'.") }
        var trim = ExportDefinition(.assets(["1"]), mode: .trim, to: "/srv/exports")
        trim.start = 1.5
        var export = Self.export(of: trim)
        (export.state, export.reason) = (.failed, "interrupted")
        (export.actualStart, export.hiddenMilliseconds) = (1, 500)
        export.files = ["/srv/exports/a.mp4"]
        export.result = [
            ExportedAsset(
                id: "1",
                uri: "file:///srv/exports/a.mp4",
                mediaType: "video/mp4",
                duration: 3.5
            )
        ]
        return export
    }

    func endExport(_ id: String) async throws(ControlError) { _ = try await export(id) }

    private static func export(
        of definition: ExportDefinition,
        count: Int = 1
    ) -> ExportReport {
        ExportReport(id: "5", of: definition, count: count, bytes: 1_000)
    }

    func checkLibrary() throws(ControlError) {
        guard state.withLock({ $0.hasFeeds }) else { throw .unavailable("It is away.") }
    }
}
