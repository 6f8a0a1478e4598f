internal import ControlAPI
internal import Foundation
internal import Glibc
internal import Media
internal import Platform
internal import TestSupport
internal import Testing

/// The media library of a daemon, with real files.
@Suite(.timeLimit(.minutes(30))) struct MediaLibraryTests {
    private let scratch: Scratch
    private let settings: String

    init() throws {
        scratch = try Scratch()
        let clip = try Clips.make(
            "library.mp4",
            "-f lavfi -i testsrc2=s=320x180:r=30:d=0.3 -pix_fmt yuv420p"
        )
        let files = FileManager.default
        for path in ["Harbour/IMG_20240131_120000.mp4", "Garden/20240731_120000.mp4", "c.mp4"] {
            let target = scratch.path("media/\(path)")
            let folder = URL(fileURLWithPath: target).deletingLastPathComponent()
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            try files.copyItem(atPath: clip, toPath: target)
        }
        try scratch.write("media/damaged.mp4", "This is no movie")
        settings = try scratch.write(
            "pipd.yml",
            """
            main: pattern
            streams: { pattern: { url: "test:64x36@30" } }
            library: { roots: ["\(scratch.path("media"))"], poll: 10 }

            """
        )
    }

    @Test func filesAreFoundSearchedMarkedAndShownSmall() throws {
        let daemon = try ready()
        #expect(try daemon.eventually { try report(daemon).counts.videos == 4 })
        #expect(try daemon.eventually { try report(daemon).state == .idle })
        let page = try assets(daemon, "?q=harbour")
        let asset = try #require(page.assets.first)
        #expect(page.assets.count == 1 && asset.takenSource == .name)
        #expect(asset.state == .probed && asset.milliseconds == 300 && asset.width == 320)
        let failed = try #require(try assets(daemon, "?state=failed").assets.first)
        #expect(failed.name == "damaged.mp4" && failed.error?.isEmpty == false)
        // One hour east of UTC in winter, two in summer.
        #expect(asset.taken == 1_706_698_800)
        #expect(try assets(daemon, "?q=garden").assets.map(\.taken) == [1_722_420_000])
        #expect(asset.path == scratch.path("media/Harbour/IMG_20240131_120000.mp4"))
        let path = "/v1/library/assets/\(asset.id)"
        let patched = try daemon.request("PATCH", path, json: #"{"favourite":true,"title":"Sea"}"#)
        #expect(patched.status == 200, "\(patched.text)")
        #expect(try assets(daemon, "?favourite=true").assets.map(\.title) == ["Sea"])
        let small = try daemon.request("GET", "\(path)/thumbnail?size=128")
        #expect(small.status == 200 && small.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let metric = #"pipd_library_assets{kind="video",state="probed"}"#
        #expect(try daemon.eventually { try daemon.metrics()[metric] == 3 })
        #expect(try daemon.request("GET", "/v1/library/albums").text.contains("Garden"))
        // It is there already, and of the other there is none.
        #expect(try daemon.request("GET", "\(path)/thumbnail?size=128").status == 200)
        let none = "/v1/library/assets/\(failed.id)/thumbnail"
        #expect(try (0..<2).map { _ in try daemon.request("GET", none).status } == [502, 502])
        #expect(try daemon.eventually { try daemon.metrics()[Self.refused] == 1 })
        let metrics = try daemon.metrics()
        let results = ["made", "found", "failed"].map {
            metrics["pipd_thumbnails_total{result=\"\($0)\"}"]
        }
        #expect(results == [1, 1, 1])
        #expect(metrics["pipd_thumbnail_seconds_count"] == 1)
        #expect(metrics[#"pipd_cache_bytes{cache="thumbnails"}"#] ?? 0 >= 8_192)
        #expect(metrics["pipd_cache_evictions_total"] == 0)
        #expect(metrics["pipd_library_query_seconds_count"] ?? 0 > 5)
        let database = scratch.path("state/pipd/media.sqlite")
        #expect(Files.attributes(of: database + "-wal") != nil)
        daemon.expectCleanStop()
        #expect(Files.attributes(of: database) != nil)
        // pipd-media closes it. pipd gives it half a second for that, which a busy machine may not
        // have; a pipd that was killed leaves it all the time that it needs.
        let left = try ready()
        left.program.send(SIGKILL)
        #expect(left.program.wait(until: .patience) == .signal(SIGKILL))
        let deadline = MonotonicTime.patience
        let isClosed = {
            ["-wal", "-shm"].allSatisfy { Files.attributes(of: database + $0) == nil }
        }
        while !isClosed(), MonotonicClock.now() < deadline { sched_yield() }
        #expect(isClosed())
    }

    @Test func aFolderThatIsAwayKeepsItsFilesAndComesBack() throws {
        let daemon = try ready()
        #expect(try daemon.eventually { try report(daemon).counts.videos == 4 })
        let asset = try #require(try assets(daemon, "").assets.first)
        let (media, away) = (scratch.path("media"), scratch.path("away"))
        try FileManager.default.moveItem(atPath: media, toPath: away)
        try scan(daemon)
        let isOffline = try daemon.eventually {
            let root = try report(daemon).roots.first
            return root?.state == .offline && root?.counts.videos == 4
        }
        #expect(isOffline, "\(daemon.program.errors)")
        let refused = try daemon.request("GET", "/v1/library/assets/\(asset.id)/thumbnail")
        #expect(
            refused.status == 409 && refused.text.contains("cannot be reached"),
            "\(refused.text)"
        )
        try FileManager.default.moveItem(atPath: away, toPath: media)
        try scan(daemon)
        #expect(try daemon.eventually { try report(daemon).roots.first?.state == .online })
        #expect(try assets(daemon, "").assets.contains { $0.id == asset.id })
        daemon.expectCleanStop()
    }

    /// Nobody asks, and the next look is a week away.
    @Test func whatIsPutThereIsFoundAtOnceAndWhatGoesIsForgotten() throws {
        let text = try String(contentsOfFile: settings, encoding: .utf8)
        try scratch.write("pipd.yml", text.replacingOccurrences(of: "10 }", with: "604800 }"))
        let daemon = try ready()
        #expect(try daemon.eventually { try report(daemon).counts.videos == 4 })
        #expect(try daemon.eventually { try report(daemon).state == .idle })
        #expect(try daemon.eventually { try daemon.metrics()[watched] == 3 })
        let clip = scratch.path("media/c.mp4")
        let copy = scratch.path("media/new/d.mp4")
        try FileManager.default.createDirectory(
            atPath: scratch.path("media/new"),
            withIntermediateDirectories: false
        )
        try FileManager.default.copyItem(atPath: clip, toPath: copy)
        #expect(
            try daemon.eventually { try assets(daemon, "?q=new&state=probed").assets.count == 1 }
        )
        let asset = try #require(try assets(daemon, "?q=new").assets.first)
        let path = "/v1/library/assets/\(asset.id)"
        #expect(try daemon.request("PATCH", path, json: #"{"favourite":true}"#).status == 200)
        // It is the same one under another name.
        #expect(rename(copy, scratch.path("media/Garden/e.mp4")) == 0)
        let isMoved = try daemon.eventually {
            let favourites = try assets(daemon, "?favourite=true").assets
            return favourites.map(\.id) == [asset.id] && favourites.first?.name == "e.mp4"
        }
        #expect(isMoved, "\(daemon.program.errors)")
        unlink(clip)
        #expect(try daemon.eventually { try report(daemon).counts.videos == 4 })
        #expect(try assets(daemon, "?q=c.mp4").assets.isEmpty)
        daemon.expectCleanStop()
    }

    /// Nobody says where images go, or asks, and the next look is a week away.
    @Test(arguments: ["auto", "never"])
    func whatIsTakenIsInItsAlbumAtOnce(watch: String) throws {
        let text = try String(contentsOfFile: settings, encoding: .utf8)
        let rules = "604800, watch: \(watch) }"
        try scratch.write("pipd.yml", text.replacingOccurrences(of: "10 }", with: rules))
        let daemon = try ready(["STATE_DIRECTORY": scratch.path("service")])
        #expect(
            try daemon.eventually { try report(daemon).roots.map(\.state) == [.online, .online] }
        )
        #expect(try daemon.eventually { try report(daemon).state == .idle })
        let path = try #require(
            try daemon.screenshot("pattern", #"{"output":"library"}"#).report.path
        )
        #expect(path.hasPrefix(scratch.path("service/pictures/")))
        let isThere = try daemon.eventually {
            try assets(daemon, "?album=taken-here").assets.map(\.path) == [path]
        }
        #expect(isThere, "\(daemon.program.errors)")
        daemon.expectCleanStop()
    }

    /// The time of day in a name is that of the zone, and of another one after a reload.
    @Test func datesAreThoseOfATimeZone() throws {
        try rewrite(zone: "Asia/Tokyo")
        let daemon = try ready()
        func taken() throws -> Double? { try assets(daemon, "?q=harbour").assets.first?.taken }
        #expect(try daemon.eventually { try taken() == 1_706_670_000 })
        #expect(try daemon.eventually { try report(daemon).state == .idle })
        try rewrite(zone: "UTC")
        daemon.program.send(SIGHUP)
        // Meanwhile it is away for a moment.
        let isOther = daemon.eventually { (try? taken()) == 1_706_702_400 }
        #expect(isOther, "\(daemon.program.errors)")
        daemon.expectCleanStop()
    }

    private func rewrite(zone: String) throws {
        let text = try String(contentsOfFile: settings, encoding: .utf8)
        let lines = text.split(separator: "\n").map { line in
            guard line.hasPrefix("library:") else { return String(line) }
            return "library: { roots: [\"\(scratch.path("media"))\"], time_zone: \(zone) }"
        }
        try scratch.write("pipd.yml", lines.joined(separator: "\n"))
    }

    private static let refused = #"pipd_thumbnails_total{result="failed_before"}"#

    private var watched: String { #"pipd_library_watches{mode="watched"}"# }

    @Test func aProcessThatIsKilledLosesNothing() throws {
        let daemon = try ready()
        #expect(try daemon.eventually { try report(daemon).counts.videos == 4 })
        let asset = try #require(try assets(daemon, "").assets.first)
        let patch = #"{"favourite":true}"#
        let path = "/v1/library/assets/\(asset.id)"
        #expect(try daemon.request("PATCH", path, json: patch).status == 200)
        let process = try #require(FeedTests.child(of: daemon.program.processID))
        kill(process, SIGKILL)
        let isBack = try daemon.eventually {
            let answer = try daemon.request("GET", "/v1/library/assets?favourite=true")
            return answer.status == 200 && answer.text.contains(asset.path.dropFirst(1))
        }
        #expect(isBack, "\(daemon.program.errors)")
        #expect(daemon.program.errors.contains("it was ended by signal 9; it is started again"))
        daemon.expectCleanStop()
    }

    private func ready(_ environment: [String: String] = [:]) throws -> Daemon {
        let daemon = try Daemon.ready(
            ["--config", settings],
            environment: environment.merging(["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"]) { own, _ in own
            },
            in: scratch
        )
        #expect(try daemon.hasMedia(), "\(daemon.program.errors)")
        return daemon
    }

    private func report(_ daemon: Daemon) throws -> LibraryReport {
        let text = try daemon.request("GET", "/v1/library").text
        return try JSONText.decode(LibraryReport.self, from: Data(text.utf8))
    }

    private func assets(_ daemon: Daemon, _ query: String) throws -> AssetPage {
        let text = try daemon.request("GET", "/v1/library/assets\(query)").text
        return try JSONText.decode(AssetPage.self, from: Data(text.utf8))
    }

    private func scan(_ daemon: Daemon) throws {
        #expect(try daemon.request("POST", "/v1/library/scan", json: "{}").status == 202)
    }
}
