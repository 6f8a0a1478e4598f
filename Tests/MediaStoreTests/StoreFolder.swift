import Feeds
import Foundation
import Media
import MediaStore
import Testing

/// A folder of its own for one test, which goes with it.
final class StoreFolder: Sendable {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var file: String { path + "/media.sqlite" }

    func open(limits: StoreLimits = StoreLimits(), at time: Int64 = noon) throws -> MediaStore {
        try MediaStore(path: file, limits: limits, clock: { time })
    }

    /// The names of the files, sorted.
    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }

    var bytes: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) }
    }

    func write(_ bytes: [UInt8], to ending: String = "") throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file + ending))
    }

    /// Copies the files as they are: what a process that is killed now leaves.
    func copyFiles(to other: StoreFolder) throws {
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: file + ending) {
            try FileManager.default.copyItem(atPath: file + ending, toPath: other.file + ending)
        }
    }
}

/// 2026-11-24 12:00 UTC.
let noon: Int64 = 1_795_521_600_000_000
let second: Int64 = 1_000_000
let day: Int64 = 86_400 * second

func feedID(_ name: String) throws -> FeedID { try #require(FeedID(name)) }
func playlistID(_ name: String) throws -> PlaylistID { try #require(PlaylistID(name)) }

func definition(_ name: String, maxItems: Int = 2_000, isConfigured: Bool = true) throws
    -> FeedEntry
{
    FeedEntry(
        id: try feedID(name),
        url: AddressText("https://user:secret@example.org/\(name).xml"),
        refreshSeconds: 900,
        maxItems: maxItems,
        isConfigured: isConfigured
    )
}

func item(_ guid: String, title: String? = nil, categories: [String] = []) -> FeedItem {
    var variant = FeedVariant(
        url: AddressText("https://example.org/\(guid).mp4"),
        mediaType: "video/mp4"
    )
    variant.bitsPerSecond = 2_000_000
    variant.width = 1_920
    variant.height = 1_080
    var item = FeedItem(guid: guid, variants: [variant])
    item.title = title ?? "Title of \(guid)"
    item.categories = categories
    return item
}

func version(_ items: [FeedItem], title: String = "News") -> Feed {
    var feed = Feed()
    feed.title = title
    feed.items = items
    return feed
}

func visit(_ at: Int64 = noon) -> FeedVisit { FeedVisit(at: at, nextAt: at + 900 * second) }

extension FeedVisits {
    @discardableResult
    func put(_ items: [FeedItem], of name: String, at time: Int64 = noon) throws -> FeedChange {
        try put(version(items), of: try feedID(name), validators: .init(), visit: visit(time))
    }
}

extension ItemTable {
    /// What the feed calls its items, in order.
    func guids(of name: String) throws -> [String] {
        try all(of: try feedID(name)).map(\.item.guid)
    }
}
