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
        try store.feeds.put(
            FeedEntry(id: id, url: url, refreshSeconds: 60, maxItems: 9, isConfigured: false)
        )
        let look = FeedLook(try #require(try store.feeds.find(id)))
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

    /// The playlist says what is wrong with it when it is its turn.
    @Test(arguments: [nil, "<html></html>", "#EXTM3U\n#EXT-X-TARGETDURATION:4"])
    func whatIsNoListStaysAnItem(text: String?) throws {
        try write("all.m3u", "#EXTM3U", "1.mp4", "more.m3u")
        if let text { try write("more.m3u", text) }
        #expect(names(try look("all.m3u")) == ["1.mp4", "more.m3u"])
    }

    private static let list = AddressText("http://h/a.m3u")

    private func failed(_ reason: FetchFailure.Reason) -> FetchOutcome {
        .failed(FetchFailure(url: Self.list, reason: reason))
    }

    /// Half of a feed would take items off the screen; where there are none yet, half is more.
    @Test func aListThatMayBeHadLaterLeavesTheFeedAsItWas() throws {
        for outcome in [failed(.hasUnknownHost), failed(.status(500)), .busy(retryAfter: nil)] {
            var visits = ListVisits(isFirst: false)
            #expect(throws: ListVisits.Failure.self) { try visits.take(outcome, of: Self.list) }
            var first = ListVisits(isFirst: true)
            #expect(try first.take(outcome, of: Self.list) == nil)
        }
        for outcome in [failed(.status(404)), failed(.takesTooLong(.seconds(10))), .gone] {
            var visits = ListVisits(isFirst: false)
            #expect(try visits.take(outcome, of: Self.list) == nil)
        }
    }

    /// It is for who asks the list alone.
    @Test func aListThatWantsToBeLeftAloneDoesNotHoldTheFeedUp() throws {
        var visits = ListVisits(isFirst: false)
        let busy = FetchOutcome.busy(retryAfter: .seconds(86_400))
        let failure = #expect(throws: ListVisits.Failure.self) {
            try visits.take(busy, of: Self.list)
        }
        guard case .failed(_, .failed)? = failure?.outcome else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func listsTakeNoMoreThanTheyMay() throws {
        var visits = ListVisits(isFirst: false)
        var count = 0
        while let request = try visits.request(Self.list, accept: "*/*") {
            count += 1
            let body = Array(repeating: UInt8(ascii: "a"), count: request.limits.bytes)
            let document = FetchedDocument(body: body, url: Self.list)
            _ = try visits.take(.fetched(document), of: Self.list)
        }
        #expect(count == 16)
    }

    /// Its items would be opened here, where the server has no business.
    @Test func aListOfTheNetworkNamesNoFile() throws {
        var visits = ListVisits(isFirst: false)
        let body = Array("#EXTM3U\nfile:///etc/passwd\nfile:///srv/b.m3u\n2.mp4".utf8)
        let document = FetchedDocument(body: body, url: Self.list)
        let feed = try visits.take(.fetched(document), of: Self.list)
        #expect(feed?.items.map { $0.variants[0].url } == [AddressText("http://h/2.mp4")])
    }
}
