import MediaLink
import Testing

@testable import pipd

/// The media library in a file.
@Suite struct LibrarySettingsTests {
    @Test func aFileNamesTheFolders() throws {
        let file = try ConfigurationFile.parse(
            "library: { roots: [/srv/a/, /srv/b], poll: 60, exclude: ['*.tmp'], exports: [/srv/x/] }",
            name: "x"
        )
        #expect(file.mediaLibrary.roots == ["/srv/a", "/srv/b"])
        #expect(file.mediaLibrary.poll == 60 && file.mediaLibrary.exclude == ["*.tmp"])
        #expect(file.mediaLibrary.exports == ["/srv/x"])
    }

    @Test func aFolderMayHaveLocalTimeInItsMovies() throws {
        let file = try ConfigurationFile.parse(
            "library: { roots: [/a, { path: /b/, quicktime: local }, { path: /c, quicktime: utc }] }",
            name: "x"
        )
        #expect(file.mediaLibrary.roots == ["/a", "/b", "/c"])
        #expect(file.mediaLibrary.localMovies == ["/b"])
        let one = try ConfigurationFile.parse("library: { roots: { path: /a } }", name: "x")
        #expect(one.mediaLibrary.roots == ["/a"] && one.mediaLibrary.localMovies.isEmpty)
    }

    @Test func whatIsNotSaidIsUsual() throws {
        let file = try ConfigurationFile.parse("library: { roots: /srv/a }", name: "x")
        #expect(file.mediaLibrary.roots == ["/srv/a"] && file.mediaLibrary.poll == 600)
        #expect(file.mediaLibrary.exclude == ["@eaDir", ".*"])
        #expect(try ConfigurationFile.parse("main: demo", name: "x").mediaLibrary == .init())
    }

    @Test(
        arguments: [
            ("{}", "x:1: library has no roots"), ("{ roots: [] }", "has no roots"),
            ("{ roots: {} }", "roots has a folder without path"),
            ("{ roots: [{ path: srv }] }", "roots in library has \"srv\"; accepted: absolute"),
            ("{ roots: [/a, { path: /a/b }] }", "one is in the other"),
            ("{ roots: [{ path: /a, quicktime: here }] }", "is \"here\"; accepted: utc, local"),
            ("{ roots: [{ path: /a, zone: UTC }] }", "accepted: path, quicktime"),
            ("{ roots: [srv] }", "accepted: absolute paths"), ("{ roots: [/] }", "other than /"),
            ("{ roots: [/srv/../a] }", "has \"/srv/../a\""),
            ("{ roots: [/srv, /srv/a] }", "one is in the other"),
            ("{ roots: [/srv/a, /srv/a/] }", "one is in the other"),
            ("{ roots: [/srv], poll: 1 }", "a whole number from 10 to 604800"),
            ("{ roots: [/srv], exclude: [''] }", "up to 64 patterns"),
            ("{ roots: [/srv], selection: { least: 1 } }", "accepted: min, max, image"),
            ("{ roots: [/srv], selection: { max: 86401 } }", "a number from 0 to 86400"),
            ("{ roots: [/srv], selection: { min: -1 } }", "a number from 0 to 86400"),
            ("{ roots: [/srv], selection: { image: 0 } }", "a number from 0.1 to 86400"),
            (
                "{ roots: [/srv], selection: { max: 4.9 } }",
                "min in selection is 5000 ms, and max 4900 ms"
            ),
            ("{ roots: [/srv], exports: [x] }", "exports in library has \"x\""),
            ("{ roots: [/srv], exports: / }", "other than /"),
            ("{ roots: [/srv], thumbnails: { size: 1 } }", "accepted: budget, workers"),
            ("{ roots: [/srv], thumbnails: { workers: 5 } }", "a whole number from 1 to 4"),
            ("{ roots: [/srv], thumbnails: { budget: 1MiB } }", "accepted: 16MiB to 1024GiB, in"),
            ("{ roots: [/srv], thumbnails: { budget: 17 } }", "budget in thumbnails is \"17\""),
            ("{ roots: [/srv], time_zone: Mars }", "\"Mars\", which this machine does not know"),
            ("{ roots: [/srv], watch: some }", "accepted: auto, never, or how many"),
            ("{ roots: [/srv], scan: auto }", "unknown key \"scan\""),
        ])
    func whatIsNoneIsRefused(text: String, says: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.parse("library: \(text)", name: "x")
        }
        #expect(error.map { "\($0)".contains(says) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func thumbnailsHaveABudgetAndDatesATimeZone() throws {
        let file = try ConfigurationFile.parse(
            "library: { roots: /srv, thumbnails: { budget: 64MiB, workers: 2 }, time_zone: UTC }",
            name: "x"
        )
        #expect(file.mediaLibrary.thumbnails.budget == 64 << 20)
        #expect(file.mediaLibrary.thumbnails.workers == 2 && file.mediaLibrary.timeZone == "UTC")
        let local = try ConfigurationFile.parse(
            "library: { roots: /srv, time_zone: local }",
            name: "x"
        )
        #expect(local.mediaLibrary.timeZone == nil)
    }

    @Test func whatSelectionsMayLastIsSaidInSeconds() throws {
        let file = try ConfigurationFile.parse(
            "library: { roots: /srv, selection: { min: 4.999, max: 60, image: 2.5 } }",
            name: "x"
        )
        let rule = file.mediaLibrary.selection
        #expect((rule.least, rule.most, rule.image) == (4_999, 60_000, 2_500))
    }

    @Test(
        arguments: [
            (4_999, 0, "4.999 s selected; 5 to 1200 are accepted"),
            (4_000, 0, "4 s selected; 5 to 1200 are accepted"),
            (0, 0, "0 s selected; 5 to 1200 are accepted"),
            (5_000, 0, nil), (1_200_000, 0, nil),
            (1_200_001, 0, "1200.001 s selected; 5 to 1200 are accepted"),
            (1_200_010, 3, "1200.01 s selected; 5 to 1200 are accepted"),
            (0, 1, "how long one video lasts is not known; wait"),
            (9_000, 2, "how long 2 videos last is not known; wait"),
        ] as [(Int64, Int, String?)]
    )
    func aSelectionIsAcceptedByHowLongItLasts(ms: Int64, unknown: Int, says: String?) {
        let refusal = SelectionRule().refusal(of: ms, unknown: unknown)
        #expect((refusal == nil) == (says == nil))
        #expect(refusal?.hasPrefix(says ?? "") ?? true, "\(refusal ?? "")")
    }

    @Test(arguments: [
        ("/srv/pictures", ["/srv/media", "/srv/pictures"]), ("/srv/media/pipd", ["/srv/media"]),
        ("/srv/media", ["/srv/media"]), ("/srv/med", ["/srv/media", "/srv/med"]),
    ])
    func whatIsTakenHereIsInTheLibrary(images: String, roots: [String]) throws {
        let file = try ConfigurationFile.parse(
            "{ library: { roots: /srv/media }, images: { library: \(images) } }",
            name: "x"
        )
        #expect(file.mediaLibrary.roots == roots && file.mediaLibrary.takenHere == images)
    }

    /// As if it were configured, but that a root below it is no mistake.
    @Test(
        arguments: [
            ("/srv/pictures", ["/srv/media", "/srv/pictures"], true),
            ("/srv/media/pipd", ["/srv/media"], true), ("/srv/media", ["/srv/media"], true),
            ("/srv", ["/srv/media"], false), ("/", ["/srv/media"], false),
        ] as [(String, [String], Bool)]
    )
    func whatIsTakenWithoutAWordOfItIsToo(images: String, roots: [String], isTaken: Bool) throws {
        var library = try ConfigurationFile.parse("library: { roots: /srv/media }", name: "x")
            .mediaLibrary
        library.add(usualImages: images)
        #expect(library.roots == roots && library.takenHere == (isTaken ? images : nil))
        var none = LibrarySettings()
        none.add(usualImages: images)
        #expect(none == LibrarySettings())
    }

    @Test func withoutALibraryNothingIsTakenHere() throws {
        let file = try ConfigurationFile.parse("images: { library: /srv/pictures }", name: "x")
        #expect(file.mediaLibrary == LibrarySettings())
    }

    @Test(arguments: ["/srv", "/"])
    func aRootBelowTheImagesIsRefused(images: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.parse(
                "images: { library: \(images) }\nlibrary: { roots: /srv/media }",
                name: "x"
            )
        }
        let says = "x:2: roots in library has \"/srv/media\", which is in images.library"
        #expect(error.map { "\($0)".hasPrefix(says) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func foldersWithTheSameBeginningAreBesideEachOther() throws {
        let file = try ConfigurationFile.parse("library: { roots: [/srv/a, /srv/ab] }", name: "x")
        #expect(file.mediaLibrary.roots.count == 2)
    }
}
