internal import Control
internal import ControlAPI
internal import MediaLink

extension Backend {
    func library() async throws(ControlError) -> LibraryReport {
        try await ask(.library(.status), Self.report)
    }

    func scanLibrary(root: String?, isPruned: Bool) async throws(ControlError) -> LibraryReport {
        try await ask(.library(.scan(root: root, isPruned: isPruned)), Self.report)
    }

    func assets(
        _ filter: AssetFilter,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> AssetPage {
        try await ask(.library(.assets(filter, cursor: cursor, limit: limit))) {
            if case .assets(let page) = $0 { page } else { nil }
        }
    }

    func asset(_ id: String) async throws(ControlError) -> AssetReport {
        try await ask(.library(.show(id)), Self.asset)
    }

    func changeAsset(
        _ id: String,
        _ patch: AssetPatch
    ) async throws(ControlError) -> AssetReport {
        let asset = try await ask(.library(.change(id, patch)), Self.asset)
        announce(Events.assetChanged(asset))
        return asset
    }

    func albums(cursor: String?, limit: Int) async throws(ControlError) -> AlbumList {
        try await ask(.library(.albums(cursor: cursor, limit: limit))) {
            if case .albums(let list) = $0 { list } else { nil }
        }
    }

    func thumbnail(ofAsset id: String, pixels: Int) async throws(ControlError) -> [UInt8] {
        try await thumbnail(.asset(id), pixels: pixels)
    }

    private static func report(_ answer: MediaAnswer) -> LibraryReport? {
        if case .library(let report) = answer { report } else { nil }
    }

    private static func asset(_ answer: MediaAnswer) -> AssetReport? {
        if case .asset(let report) = answer { report } else { nil }
    }
}
