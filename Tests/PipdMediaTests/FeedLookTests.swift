import Feeds
import Fetching
import Foundation
import Media
import MediaStore
import Testing

@testable import pipd_media

/// Looks at feeds that are files.
@Suite final class FeedLookTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-look-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func write(_ name: String, _ lines: String...) throws {
        let text = lines.joined(separator: "\n")
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    private func look(_ name: String) throws -> FeedLook.Outcome {
        let store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
        let id = try #require(FeedID("news"))
        let url = AddressText("\(folder.path)/\(name)")
        try store.put(
            FeedEntry(id: id, url: url, refreshSeconds: 60, maxItems: 9, isConfigured: false)
        )
        let look = FeedLook(try #require(try store.feed(id)))
        try store.close()
        return look.take(with: Fetcher(version: "0"), isCancelled: { false })
    }

    private func names(_ outcome: FeedLook.Outcome) -> [String] {
        guard case .read(let feed, _) = outcome else { return ["\(outcome)"] }
        return feed.items.map { $0.variants[0].url.withSecrets }
            .map { String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...]) }
    }

    @Test func listsInAListAreRead() throws {
        try write("all.m3u", "#EXTM3U", "1.mp4", "more/../more.m3u", "live.m3u", "4.mp4")
        try write("more.m3u", "2.mp4", "3.xspf")
        try write(
            "3.xspf",
            "<playlist xmlns='http://xspf.org/ns/0/'><trackList><track>",
            "<location>3.mp4</location></track></trackList></playlist>"
        )
        try write("live.m3u", "#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXTINF:4", "1.ts")
        let outcome = try look("all.m3u")
        #expect(names(outcome) == ["1.mp4", "2.mp4", "3.mp4", "live.m3u", "4.mp4"])
        guard case .read(_, let validators) = outcome else { return }
        #expect(validators == Validators(), "a list may change where the feed does not")
    }

    @Test func aFeedWithoutListsIsKnownByItsFile() throws {
        try write("one.m3u", "#EXTM3U", "1.mp4")
        guard case .read(_, let validators) = try look("one.m3u") else {
            Issue.record("it is not read")
            return
        }
        #expect(validators != Validators())
    }

    /// Half of a feed would take items off the screen.
    @Test(arguments: [nil, "<html></html>"])
    func aListThatCannotBeReadLeavesTheFeedAsItWas(text: String?) throws {
        try write("all.m3u", "#EXTM3U", "1.mp4", "more.m3u")
        if let text { try write("more.m3u", text) }
        switch try look("all.m3u") {
        case .failed(let reason, _), .unreadable(let reason, _):
            #expect("\(reason)".contains("more.m3u"), "\(reason)")
        case let outcome: Issue.record("\(outcome)")
        }
    }
}
