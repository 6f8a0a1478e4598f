internal import Foundation
internal import TestSupport
internal import Testing

/// The alerts of examples/alerts.yml.
@Suite(.timeLimit(.minutes(30))) struct AlertTests {
    private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../examples").standardizedFileURL.path

    @Test(
        .enabled("needs promtool: scripts/setup unpacks it") { Promtool.path != nil },
        arguments: [
            ["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"],
        ]
    )
    func promtoolAcceptsThem(words: [String]) throws {
        let promtool = try #require(Promtool.path)
        let file = "\(Self.examples)/\(words[2])"
        let result = try Programs.run(promtool, [words[0], words[1], file], in: Scratch())
        #expect(result.ending == .exit(0), "\(result.output)\(result.errors)")
    }

    /// What the alerts are about is there, with the labels that they join by.
    @Test func theDaemonHasWhatTheyAskFor() throws {
        let alerts = String(
            decoding: Files.bytes(of: "\(Self.examples)/alerts.yml"),
            as: UTF8.self
        )
        let daemon = try Daemon.ready(["--stream", "a=demo"])
        let names = Set(try daemon.metrics().keys)
        let expected = [
            "pipd_healthy", "pipd_stream_last_frame_age_seconds{stream=\"a\"}",
            "pipd_view_stream{view=\"main\",stream=\"a\"}",
        ]
        for name in expected {
            #expect(names.contains(name))
            #expect(alerts.contains(name.prefix { $0 != "{" }))
        }
        daemon.expectCleanStop()
    }
}
