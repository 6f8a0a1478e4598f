internal import ControlAPI
internal import Foundation
internal import TestSupport
internal import Testing

/// Playlists go on after a restart, whatever has become of their file.
@Suite(.timeLimit(.minutes(30))) struct PlaylistMemoryTests {
    private let scratch: Scratch
    private let settings: String

    init() throws {
        scratch = try Scratch()
        settings = try scratch.write(
            "pipd.yml",
            """
            main: reel
            playlists: { reel: { items: [\(Self.items(["a", "b", "c"]))] } }

            """
        )
    }

    /// Patterns, each of a size of its own, that have no end: another one comes by a command.
    private static func items(_ names: [String]) -> String {
        names.enumerated().map { place, name in
            "{ url: 'test:\(64 + 2 * place)x36@30', title: \(name) }"
        }.joined(separator: ", ")
    }

    @Test func aListGoesOnAfterARestart() throws {
        let first = try Daemon.ready(["--config", settings], in: scratch)
        #expect(try first.eventually { try shown(by: first) == "a" }, "\(first.program.errors)")
        #expect(try first.request("POST", "/v1/playlists/reel/next").status == 200)
        #expect(try first.eventually { try shown(by: first) == "b" }, "\(first.program.errors)")
        // It is kept soon; a busy machine may not get to it at the end.
        #expect(first.eventually { isKept("test:66x36@30") })
        first.expectCleanStop()
        let second = try Daemon.ready(["--config", settings], in: scratch)
        #expect(try second.eventually { try shown(by: second) != nil })
        #expect(try shown(by: second) == "b", "\(second.program.errors)")
        second.expectCleanStop()
        // With another list in the file it is found by what it shows; what is gone is forgotten.
        try scratch.write(
            "pipd.yml",
            "main: reel\nplaylists: { reel: { items: ['test:80x36@30', 'test:66x36@30'] } }\n"
        )
        let third = try Daemon.ready(["--config", settings], in: scratch)
        #expect(try third.eventually { try list(of: third).items.last?.state == "shown" })
        #expect(try third.request("DELETE", "/v1/playlists/reel").status / 100 == 2)
        // What was asked before is done before what is asked now.
        #expect(try third.hasMedia())
        third.expectCleanStop()
        let fourth = try Daemon.ready(["--config", settings], in: scratch)
        #expect(try fourth.eventually { try list(of: fourth).items.first?.state == "shown" })
        fourth.expectCleanStop()
    }

    /// Whether the database has a text, in its log or already in itself.
    private func isKept(_ text: String) -> Bool {
        ["media.sqlite-wal", "media.sqlite"].contains { name in
            Files.bytes(of: scratch.path("state/pipd/\(name)")).firstRange(of: Array(text.utf8))
                != nil
        }
    }

    private func list(of daemon: Daemon) throws -> PlaylistReport {
        let text = try daemon.request("GET", "/v1/playlists/reel").text
        return try JSONText.decode(PlaylistReport.self, from: Data(text.utf8))
    }

    /// The title of the item that is on the screen.
    private func shown(by daemon: Daemon) throws -> String? {
        try list(of: daemon).items.first { $0.state == "shown" }?.title
    }
}
