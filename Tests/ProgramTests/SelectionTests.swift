internal import ControlAPI
internal import Foundation
internal import TestSupport
internal import Testing

/// Selections of a daemon's library, from files to the screen.
@Suite(.timeLimit(.minutes(30))) struct SelectionTests {
    private let scratch: Scratch
    private let settings: String

    init() throws {
        scratch = try Scratch()
        let clip = try Clips.make(
            "selected.mp4",
            "-f lavfi -i testsrc2=s=320x180:r=30:d=3 -pix_fmt yuv420p"
        )
        let picture = try Clips.make("selected.png", "-f lavfi -i color=red:s=64x36 -frames:v 1")
        let files = FileManager.default
        try files.createDirectory(
            atPath: scratch.path("media"),
            withIntermediateDirectories: true
        )
        for (source, name) in [(clip, "a.mp4"), (clip, "b.mp4"), (picture, "c.png")] {
            try files.copyItem(atPath: source, toPath: scratch.path("media/\(name)"))
        }
        settings = try scratch.write(
            "pipd.yml",
            """
            main: pattern
            streams: { pattern: { url: "test:64x36@30" } }
            library:
              roots: ["\(scratch.path("media"))"]
              selection: { min: 3.5, max: 9, image: 1.5 }

            """
        )
    }

    /// It would be gone without a word.
    @Test func aPlaylistOfSomebodysOwnIsNotTakenAway() throws {
        let daemon = try ready()
        let put = try daemon.request(
            "PUT",
            "/v1/playlists/preview",
            json: #"{"items":["test:64x36@30"]}"#
        )
        #expect(put.status == 201, "\(put.text)")
        let refused = try daemon.request("POST", "/v1/library/assets/\(try ids(daemon)[0])/preview")
        #expect(refused.status == 409 && refused.text.contains("somebody's own"), "\(refused.text)")
        daemon.expectCleanStop()
    }

    @Test func whatIsSelectedIsShown() throws {
        let daemon = try ready()
        let ids = try ids(daemon)
        let body = #"{"ids":["\#(ids[2])","\#(ids[0])"]}"#
        let selection = try select(daemon, body)
        #expect(selection.isValid && selection.milliseconds == 4_500 && selection.count == 2)
        let path = "/v1/library/selections/\(selection.id)"
        let played = try playlist(try daemon.request("POST", "\(path)/play"))
        #expect(played.id == "library" && played.loop == "all" && played.imageDuration == 1.5)
        #expect(played.items.map(\.url) == ["c.png", "a.mp4"].map { scratch.path("media/\($0)") })
        #expect(try daemon.status().view.main == "library")
        // The picture gives its place to the video, and that to the picture.
        for item in [played.items[0].id, played.items[1].id, played.items[0].id] {
            #expect(try daemon.eventually { try shown(daemon, "library") == item })
        }
        // Another one takes the place of it, from its beginning.
        let other = try select(daemon, #"{"ids":["\#(ids[1])","\#(ids[2])"]}"#)
        let otherPath = "/v1/library/selections/\(other.id)/play"
        let again = try playlist(try daemon.request("POST", otherPath))
        #expect(again.items.first?.url == scratch.path("media/b.mp4"))
        #expect(try daemon.eventually { try shown(daemon, "library") == again.items.first?.id })
        // What was there before it comes back.
        #expect(try daemon.request("DELETE", "/v1/playlists/library").status == 204)
        #expect(try daemon.status().view.main == "pattern")
        let inWindow = try daemon.request("POST", otherPath, json: #"{"in":"pip"}"#)
        #expect(inWindow.status == 200, "\(inWindow.text)")
        #expect(try daemon.status().view.pip.stream == "library")
        #expect(try daemon.request("DELETE", "/v1/playlists/library").status == 204)
        let after = try daemon.status().view
        #expect(after.pip.stream == nil && !after.pip.enabled)
        daemon.expectCleanStop()
    }

    @Test func onePictureIsShownInTheWindowHoweverShortItIs() throws {
        let daemon = try ready()
        let ids = try ids(daemon)
        let short = try select(daemon, #"{"ids":["\#(ids[0])"]}"#)
        #expect(short.reason == "3 s selected; 3.5 to 9 are accepted")
        #expect(short.accepted == 3_500...9_000)
        for action in ["play", "preview"] {
            let path = "/v1/library/selections/\(short.id)/\(action)"
            let refused = try daemon.request("POST", path)
            #expect(refused.status == 422 && refused.text.contains("3 s selected; 3.5 to 9"))
        }
        // What lasts so short a time may be over before it is asked for.
        let subscriber = try Connection(daemon.socketPath)
        var events = try subscriber.subscribe()
        let path = "/v1/library/assets/\(ids[0])/preview"
        let preview = try playlist(try daemon.request("POST", path))
        #expect(preview.id == "preview" && preview.loop == "none")
        let isInWindow = subscriber.read(into: &events) { events in
            events.contains(#""main":"pattern","pip":{"enabled":true,"stream":"preview"}"#)
                && events.contains("event: item-started\n")
        }
        #expect(isInWindow, "\(events)")
        // Once it is over the window is as it was, and so it is where the preview is removed.
        let isOver = try daemon.eventually {
            try daemon.request("GET", "/v1/playlists/preview").status == 404
        }
        #expect(isOver)
        let after = try daemon.status().view
        #expect(after.pip.stream == nil && !after.pip.enabled && after.main == "pattern")
        let main = try daemon.request("POST", path, json: #"{"in":"main"}"#)
        #expect(main.status == 200)
        #expect(subscriber.read(into: &events, until: #""main":"preview""#), "\(events)")
        let removed = try daemon.request("DELETE", "/v1/playlists/preview")
        #expect([204, 404].contains(removed.status), "\(removed.text)")
        #expect(try daemon.status().view.main == "pattern")
        daemon.expectCleanStop()
    }

    /// A picture of which the window is taken away.
    @Test func aPreviewGoesWithItsPlace() throws {
        let daemon = try ready()
        let picture = try ids(daemon)[2]
        let path = "/v1/library/assets/\(picture)/preview"
        let preview = try daemon.request("POST", path)
        #expect(preview.status == 200, "\(preview.text)")
        let other = #"{"pip":{"stream":"pattern","enabled":true}}"#
        #expect(try daemon.request("PATCH", "/v1/view", json: other).status == 200)
        #expect(try daemon.request("GET", "/v1/playlists/preview").status == 404)
        #expect(try daemon.status().view.pip.stream == "pattern")
        daemon.expectCleanStop()
    }

    /// Its header is intact, so that it looks like a picture before it is shown.
    @Test func aDamagedPictureGivesTheViewBack() throws {
        let path = scratch.path("media/c.png")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let data = try #require(bytes.firstRange(of: Array("IDAT".utf8)))
        for index in data.upperBound..<bytes.count { bytes[index] = 0xFF }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let daemon = try ready()
        let id = try ids(daemon)[2]
        let answer = try daemon.request(
            "POST",
            "/v1/library/assets/\(id)/preview",
            json: #"{"in":"main"}"#
        )
        #expect([200, 422].contains(answer.status), "\(answer.text)")
        let isOver = try daemon.eventually {
            try daemon.request("GET", "/v1/playlists/preview").status == 404
                && daemon.status().view.main == "pattern"
        }
        #expect(isOver, "\(daemon.program.errors)")
        #expect(daemon.eventually { daemon.program.errors.contains("has again what was") })
        // The library knows it from now on.
        let isKnown = try daemon.eventually {
            try assets(daemon, "/v1/library/assets?state=failed").assets.map(\.id) == [id]
        }
        #expect(isKnown, "\(daemon.program.errors)")
        let refused = try daemon.request("POST", "/v1/library/assets/\(id)/preview")
        #expect(refused.status == 422 && refused.text.contains("cannot be shown"))
        daemon.expectCleanStop()
    }

    @Test func whatIsAwayIsAConflictAndAStreamKeepsItsID() throws {
        let daemon = try ready()
        let selection = try select(daemon, #"{"query":{},"exclude":[]}"#)
        #expect(selection.count == 3 && selection.milliseconds == 7_500)
        let path = "/v1/library/selections/\(selection.id)/play"
        let put = try daemon.request("PUT", "/v1/streams/library", json: #"{"url":"demo"}"#)
        #expect(put.status == 201)
        let taken = try daemon.request("POST", path)
        #expect(taken.status == 409 && taken.text.contains("library"), "\(taken.text)")
        #expect(try daemon.request("DELETE", "/v1/streams/library").status == 204)
        try FileManager.default.moveItem(
            atPath: scratch.path("media"),
            toPath: scratch.path("away")
        )
        #expect(try daemon.request("POST", "/v1/library/scan", json: "{}").status == 202)
        let isOffline = try daemon.eventually {
            try daemon.request("GET", "/v1/library").text.contains(#""state":"offline""#)
        }
        #expect(isOffline)
        let offline = try daemon.request("POST", path)
        #expect(offline.status == 409 && offline.text.contains("is offline"), "\(offline.text)")
        daemon.expectCleanStop()
    }

    @Test func selectionsAndAlbumsOutliveARestart() throws {
        let first = try ready()
        let ids = try ids(first)
        let selection = try select(first, #"{"ids":["\#(ids[2])","\#(ids[0])"]}"#)
        let album = #"{"name":"Sea","selection":"\#(selection.id)"}"#
        let put = try first.request("PUT", "/v1/library/albums/sea", json: album)
        #expect(put.status == 201 && put.text.contains(#""kind":"own""#), "\(put.text)")
        first.expectCleanStop()
        let second = try ready()
        let path = "/v1/library/selections/\(selection.id)"
        let listed = try assets(second, "\(path)/assets")
        #expect(listed.assets.map(\.name) == ["c.png", "a.mp4"])
        let inAlbum = try assets(second, "/v1/library/assets?album=sea")
        #expect(inAlbum.assets.map(\.name).sorted() == ["a.mp4", "c.png"])
        let sea = try second.request("GET", "/v1/library/albums/sea")
        #expect(sea.status == 200 && sea.text.contains(#""name":"Sea""#), "\(sea.text)")
        #expect(try second.request("GET", "/v1/library/albums/none").status == 404)
        #expect(try second.request("DELETE", "/v1/library/albums/all").status == 409)
        #expect(try second.request("GET", "/v1/library/assets?album=none").status == 422)
        second.expectCleanStop()
    }

    private func ready() throws -> Daemon {
        let daemon = try Daemon.ready(["--config", settings], in: scratch)
        #expect(try daemon.hasMedia(), "\(daemon.program.errors)")
        let isProbed = try daemon.eventually {
            try assets(daemon, "/v1/library/assets?state=probed").assets.count == 3
        }
        #expect(isProbed, "\(daemon.program.errors)")
        return daemon
    }

    /// Of `a.mp4`, `b.mp4` and `c.png`.
    private func ids(_ daemon: Daemon) throws -> [String] {
        let page = try assets(daemon, "/v1/library/assets")
        return page.assets.sorted { $0.name < $1.name }.map(\.id)
    }

    private func assets(_ daemon: Daemon, _ path: String) throws -> AssetPage {
        let answer = try daemon.request("GET", path)
        try #require(answer.status == 200, "\(answer.text)")
        return try JSONText.decode(AssetPage.self, from: Data(answer.body))
    }

    private func select(_ daemon: Daemon, _ body: String) throws -> SelectionReport {
        let answer = try daemon.request("POST", "/v1/library/selections", json: body)
        try #require(answer.status == 201, "\(answer.text)")
        return try JSONText.decode(SelectionReport.self, from: Data(answer.body))
    }

    private func playlist(_ answer: Answer) throws -> PlaylistReport {
        try #require(answer.status == 200, "\(answer.text)")
        return try JSONText.decode(PlaylistReport.self, from: Data(answer.body))
    }

    /// The item of a playlist that is on the screen.
    private func shown(_ daemon: Daemon, _ id: String) throws -> String? {
        let answer = try daemon.request("GET", "/v1/playlists/\(id)")
        return try playlist(answer).items.first { $0.state == "shown" }?.id
    }
}
