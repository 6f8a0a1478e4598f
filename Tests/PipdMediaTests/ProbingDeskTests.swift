import ControlAPI
import Foundation
import MediaFiles
import MediaLink
import MediaStore
import TestSupport
import Testing

@testable import pipd_media

/// What the library's desk gives to be looked into, with a real database.
@Suite final class ProbingDeskTests {
    private let folder: URL
    private let store: MediaStore
    private var desk: LibraryDesk

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-desk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("root"),
            withIntermediateDirectories: true
        )
        store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
        desk = LibraryDesk(store: store)
        var settings = LibrarySettings()
        settings.roots = [folder.path + "/root"]
        #expect(desk.configure(settings, at: 0) == nil)
        for name in ["a.jpg", "b.jpg"] { try write(name, "1") }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func nothingIsLookedIntoBeforeAScan() throws {
        #expect(desk.probe() == nil)
        try scan(at: 1)
        #expect(desk.probe() != nil)
        // One pass at a time.
        #expect(desk.probe() == nil)
    }

    /// At once, since nothing else may come that would let somebody ask again.
    @Test func whatAScanHasMetMeanwhileFollowsTheLast() throws {
        try scan(at: 1)
        let probe = desk.probe()
        let prober = try #require(probe)
        let outcome = prober.take { false }
        try write("a.jpg", "longer")
        try scan(at: 1_000_000_000)
        guard case .probed(files: 2, _) = try desk.takeProbeNews(at: 1_000_000_000).notice else {
            return #expect(Bool(false), "nobody is told")
        }
        desk.endProbe(outcome)
        let next = desk.probe()
        let again = try #require(next)
        desk.endProbe(again.take { false })
        #expect(desk.probe() == nil)
        guard case .probed(files: 1, let counts) = try desk.takeProbeNews(at: 1_000_000_001).notice
        else { return #expect(Bool(false), "nobody is told") }
        #expect(counts.first { $0.state == .failed && $0.kind == .photo }?.count == 2)
        #expect(try desk.takeProbeNews(at: 1_000_000_002).notice == nil)
    }

    @Test func whatTheDatabaseRefusesIsToldAndTriedAfterTheNextScan() throws {
        try scan(at: 1)
        #expect(desk.probe() != nil)
        let refusal = StoreError.isBusy(path: "x")
        #expect(desk.takeFaults() == .libraryFaults([]))
        desk.endProbe(.failure(refusal))
        #expect(desk.takeFaults() == .libraryFaults(["\(refusal)"]))
        #expect(desk.probe() == nil)
        try scan(at: 1_000_000_000)
        let probe = desk.probe()
        #expect(desk.takeFaults() == nil)
        desk.endProbe(try #require(probe).take { false })
        #expect(desk.takeFaults() == .libraryFaults([]))
    }

    /// In a process of its own, whose time zone is nine hours ahead of UTC.
    @Test func theTimeInTheHeadersOfMoviesIsReadAsItsFolderSays() async throws {
        let path = folder.path
        for name in ["a", "b"] {
            try FileManager.default.removeItem(atPath: "\(path)/root/\(name).jpg")
        }
        _ = try Command.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=1", "-metadata"]
                + ["creation_time=2024-01-31T23:59:58Z", "\(path)/root/a.mov"]
        )
        await #expect(processExitsWith: .success) { [path = path as String] in
            setenv("TZ", "JST-9", 1)
            let store = try MediaStore(path: "\(path)/other.sqlite") { 0 }
            var desk = LibraryDesk(store: store, settling: 0)
            var settings = LibrarySettings()
            settings.roots = ["\(path)/root"]
            for (now, isLocal) in [(Int64(1), false), (2, true), (3, false)] {
                settings.localMovies = isLocal ? settings.roots : []
                #expect(desk.configure(settings, at: now) == nil)
                let turn = desk.scan(at: now)
                let scan = try #require(turn.now)
                _ = desk.end(scan, scan.take(in: store) { false }, at: now)
                let probe = desk.probe()
                desk.endProbe(try #require(probe).take { false })
                let asset = try store.assets.page(AssetQuery(), at: 0).elements.first
                let time = 1_706_745_598_000_000 - (isLocal ? 32_400_000_000 : 0) as Int64
                #expect(asset?.taken == TakenTime(at: time, source: .movie))
            }
        }
    }

    private func write(_ name: String, _ text: String) throws {
        let path = folder.path + "/root/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        // Nobody may be writing it any more.
        var times = [timespec](repeating: timespec(tv_sec: 1_700_000_000, tv_nsec: 0), count: 2)
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    }

    private func scan(at now: Int64) throws {
        let turn = desk.scan(at: now)
        let scan = try #require(turn.now)
        _ = desk.end(scan, scan.take(in: store) { false }, at: now)
    }
}
