import ArgumentParser
import ControlAPI
import Foundation
import Ingest
import Media
import Pipeline
import Presentation
import Testing

@testable import Control
@testable import pipd

/// Playlists in a file, and as clients change them.
@Suite struct PlaylistSettingsTests {
    private static func settings(_ file: String) throws -> Settings {
        try Settings(Arguments.parse([]), over: ConfigurationFile.parse(file, name: "x"))
    }

    @Test func aFileSaysWhatAPlaylistConsistsOf() throws {
        let settings = try Self.settings(
            """
            main: reel
            playlists:
              reel:
                items: [/srv/a.mp4, { url: /srv/b.png, title: B }]
                loop: none
                shuffle: true
                image_duration: 2.5
                preload: 2
            """
        )
        let playlist = try #require(settings.playlists.first)
        #expect(playlist.id.name == "reel" && settings.view.main == playlist.id)
        #expect(playlist.items.map(\.address.redacted) == ["/srv/a.mp4", "/srv/b.png"])
        #expect(playlist.items.map(\.title) == [nil, "B"])
        #expect(playlist.loop == .none && playlist.isShuffled && playlist.ahead == 2)
        #expect(playlist.imageDuration == .milliseconds(2_500))
        #expect(settings.streams.isEmpty, "no demo takes its place")
    }

    @Test(
        arguments: [
            ("a: { items: [] }", "x:1: items in a has 0"),
            ("a: { }", "x:1: items in a has 0"),
            ("a: { items: b }", "is to be a list"),
            ("a: { items: [b], loop: ever }", "accepted: all, one, none"),
            ("a: { items: [b], image_duration: 0 }", "accepted: a number from 0.1"),
            ("a: { items: [{ title: T }] }", "has no url"),
            ("a: { items: [\"ftp://x\"] }", "x:1:"),
            ("a: { items: [b], url: c }", "unknown key \"url\""),
            ("\"-\": { items: [b] }", "is no stream ID"),
        ])
    func whatIsNoPlaylistIsRefusedWithWhatIs(entry: String, says: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try Self.settings("playlists: { \(entry) }")
        }
        #expect(error.map { "\($0)" }?.contains(says) == true, "\(String(describing: error))")
    }

    @Test func aPlaylistOnAWallSaysHowLongEachItemHasItsTurn() throws {
        let settings = try Self.settings(
            """
            playlists:
              reel:
                items:
                - { url: /srv/a.mp4, seconds: 12.5 }
                - /srv/b.png
                - { url: /srv/c.png, seconds: 3 }
                sync: { group: lobby, epoch: 2026-01-01T00:00:00Z }
            """
        )
        let playlist = try #require(settings.playlists.first)
        #expect(playlist.sync == WallSync(group: "lobby", epoch: .seconds(1_767_225_600)))
        #expect(playlist.items.map(\.turn) == [.milliseconds(12_500), nil, .milliseconds(3_000)])
        var draft = PlaylistDraft(configuration: playlist, current: nil, numbering: .init())
        draft.replace(with: playlist)
        #expect(draft.configuration.items.map(\.turn) == playlist.items.map(\.turn))
    }

    /// What is not said of the wall stays (RFC 7396).
    @Test func aClientChangesTheWallAndTakesItOff() throws {
        var reel = try playlist("/srv/a.png")
        reel.sync = WallSync(group: "lobby", epoch: .seconds(1_767_225_600))
        var draft = PlaylistDraft(configuration: reel, current: nil, numbering: .init())
        var (fields, sync) = (FieldValues<PlaylistFields>(), FieldValues<SyncFields>())
        sync.group = "hall"
        fields.sync = sync
        try draft.apply(.set(fields), [])
        #expect(draft.configuration.sync == WallSync(group: "hall", epoch: .seconds(1_767_225_600)))
        try draft.apply(.set(.init(), leavesWall: true), [])
        #expect(draft.configuration.sync == nil)
        try draft.apply(.set(fields), [])
        #expect(draft.configuration.sync == WallSync(group: "hall", epoch: .zero))
    }

    @Test(
        arguments: [
            ("items: [/srv/a.mp4]", "item 1: /srv/a.mp4 needs seconds"),
            ("items: [a.png, { url: a.mp4, seconds: 0.5 }]", "item 2: on a wall a.mp4"),
            ("items: [a.png], image_duration: 0.9", "1 to 86400"),
            ("items: [a.png, { url: \"rtsp://h/s\", seconds: 9 }]", "is none"),
            ("items: [{ url: \"test:64x36@30\", seconds: 9 }]", "is none"),
            ("items: [a.png], loop: one", "loop is to be all"),
            ("items: [a.png], shuffle: true", "shuffle"), ("items: [a.png], feeds: [f]", "feeds"),
        ])
    func whatCannotBeInStepWithAWallIsRefused(entry: String, says: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try Self.settings("playlists: { a: { \(entry), sync: { group: wall } } }")
        }
        #expect(error.map { "\($0)" }?.contains(says) == true, "\(String(describing: error))")
    }

    @Test func aFileSaysWhatIsOpenAhead() throws {
        let usual = try Self.settings("streams: {}").pipeline
        #expect(usual.preloadBytes == 192 << 20 && usual.itemVariant == .automatic)
        let said = try Self.settings("preload: { memory: 64MiB, variant: lowest }").pipeline
        #expect(said.preloadBytes == 64 << 20 && said.itemVariant == .lowest)
    }

    @Test(
        arguments: [
            ("memory: 1", "16MiB to 16GiB"), ("memory: 1MiB", "16MiB to 16GiB"),
            ("memory: 17179869185KiB", "16MiB"), ("memory: -1GiB", "16MiB"),
            ("variant: best", "variant"), ("ahead: 3", "unknown key"),
        ])
    func whatIsNoPreloadIsRefusedWithWhatIs(entry: String, says: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try Self.settings("preload: { \(entry) }")
        }
        #expect(error.map { "\($0)" }?.contains(says) == true, "\(String(describing: error))")
    }

    @Test func aPlaylistHasAnIDOfItsOwn() {
        let error = #expect(throws: ConfigurationError.self) {
            try Self.settings(
                """
                streams: { a: { url: demo } }
                playlists: { a: { items: [demo] } }
                """
            )
        }
        #expect(error.map { "\($0)" }?.contains("x:2: a is a stream's ID too") == true)
    }

    @Test func aReloadPlaysWhatIsDifferentAndRemovesWhatIsGone() throws {
        let old = try Self.settings(
            "playlists: { a: { items: [x] }, b: { items: [x] }, c: { items: [x] } }"
        )
        let new = try Self.settings("playlists: { a: { items: [x] }, b: { items: [x, y] } }")
        let plan = ReloadPlan(from: old, to: new, present: Set(old.ids))
        #expect(plan.playing.map(\.id.name) == ["b"])
        #expect(plan.removed.map(\.name) == ["c"])
    }

    @Test func theExampleIsAsItSays() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../examples/signage.yml").path
        let settings = try Self.settings(String(contentsOfFile: path, encoding: .utf8))
        let reel = try #require(settings.playlists.first)
        #expect(settings.view.main == reel.id && settings.view.isPIPEnabled)
        #expect(reel.items.count == 4 && reel.imageDuration == .milliseconds(8_000))
    }

    /// A value of each field, as it is written in YAML and in JSON alike.
    private static let values = [
        "loop": #""one""#, "shuffle": "true", "image_duration": "7.5", "preload": "5",
        "sync": #"{ "group": "wall", "epoch": "2026-01-01T00:00:00Z" }"#,
    ]

    @Test(arguments: PlaylistFields.all.rules.map(\.name))
    func aFileAndAClientSayTheSame(field: String) throws {
        let value = try #require(Self.values[field])
        let settings = try Self.settings(
            "playlists: { a: { items: [\"/srv/a.png\"], \(field): \(value) } }"
        )
        let json = #"{"items":["/srv/a.png"],"\#(field)":\#(value)}"#
        let definition = try PlaylistDefinition(json: JSONValue(parsing: Array(json.utf8)))
        let playlist = try #require(settings.playlists.first)
        let plain = PlaylistConfiguration(id: playlist.id, items: playlist.items)
        #expect(playlist != plain)
        var other = plain
        other.set(definition.fields)
        #expect(other == playlist)
    }

    @Test func theNamesAreThoseThatPlaylistsKnow() {
        #expect(PlaylistFields.all.loop.rule.names == PlaylistOrder.Loop.allCases.map(\.rawValue))
        #expect(PlaylistLimits.items == PlaylistConfiguration.mostItems)
        guard case .integer(let range) = PlaylistFields.all.preload.rule.kind else { return }
        #expect(range == 1...PlaylistConfiguration.mostAhead)
    }

    private func playlist(_ urls: String...) throws -> PlaylistConfiguration {
        var numbering = ItemNumbering()
        let items = try urls.map { numbering.item(try .parse($0)) }
        return PlaylistConfiguration(id: try #require(StreamID("a")), items: items)
    }

    @Test(
        arguments: [
            (PlaylistEdit.insert([], at: .next), "1 2 4 3"), (.insert([], at: .end), "1 2 3 4"),
            (.move(item: "2", to: .next), "1 2 3"),
            (.insert([], at: .before("1")), "4 1 2 3"), (.move(item: "1", to: .next), "2 1 3"),
            (.move(item: "3", to: .before("1")), "3 1 2"), (.move(item: "1", to: .end), "2 3 1"),
            (.move(item: "2", to: .before("2")), "1 2 3"), (.remove(item: "2"), "1 3"),
            (.move(item: "9", to: .end), nil), (.remove(item: "9"), nil),
            (.insert([], at: .before("9")), nil),
        ] as [(PlaylistEdit, String?)]
    )
    func anEditChangesTheItems(edit: PlaylistEdit, expected: String?) throws {
        let playlist = try playlist("/a", "/b", "/c")
        var draft = PlaylistDraft(
            configuration: playlist,
            current: PlaylistItemID("2"),
            numbering: ItemNumbering(after: playlist.items)
        )
        var added: [PlaylistConfiguration.Item] = []
        if case .insert = edit { added = try self.playlist("/x").items }
        do throws(PipelineError) {
            try draft.apply(edit, added)
            #expect(draft.configuration.items.map(\.id.name).joined(separator: " ") == expected)
        } catch {
            #expect(expected == nil)
            #expect("\(error)".contains("no item"))
        }
    }

    @Test func itemsWhoseAddressesStayKeepTheirIDs() throws {
        let old = try playlist("/a", "/b", "/a").items
        let new = try playlist("/c", "/a", "/b", "/a", "/a").items
        var numbering = ItemNumbering(after: old)
        #expect(numbering.keeping(old, new).map(\.id.name) == ["4", "1", "2", "3", "5"])
        #expect(numbering.item(try .parse("/d")).id.name == "6")
    }
}
