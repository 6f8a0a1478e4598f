import ControlAPI
import Feeds
import Fetching
import Foundation
import Media
import MediaLink
import MediaStore
import Platform
import Testing
import Thumbnails

@testable import pipd_media

/// What thumbnails are made of, and that each is made once.
@Suite final class ThumbnailJobTests {
    private static let noon: Int64 = 1_795_521_600_000_000

    private let folder: URL
    private let store: MediaStore
    private let cache: ThumbnailCache

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-thumbs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try MediaStore(path: folder.path + "/media.sqlite") { Self.noon }
        cache = ThumbnailCache(root: folder.path, version: "1")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test(
        arguments: [
            ("/srv/a.mp4", .file("/srv/a.mp4")), ("file:///srv/a.mp4", .file("/srv/a.mp4")),
            ("http://h/a.JPG?x", .picture("http://h/a.JPG?x", changed: 0)),
            ("http://h/a.mp4", nil), ("test:64x36@30", nil), ("rtsp://h/1", nil), ("", nil),
        ] as [(String, ThumbnailJob.Source?)]
    )
    func anAddressHasAPictureWhereItCanBeRead(address: String, source: ThumbnailJob.Source?) throws
    {
        #expect(try sources(of: .address(address)) == [source].compactMap { $0 })
    }

    @Test func anItemOfAFeedHasThatWhichItsFeedNames() throws {
        var feed = Feed()
        feed.items = ["named", "file", "none"].map { guid in
            let url = guid == "file" ? "/srv/a.mp4" : "http://h/\(guid).mp4"
            var item = FeedItem(guid: guid, variants: [FeedVariant(url: AddressText(url))])
            item.thumbnail = guid == "named" ? "https://h/small" : nil
            item.publishedMicroseconds = 7_000_000
            return item
        }
        let id = try #require(FeedID("news"))
        try store.feeds.put(
            FeedEntry(id: id, url: "/f", refreshSeconds: 60, maxItems: 9, isConfigured: false)
        )
        try store.visits.put(
            feed,
            of: id,
            validators: FeedValidators(),
            visit: FeedVisit(at: Self.noon, nextAt: Self.noon)
        )
        let found = try ["named", "file", "none"].flatMap { guid in
            try sources(of: .feedItem(ItemID(feed: id, guid: guid).name))
        }
        #expect(found == [.picture("https://h/small", changed: 7), .file("/srv/a.mp4")])
        #expect(try sources(of: .feedItem(String(repeating: "0", count: 32))).isEmpty)
    }

    @Test func whoeverAsksForOneIsAnsweredWhenItIsThere() throws {
        var desk = ThumbnailDesk(store: store, cache: cache)
        for number in 1...3 {
            let answer = try desk.ask(
                .address("/a.mp4"),
                pixels: 200,
                for: number,
                at: Self.noon
            )
            #expect(answer == nil)
        }
        let jobs = desk.takeJobs()
        #expect(jobs.map(\.size) == [.large], "it is made once for all of them")
        let (answers, report) = desk.end(jobs[0], Self.failure, at: Self.noon)
        #expect(answers.map(\.number) == [1, 2, 3])
        #expect(report.result == .failed && report.source == "/a.mp4" && report.reason == "No.")
        #expect(report.isNews)
        #expect(desk.end(jobs[0], Self.failure, at: Self.noon).answers.isEmpty)
        // It is known; what fails just now may be another file of that name.
        let again = [ThumbnailReport.Result.failedBefore, .failed].map { result in
            let refusal = MediaRefusal(.source, "No.")
            let outcome = ThumbnailJob.Outcome(
                thumbnail: .failure(refusal),
                result: result,
                seconds: 0
            )
            return desk.end(jobs[0], outcome, at: Self.noon).report.isNews
        }
        #expect(again == [false, true])
    }

    /// An accented letter in one piece and in two: what is known of the one says nothing of the other.
    @Test func filesWhoseNamesLookTheSameAreTwo() throws {
        var desk = ThumbnailDesk(store: store, cache: cache)
        let names = ["/\u{E9}.bmp", "/e\u{301}.bmp"]
        func ask(_ number: Int) throws -> MediaAnswer? {
            try desk.ask(.address(names[number]), pixels: 128, for: number, at: Self.noon)
        }
        for number in names.indices { #expect(try ask(number) == nil) }
        for number in names.indices {
            let job = try #require(desk.takeJobs().first)
            #expect(job.source.text.utf8.elementsEqual(names[number].utf8))
            let (answers, report) = desk.end(job, Self.failure, at: Self.noon)
            #expect(answers.map(\.number) == [number] && report.isNews)
        }
    }

    private static let failure = ThumbnailJob.Outcome(
        thumbnail: .failure(MediaRefusal(.source, "No.")),
        result: .failed,
        seconds: 1
    )

    /// Of one picture one at a time, whenever it was published with what item.
    @Test func episodesShareAPicture() throws {
        var desk = ThumbnailDesk(store: store, cache: cache)
        var settings = ThumbnailSettings()
        settings.workers = 4
        desk.configure(settings)
        var feed = Feed()
        feed.items = (0..<2).map { number in
            var item = FeedItem(guid: "\(number)", variants: [FeedVariant(url: "http://h/a.mp4")])
            item.thumbnail = "https://h/cover.jpg"
            item.publishedMicroseconds = Int64(number) * 1_000_000
            return item
        }
        let id = try #require(FeedID("news"))
        try store.feeds.put(
            FeedEntry(id: id, url: "/f", refreshSeconds: 60, maxItems: 9, isConfigured: false)
        )
        let visit = FeedVisit(at: Self.noon, nextAt: Self.noon)
        try store.visits.put(feed, of: id, validators: FeedValidators(), visit: visit)
        for number in 0..<2 {
            let name = MediaName.feedItem(ItemID(feed: id, guid: "\(number)").name)
            #expect(try desk.ask(name, pixels: 128, for: number, at: Self.noon) == nil)
        }
        let first = desk.takeJobs()
        #expect(first.count == 1)
        _ = desk.end(first[0], Self.failure, at: Self.noon)
        #expect(desk.takeJobs().count == 1)
    }

    /// Of one thing one at a time: it would be read twice for nothing where it cannot be.
    @Test(arguments: [(1, ["a 128"]), (2, ["a 128", "b 128"]), (4, ["a 128", "b 128"])])
    func soManyAreMadeAtATime(workers: Int, begun: [String]) throws {
        var desk = ThumbnailDesk(store: store, cache: cache)
        var settings = ThumbnailSettings()
        (settings.workers, settings.budget) = (workers, 20 << 20)
        desk.configure(settings)
        #expect(cache.budget == 20 << 20)
        for (number, (name, pixels)) in [("a", 128), ("a", 256), ("b", 128)].enumerated() {
            #expect(
                try desk.ask(.address("/\(name)"), pixels: pixels, for: number, at: Self.noon)
                    == nil
            )
        }
        func take() -> [ThumbnailJob] { desk.takeJobs() }
        func names(_ jobs: [ThumbnailJob]) -> [String] {
            jobs.map { "\($0.source.text.dropFirst()) \($0.size.pixels)" }
        }
        let first = take()
        #expect(names(first) == begun && take().isEmpty)
        _ = desk.end(first[0], Self.failure, at: Self.noon)
        #expect(names(take()) == ["a 256"])
    }

    @Test func aServerThatHasNoneIsLeftAloneForAWhile() throws {
        var desk = ThumbnailDesk(store: store, cache: cache)
        func ask(after seconds: Int64) throws -> Bool {
            let now = Self.noon + seconds * 1_000_000
            let answer = try desk.ask(.address("http://h/a.png"), pixels: 128, for: 1, at: now)
            guard answer == nil else { return false }
            let jobs = desk.takeJobs()
            _ = desk.end(jobs[0], Self.failure, at: now)
            return true
        }
        let isAsked = try [ask(after: 0), ask(after: 1), ask(after: 299), ask(after: 300)]
        #expect(isAsked == [true, false, false, true])
    }

    /// A file for which the memory was too small is no worse for that.
    @Test func whatHasNoMemoryIsTriedAgainLater() throws {
        var desk = ThumbnailDesk(store: store, cache: cache)
        let outcome = ThumbnailJob.Outcome(
            thumbnail: .failure(MediaRefusal(.busy, "No memory.")),
            result: .unavailable,
            isShortage: true
        )
        func ask(after seconds: Int64) throws -> MediaAnswer? {
            let now = Self.noon + seconds * 1_000_000
            let answer = try desk.ask(.address("/a.jpg"), pixels: 128, for: 1, at: now)
            for job in desk.takeJobs() {
                #expect(!desk.end(job, outcome, at: now).report.isNews)
            }
            return answer
        }
        #expect(try ask(after: 0) == nil)
        #expect(try ask(after: 299) == .refused(MediaRefusal(.busy, "No memory.")))
        #expect(try ask(after: 300) == nil)
    }

    @Test func aFullDiskIsToldOnceForAllFiles() throws {
        let desk = Desk(store: store, cache: cache, folder: folder.path)
        for name in ["a.bmp", "b.bmp"] {
            let path = folder.path + "/\(name)"
            try Data(Self.bitmap).write(to: URL(fileURLWithPath: path))
            let job = ThumbnailJob(source: .file(path), size: .normal)
            let outcome = SystemCallFaults.withFault("write", .noSpace) {
                job.take(in: cache, with: Fetcher(version: "1")) { false }
            }
            #expect(try outcome.thumbnail.get().unkept != nil)
            #expect(!desk.end(job, outcome, at: Self.noon).report.isNews)
            guard name == "a.bmp" else {
                #expect(desk.takeFaults() == nil)
                continue
            }
            guard case .libraryFaults(let faults) = desk.takeFaults() else {
                return #expect(Bool(false))
            }
            #expect(faults.count == 1 && faults[0].hasPrefix("No thumbnail can be kept in"))
        }
        let job = ThumbnailJob(source: .file(folder.path + "/a.bmp"), size: .normal)
        // There may be room for what is kept of a failure, and for no thumbnail.
        let failed = ThumbnailJob.Outcome(
            thumbnail: .failure(MediaRefusal(.source, "It is damaged.")),
            result: .failed,
            isDamaged: true
        )
        _ = desk.end(job, failed, at: Self.noon)
        #expect(desk.takeFaults() == nil)
        let made = job.take(in: cache, with: Fetcher(version: "1")) { false }
        #expect(made.result == .made)
        _ = desk.end(job, made, at: Self.noon)
        #expect(desk.takeFaults() == .libraryFaults([]))
    }

    @Test func whatIsNotKeptIsAnsweredItself() throws {
        var desk = ThumbnailDesk(store: store, cache: cache)
        let path = folder.path + "/a.bmp"
        try Data(Self.bitmap).write(to: URL(fileURLWithPath: path))
        #expect(try desk.ask(.address(path), pixels: 128, for: 1, at: Self.noon) == nil)
        let job = try #require(desk.takeJobs().first)
        let outcome = SystemCallFaults.withFault("write", .noSpace) {
            job.take(in: cache, with: Fetcher(version: "1")) { false }
        }
        let png = try #require(try outcome.thumbnail.get().unkept?.png)
        let (answers, report) = desk.end(job, outcome, at: Self.noon)
        #expect(answers.map(\.answer) == [.picture(PictureFile(png))])
        #expect(report.result == .made && report.reason == nil)
    }

    /// It would take its time again and again.
    @Test func whatCannotBeShownIsKnownWithoutRoomAsWell() throws {
        var desk = ThumbnailDesk(store: store, cache: cache)
        let path = folder.path + "/a.bmp"
        try Data(Self.bitmap.prefix(60)).write(to: URL(fileURLWithPath: path))
        #expect(try desk.ask(.address(path), pixels: 128, for: 1, at: Self.noon) == nil)
        let job = try #require(desk.takeJobs().first)
        let outcome = SystemCallFaults.withFault("write", .noSpace) {
            job.take(in: cache, with: Fetcher(version: "1")) { false }
        }
        #expect(outcome.result == .failed)
        let answers = desk.end(job, outcome, at: Self.noon).answers.map(\.answer)
        #expect(try desk.ask(.address(path), pixels: 128, for: 2, at: Self.noon) == answers.first)
    }

    @Test func whatWasFetchedOnceIsKept() throws {
        let picture = folder.appendingPathComponent("picture.bmp")
        try Data(Self.bitmap).write(to: picture)
        let outcome = take("file://\(picture.path)", changed: 1)
        let found = try outcome.thumbnail.get()
        #expect(found.size == PixelSize(width: 4, height: 2) && outcome.result == .made)
        try FileManager.default.removeItem(at: picture)
        let again = take("file://\(picture.path)", changed: 1)
        #expect(try again.thumbnail.get().path == found.path && again.result == .found)
        // What has changed since is fetched anew.
        guard case .failure(let refusal) = take("file://\(picture.path)", changed: 2).thumbnail
        else {
            return #expect(Bool(false), "it was not fetched")
        }
        #expect(refusal.kind == .source)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.allSatisfy { !$0.contains("fetched") })
    }

    @Test func whatIsNoPictureIsNotTriedAgain() throws {
        let picture = folder.appendingPathComponent("picture.bmp")
        try Data(Self.bitmap.prefix(60)).write(to: picture)
        let expected: [(ThumbnailReport.Result, String)] = [
            (.failed, "There is no thumbnail"), (.failedBefore, "failed before"),
        ]
        for (result, reason) in expected {
            let outcome = take("file://\(picture.path)", changed: 1)
            guard case .failure(let refusal) = outcome.thumbnail else {
                return #expect(Bool(false), "it was taken")
            }
            #expect(refusal.kind == .source && refusal.reason.contains(reason), "\(refusal)")
            #expect(outcome.result == result)
        }
    }

    /// A playlist in place of a picture would lead to what is on this machine.
    @Test func whatDoesNotBeginAsAnImageIsNotRead() throws {
        let list = folder.appendingPathComponent("list.jpg")
        try Data("#EXTM3U\n#EXTINF:1,\nfile:///srv/a.mp4\n".utf8).write(to: list)
        guard case .failure(let refusal) = take("file://\(list.path)", changed: 1).thumbnail else {
            return #expect(Bool(false), "it was taken")
        }
        #expect(refusal.reason.contains("is no image"), "\(refusal)")
    }

    private func take(_ url: String, changed: Int64) -> ThumbnailJob.Outcome {
        let job = ThumbnailJob(source: .picture(AddressText(url), changed: changed), size: .normal)
        return job.take(
            in: cache,
            with: Fetcher(version: "1")
        ) { false }
    }

    private func sources(of name: MediaName) throws -> [ThumbnailJob.Source] {
        var desk = ThumbnailDesk(store: store, cache: cache)
        let answer = try desk.ask(name, pixels: 256, for: 1, at: Self.noon)
        let jobs = desk.takeJobs()
        #expect((answer == nil) == !jobs.isEmpty)
        return jobs.map(\.source)
    }

    /// Four by two pixels, as BMP has them: 24 bits each, rows of whole words.
    private static let bitmap: [UInt8] =
        [0x42, 0x4D, 78, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0]
        + [1, 0, 24, 0] + Array(repeating: 0, count: 24) + Array(repeating: 200, count: 24)
}
