import Feeds
import Foundation
import Media
import MediaLink
import MediaStore
import Testing

@testable import pipd_media

/// What is kept of playlists, as pipd asks for it.
@Suite final class PlaylistDeskTests {
    private static let noon: Int64 = 1_795_521_600_000_000
    private static let item = String(repeating: "0a", count: 16)

    private let folder: URL
    private let store: MediaStore

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-lists-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try MediaStore(path: folder.path + "/media.sqlite") { Self.noon }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test(arguments: [
        MediaName.address("http://u:secret@h/a.mp4"), .feedItem(PlaylistDeskTests.item), nil,
    ])
    func whereAListWasIsKeptUntilItIsForgotten(item: MediaName?) throws {
        var memory = PlaylistMemory(playlist: "reel", item: item)
        memory.seconds = 12.5
        memory.past = [0, 1, 0xFFFF_FFFF, 0x0102_0304]
        memory.isPaused = true
        #expect(try answer(.memory(of: "reel")) == .memory(nil))
        #expect(try answer(.remember(memory)) == .done)
        #expect(try answer(.memory(of: "reel")) == .memory(memory))
        #expect(try answer(.forget("reel")) == .done)
        #expect(try answer(.memory(of: "reel")) == .memory(nil))
    }

    @Test func whatIsPlayedIsTrending() throws {
        var feed = Feed()
        feed.items = [FeedItem(guid: "a", variants: [FeedVariant(url: "http://h/a.mp4")])]
        let id = try #require(FeedID("news"))
        try store.feeds.put(
            FeedEntry(id: id, url: "/f", refreshSeconds: 60, maxItems: 9, isConfigured: false)
        )
        let visit = FeedVisit(at: Self.noon, nextAt: Self.noon)
        _ = try store.visits.put(feed, of: id, validators: FeedValidators(), visit: visit)
        #expect(try store.catalogue.discover(at: Self.noon).trending.isEmpty)
        let item = MediaName.feedItem(ItemID(feed: id, guid: "a").name)
        let record = PlayRecord(item: item, playlist: "reel", isCompleted: true)
        #expect(try answer(.played(record)) == .done)
        let trending = try store.catalogue.discover(at: Self.noon).trending
        #expect(trending.map(\.record.item.guid) == ["a"])
    }

    @Test(arguments: [
        PlaylistRequest.memory(of: "no ID/"), .forget(""),
        .remember(PlaylistMemory(playlist: "reel", item: .feedItem("none"))),
        .played(PlayRecord(item: .feedItem("none"), playlist: "reel", isCompleted: true)),
    ])
    func namesThatNothingCanHaveAreRefused(request: PlaylistRequest) throws {
        guard case .refused(let refusal) = try answer(request) else {
            return #expect(Bool(false), "it was taken")
        }
        #expect(refusal.kind == .value)
    }

    private func answer(_ request: PlaylistRequest) throws -> MediaAnswer {
        try PlaylistDesk(store: store).answer(request, at: Self.noon)
    }
}
