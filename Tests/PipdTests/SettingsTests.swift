import ArgumentParser
import Ingest
import Media
import Pipeline
import Presentation
import Testing

@testable import pipd

@Suite struct SettingsTests {
    private func settings(_ line: String, file: String = "") throws -> Settings {
        let arguments = try Arguments.parse(line.split(separator: " ").map(String.init))
        return try Settings(arguments, over: ConfigurationFile.parse(file, name: "pipd.yml"))
    }

    private static let configured = """
        main: lobby
        streams:
          lobby: { url: /srv/lobby.mp4 }
          door: { url: "rtsp://door/1" }
        """

    /// The command line, and the streams in the two views.
    @Test(
        arguments: [
            ("", "lobby", nil),
            ("--stream demo", "demo", nil),
            ("--stream demo --pip", "lobby", "demo"),
            ("--stream door --pip", "lobby", "door"),
            ("--stream door --stream demo --pip", "demo", "door"),
            ("--stream door --pip --main demo", "demo", "door"),
            ("--stream a=x.mp4 --stream b=y.mp4", "a", nil),
            ("--stream a=x.mp4 --stream a --pip", "a", "a"),
            ("--stream lobby=x.mp4", "lobby", nil),
            ("--stream clips/night.mp4", "night.mp4", nil),
            ("--stream test:64x64@25", "test-64x64-25", nil),
        ] as [(line: String, main: String, pip: String?)]
    )
    func theFirstStreamIsThePIPWindowWithPIPAndTheMainViewWithout(
        line: String,
        main: String,
        pip: String?
    ) throws {
        let view = try settings(line, file: Self.configured).view
        #expect(view.main?.name == main)
        #expect(view.isPIPEnabled == (pip != nil))
        if let pip { #expect(view.pip?.name == pip) }
    }

    @Test func withoutAnythingTheDemoIsShown() throws {
        let both = try settings("--pip --stream demo")
        #expect(both.view.main?.name == "demo")
        #expect(both.view.pip?.name == "demo")
        #expect(both.streams.map(\.id.name) == ["demo"])
        #expect(try settings("").view.main?.name == "demo")
    }

    @Test func aStreamThatAClientMadeNeedsNoDefinition() throws {
        let file = try ConfigurationFile.parse("main: live\npip: { stream: demo }", name: "x")
        let present = Set(["live", "demo"].compactMap { StreamID($0) })
        let settings = try Settings(Arguments.parse([]), over: file, present: present)
        #expect(settings.view.main?.name == "live" && settings.view.pip?.name == "demo")
        #expect(settings.streams.isEmpty)
        #expect(throws: ConfigurationError.self) { try Settings(Arguments.parse([]), over: file) }
    }

    @Test func equalAddressesGetDifferentNames() throws {
        let settings = try settings("--stream a/clip.mp4 --stream b/clip.mp4")
        #expect(settings.streams.map(\.id.name) == ["clip.mp4", "clip.mp4-2"])
    }

    /// A bad command line, and what the message must name.
    @Test(
        arguments: [
            ("--stream dor", ["--stream", "dor", "door"]),
            ("--output hdmi", ["--output", "hdmi", "headless"]),
            ("--output headless:0x0", ["--output", "0x0", "16x16"]),
            ("--compositor gpu", ["--compositor", "gpu", "gles"]),
            ("--max-fps much", ["--max-fps is \"much\"; accepted"]),
            ("--max-fps=-1", ["--max-fps", "0 (no cap) to 1000"]),
            ("--duration 0", ["--duration", "up to 1000000000"]),
            ("--duration 1e308", ["--duration", "up to 1000000000"]),
            ("--stream x=demo --stream x=demo", ["--stream", "x is named before", "once"]),
            ("--stream demo --main demo=test:64x64", ["--main", "demo is named before", "once"]),
            ("--stream x=gopher://y", ["--stream", "gopher"]),
            ("--stream v4l2://video0", ["--stream", "v4l2:///dev/video0"]),
        ] as [(line: String, words: [String])]
    )
    func aBadOptionIsNamedWithItsRemedy(line: String, words: [String]) {
        let error = #expect(throws: ConfigurationError.self) {
            try settings(line, file: Self.configured)
        }
        for word in words {
            #expect(error?.description.contains(word) == true, "\(String(describing: error))")
        }
    }

    @Test func outputAndCapAreRead() throws {
        let settings = try settings("--output headless:1920x1080@60 --max-fps 0 --clock virtual")
        guard case .headless(let mode) = settings.pipeline.output else {
            Issue.record("not headless")
            return
        }
        #expect(mode.description == "1920x1080@60")
        #expect(settings.pipeline.maximumRate == nil)
        #expect(settings.pipeline.clock == .virtual)
    }
}
