import ControlAPI
import Media
import TestSupport
import Testing

@testable import pipctl

@Suite struct LibraryCommandTests {
    private static let asset: AssetReport = {
        var asset = AssetReport(
            id: "17",
            name: "a\u{1B}.mp4",
            path: "/srv/a.mp4",
            kind: .video,
            state: .found,
            size: 2_048,
            taken: 1_795_226_512.5,
            takenSource: .mtime,
            uri: "file:///srv/a.mp4",
            mediaType: "video/mp4"
        )
        (asset.favourite, asset.title, asset.milliseconds) = (true, "Sea", 83_500)
        (asset.width, asset.height, asset.codec) = (1_080, 1_920, "h264")
        return asset
    }()

    @Test(
        arguments: [
            ("status", "GET /v1/library "), ("albums", "GET /v1/library/albums "),
            (
                "ls --album folder-3 --type photo",
                "GET /v1/library/assets?album=folder-3&type=photo "
            ),
            ("search big sea --favourites", "GET /v1/library/assets?q=big%20sea&favourite=true "),
            ("ls --min-duration 5", "GET /v1/library/assets?min_duration=5.0 "),
            ("failures --limit 3", "GET /v1/library/assets?state=failed&limit=3 "),
            ("show 17", "GET /v1/library/assets/17 "),
            ("favourite 17", "PATCH /v1/library/assets/17 "),
            ("scan --no-wait", "POST /v1/library/scan "),
            ("selection show 3", "GET /v1/library/selections/3 "),
            ("selection ls 3 --limit 2", "GET /v1/library/selections/3/assets?limit=2 "),
            ("selection add 3 1", "PATCH /v1/library/selections/3 "),
            ("selection delete 3", "DELETE /v1/library/selections/3 "),
            ("preview 17", "POST /v1/library/assets/17/preview "),
            ("preview --selection 3", "POST /v1/library/selections/3/preview "),
            ("play 3", "POST /v1/library/selections/3/play "),
            ("album put sea 1", "PUT /v1/library/albums/sea "),
            ("album delete sea", "DELETE /v1/library/albums/sea "),
        ]
    )
    func whatIsAskedIsSent(command: String, head: String) throws {
        let daemon = try CannedDaemon(status: "200 OK", body: "{}")
        let words = ["library"] + command.split(separator: " ").map(String.init) + ["--json"]
        _ = try Pipctl.run(words, daemon)
        #expect(daemon.request.hasPrefix(head), "\(daemon.request)")
    }

    @Test(
        arguments: [
            (["favourite", "1", "--off"], #"{"favourite":false}"#),
            (["title", "1", "A"], #"{"title":"A"}"#), (["title", "1"], #"{"title":null}"#),
            (["scan", "/a/./b/../c/", "--prune", "--no-wait"], #"{"prune":true,"root":"/a/c"}"#),
        ]
    )
    func whatIsSaidIsSent(words: [String], body: String) throws {
        let daemon = try CannedDaemon(status: "200 OK", body: "{}")
        _ = try Pipctl.run(["library"] + words + ["--json"], daemon)
        #expect(daemon.request.hasSuffix(body), "\(daemon.request)")
    }

    @Test func timesAreDaysMomentsOrSeconds() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: "{}")
        let words = ["ls", "--from", "2024-01-31", "--to", "2024-01-31T00:00:10Z", "--json"]
        _ = try Pipctl.run(["library"] + words, daemon)
        #expect(daemon.request.contains("from=1706659200&to=1706659210"), "\(daemon.request)")
        for text in ["-1", "2024-02-30", "yesterday", "", "1969", "9999", "2024-13", "2024-"] {
            #expect(Moment(argument: text) == nil, "\(text)")
        }
    }

    @Test(
        arguments: [
            ("2024", 1_704_067_200), ("2024-02", 1_706_745_600), ("1970", 0), ("17", 17), ("0", 0),
            ("20240", 20_240), ("1706659200", 1_706_659_200),
        ]
    )
    func fourDigitsAreAYear(text: String, seconds: Int) {
        #expect(Moment(argument: text)?.seconds == seconds)
    }

    @Test func aListSaysWhatThereIsAndWhereItGoesOn() throws {
        let text = ReportText.assets(AssetPage(assets: [Self.asset], nextCursor: "a1.17"))
        let lines = text.split(separator: "\n")
        #expect(lines.first == "ID  KIND     TAKEN             LENGTH     SIZE  NAME       TITLE")
        #expect(
            lines[1].hasPrefix("17  video *  2026-11-") && lines[1].hasSuffix(#"a\x1b.mp4  Sea"#)
        )
        #expect(lines.last == "more: --cursor a1.17")
        let albums = ReportText.albums(AlbumList(albums: [], nextCursor: "f1/Peter's"))
        #expect(albums.hasSuffix("\nmore: --cursor 'f1/Peter'\\''s'\n"), "\(albums)")
        #expect(ReportText.assets(AssetPage(assets: [])) == "Nothing\n")
        #expect(ReportText.assets(AssetPage(assets: []), isSearch: true).contains("titles"))
    }

    /// A selection of 4.96 s is too short, and one of 1200.4 s too long.
    @Test(
        arguments: [
            (0, "0.0s", "0s"), (4_960, "4.9s", "4.96s"), (4_999, "4.9s", "4.999s"),
            (5_000, "5.0s", "5s"), (59_999, "59.9s", "59.999s"), (83_500, "1m23s", "1m23s"),
            (1_199_999, "19m59s", "19m59s"), (-1, "0.0s", "0.0s"),
        ] as [(Int64, String, String)]
    )
    func nothingLastsLongerThanItDoes(milliseconds: Int64, short: String, exact: String) {
        var asset = Self.asset
        asset.milliseconds = milliseconds
        let row = ReportText.assets(AssetPage(assets: [asset])).split(separator: "\n").last
        #expect(row?.split(separator: " ").contains { $0 == short } == true, "\(row ?? "")")
        #expect(ReportText.asset(asset).contains("length     \(exact)\n"))
    }

    @Test func rootsSayHowTheyAre() {
        var online = LibraryRootReport(
            path: "/srv/a",
            state: .scanning,
            counts: LibraryCounts(photos: 2, videos: 1)
        )
        (online.scannedAt, online.met) = (28, 17)
        var offline = LibraryRootReport(path: "/srv/b", state: .offline, counts: LibraryCounts())
        offline.reason = "it is empty"
        let report = LibraryReport(roots: [online, offline], state: .scanning)
        #expect(
            ReportText.library(report, at: 100) == """
                FOLDER  STATE     PHOTOS  VIDEOS  SEEN       NOTE
                /srv/a  scanning       2       1  1m12s ago  17 files so far
                /srv/b  offline        0       0  never      it is empty

                """
        )
        let full = LibraryReport(roots: [offline], state: .idle, notes: ["no\u{1B} room"])
        let lines = ReportText.library(full, at: 100).split(separator: "\n")
        #expect(lines.count == 3 && lines.last == #"degraded: no\x1b room"#)
        #expect(
            ReportText.library(.init(roots: [], state: .idle, notes: ["x"]), at: 0).contains("x")
        )
        let none = LibraryReport(roots: [], state: .idle)
        #expect(ReportText.library(none, at: 0).contains("roots"))
    }

    @Test func whatWasAskedForIsWaitedForAndNoMore() {
        func report(_ scans: Int, _ state: LibraryRootReport.State, other: Int = 5) -> LibraryReport
        {
            var (a, b) = (
                LibraryRootReport(path: "/a", state: state, counts: LibraryCounts()),
                LibraryRootReport(path: "/b", state: .online, counts: LibraryCounts())
            )
            (a.scans, b.scans) = (scans, other)
            return LibraryReport(roots: [a, b], state: .idle)
        }
        func outcomes(_ root: String?, _ reports: LibraryReport...) -> [ScanWait.Outcome] {
            var wait = ScanWait(for: root, since: reports[0])
            return reports.dropFirst().map { wait.outcome($0) }
        }
        #expect(
            outcomes("/a", report(7, .online), report(7, .scanning), report(8, .scanning))
                == [.underWay, .over]
        )
        #expect(
            outcomes("/a", report(7, .scanning), report(8, .scanning), report(9, .online))
                == [.underWay, .over]
        )
        #expect(
            outcomes(nil, report(7, .online), report(8, .online), report(8, .online, other: 6))
                == [.underWay, .over]
        )
        // It was started anew.
        #expect(
            outcomes("/a", report(0, .scanning), report(1, .scanning), report(0, .waiting))
                == [.underWay, .forgotten]
        )
        #expect(outcomes("/a", report(0, .online), report(0, .waiting, other: 0)) == [.forgotten])
    }

    /// What was asked is forgotten with the process that was to do it: each row is what is answered
    /// in turn, nil while the process is away, and how it is asked for.
    @Test(
        arguments: [
            (
                [(1, .online), nil, nil, (0, .waiting), (0, .scanning), (1, .online)],
                ["POST", "GET", "POST", "POST", "GET", "GET"]
            ),
            // It is back before that is looked at.
            (
                [(7, .online), (0, .waiting), (0, .waiting), (0, .scanning), (1, .online)],
                ["POST", "GET", "POST", "GET", "GET"]
            ),
            (
                [(1, .online), (0, .scanning), (0, .scanning), (1, .scanning), (2, .online)],
                ["POST", "GET", "POST", "GET", "GET"]
            ),
        ] as [([(Int, LibraryRootReport.State)?], [String])]
    )
    func aScanIsAskedForAgainWhenItsProcessIsStartedAgain(
        answers: [(Int, LibraryRootReport.State)?],
        methods: [String]
    ) throws {
        func answer(_ scans: Int, _ state: LibraryRootReport.State) throws -> String {
            var root = LibraryRootReport(path: "/a", state: state, counts: LibraryCounts())
            root.scans = scans
            let report = try JSONText.encode(LibraryReport(roots: [root], state: .idle))
            return CannedDaemon.answer("200 OK", String(decoding: report, as: UTF8.self))
        }
        let away = CannedDaemon.answer(
            "503 Service Unavailable",
            #"{"detail":"It is away.","status":503,"title":"t","type":"u"}"#,
            type: ProblemReport.mediaType
        )
        let daemon = try CannedDaemon(
            answers: try answers.map { try $0.map { try answer($0.0, $0.1) } ?? away }
        )
        let result = try Pipctl.run(["library", "scan", "/a", "--prune"], daemon)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        #expect(daemon.requests.map { $0.prefix { $0 != " " } }.map(String.init) == methods)
        let body = #"{"prune":true,"root":"/a"}"#
        #expect(
            daemon.requests.count { $0.hasSuffix(body) } == methods.count { $0 == "POST" }
        )
    }

    @Test(
        arguments: [
            ([], [], "No library; the configuration names its folders: library: { roots: […] }"),
            ([], ["--no-wait", "--json"], "No library; the configuration names its folders"),
            (["no room"], [], "no room\n"),
            (["no room", "no index"], [], "no room; no index\n"),
        ] as [([String], [String], String)]
    )
    func aScanOfNoFolderFails(notes: [String], options: [String], words: String) throws {
        let report = LibraryReport(roots: [], state: .idle, notes: notes)
        let text = String(decoding: try JSONText.encode(report), as: UTF8.self)
        let daemon = try CannedDaemon(status: "200 OK", body: text)
        let result = try Pipctl.run(["library", "scan"] + options, daemon)
        #expect(result.status == 1 && result.output == "")
        let start = options.contains("--json") ? #"{"error":{"detail":""# : "pipctl: "
        #expect(result.errors.hasPrefix(start + words), "\(result.errors)")
    }

    /// Of one that was named it is, too, when it is away.
    @Test(
        arguments: [
            (nil, nil), ("/a", nil), ("/b", "'/b' is offline: it is empty."),
            ("/c", "What is in '/c' cannot be kept: no room"),
        ] as [(String?, String?)]
    )
    func aScanOfWhichNothingCanBeKeptFails(root: String?, message: String?) {
        let counts = LibraryCounts()
        let online = LibraryRootReport(path: "/a", state: .online, counts: counts)
        var offline = LibraryRootReport(path: "/b", state: .offline, counts: counts)
        offline.reason = "it is empty"
        var full = LibraryRootReport(path: "/c", state: .online, counts: counts)
        full.failure = "no room"
        func failure(_ roots: [LibraryRootReport]) -> String? {
            do throws(CommandFailure) {
                try LibraryCommand.Scan.check(LibraryReport(roots: roots, state: .idle), of: root)
                return nil
            } catch {
                return error.message.description
            }
        }
        #expect(failure([online, offline] + (root == nil ? [] : [full])) == message)
        #expect((failure([full]) == nil) == ["/a", "/b"].contains(root))
    }

    @Test func oneIsShownWithAllThatIsKnown() {
        let text = ReportText.asset(Self.asset)
        #expect(text.contains("title      Sea\n") && text.contains("favourite  yes\n"))
        #expect(text.contains("last written\n") && text.contains("video, video/mp4\n"))
        #expect(text.contains("picture    1080x1920, h264\n") && text.contains("1m23s\n"))
        #expect(text.contains("state      not looked into yet\n"))
    }

    @Test(
        arguments: [
            (LiveReport(video: "18", guessed: false, offset: nil), "the movie is 18\n"),
            (.init(video: "18", guessed: true, offset: nil), "the movie is 18, by name and time\n"),
            (.init(video: nil, guessed: false, offset: 99), "in the file, from byte 99 on\n"),
        ]
    )
    func aLivePhotoSaysWhereItsMovieIs(live: LiveReport, expected: String) {
        var asset = Self.asset
        (asset.kind, asset.live) = (.photo, live)
        #expect(ReportText.asset(asset).contains(expected))
        #expect(ReportText.assets(AssetPage(assets: [asset])).contains("17  live *  "))
        (asset.live, asset.liveOf) = (nil, "16")
        #expect(ReportText.asset(asset).contains("live       the movie of 16\n"))
    }

    @Test func whatIsAwayIsMarked() {
        var asset = Self.asset
        asset.offline = true
        #expect(ReportText.assets(AssetPage(assets: [asset])).contains("17  video * offline  2026"))
        #expect(ReportText.asset(asset).contains("folder     offline\n"))
        asset.favourite = false
        #expect(ReportText.assets(AssetPage(assets: [asset])).contains("17  video offline  2026"))
        #expect(!ReportText.asset(Self.asset).contains("offline"))
    }

    @Test func filesThatCannotBeShownSayWhy() {
        var asset = Self.asset
        (asset.state, asset.error) = (.failed, "it is a text")
        let text = ReportText.failures(AssetPage(assets: [asset]))
        #expect(text.hasSuffix("17  /srv/a.mp4  it is a text\n"))
        #expect(ReportText.asset(asset).contains("state      it is a text\n"))
        let list = ReportText.assets(AssetPage(assets: [asset]))
        #expect(list.contains("17  video * failed  2026"))
        #expect(ReportText.failures(AssetPage(assets: [])) == "None\n")
    }
}
