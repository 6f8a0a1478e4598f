internal import ControlAPI
internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// What a reload changes, and what it leaves.
@Suite(.timeLimit(.minutes(30))) struct ReloadTests {
    private static let file = """
        main: a
        pip: { stream: b, enabled: true, size: 0.3 }
        streams:
          a: { url: "test:64x36@30" }
          b: { url: "test:64x36@30" }
          c: { url: "test:64x36@30" }

        """

    /// Sends SIGHUP and waits until it is done with.
    private static func reload(_ daemon: Daemon) throws {
        daemon.program.send(SIGHUP)
        try #require(daemon.manager.first { $0.hasPrefix("RELOADING=1\n") } != nil)
        try #require(daemon.manager.first { $0.hasPrefix("READY=1\n") } != nil)
    }

    @Test func whatWasSetLiveStaysUnlessTheFileChangesIt() throws {
        let scratch = try Scratch()
        let path = try scratch.write("pipd.yml", Self.file)
        let daemon = try Daemon.ready(["--config", path], in: scratch)
        _ = try daemon.patchView(
            #"{"main":"c","gravity":"resize","pip":{"stream":"a","margin":0.1,"size":0.4}}"#
        )
        _ = try daemon.request("PUT", "/v1/streams/b", json: #"{"url":"test:32x32@30"}"#)
        try scratch.write("pipd.yml", Self.file.replacing("size: 0.3", with: "size: 0.2"))
        try Self.reload(daemon)
        let view = try daemon.status().view
        #expect(view.main == "c" && view.gravity == "resize" && view.pip.stream == "a")
        #expect(view.pip.margin == 0.1 && view.pip.size == 0.2)
        #expect(try daemon.stream("b").url == "test:32x32@30")
        // What is shown goes: the file's takes its place.
        let rest = Self.file.replacing("  c: { url: \"test:64x36@30\" }\n", with: "")
        try scratch.write("pipd.yml", rest)
        try Self.reload(daemon)
        #expect(try daemon.status().view.main == "a")
        #expect(try daemon.status().streams.map(\.id) == ["a", "b"])
        daemon.expectCleanStop()
    }

    @Test func onlyWhatDoesNotRunNeedsARestart() throws {
        let scratch = try Scratch()
        let path = try scratch.write("pipd.yml", Self.file)
        let daemon = try Daemon.ready(["--config", path], in: scratch)
        let warnings = {
            daemon.program.errors.components(separatedBy: "with a restart only").count - 1
        }
        try scratch.write("pipd.yml", Self.file + "max_fps: 25\n")
        try Self.reload(daemon)
        #expect(warnings() == 1)
        try scratch.write("pipd.yml", Self.file)
        try Self.reload(daemon)
        #expect(warnings() == 1)
        daemon.expectCleanStop()
    }

    /// It may not be written to its end yet.
    @Test(arguments: ["", "# Nothing\n"])
    func aFileThatWasEmptiedIsWarnedAbout(text: String) throws {
        let scratch = try Scratch()
        let path = try scratch.write("pipd.yml", Self.file)
        let daemon = try Daemon.ready(["--config", path], in: scratch)
        try scratch.write("pipd.yml", text)
        try Self.reload(daemon)
        let warning = "warning: the configuration is empty; removed: a, b, c"
        #expect(daemon.program.errors.contains(warning), "\(daemon.program.errors)")
        daemon.expectCleanStop()
    }

    /// What a file that is refused adds to the good one, and what is said of it.
    @Test(
        arguments: [
            ("  n: { url: \"test:64x36@30\" }\n  o: { url: \"gopher://x\" }", "gopher"),
            ((1...4).map { "  n\($0): { url: \"test:64x36@30\" }" }.joined(separator: "\n"), "64"),
            ("  n: &n [\(String(repeating: "a,", count: 5_000))]\n  o: [*n, *n]", "10000"),
        ] as [(addition: String, word: String)]
    )
    func aFileThatIsRefusedChangesNothingAndIsAnEvent(addition: String, word: String) throws {
        let scratch = try Scratch()
        let path = try scratch.write("pipd.yml", Self.file)
        let daemon = try Daemon.ready(["--config", path], in: scratch)
        for number in 1...58 {
            let answer = try daemon.request(
                "PUT",
                "/v1/streams/s\(number)",
                json: #"{"url":"test:16x16@1"}"#
            )
            try #require(answer.status == 201, "\(answer.text)")
        }
        let before = try daemon.status()
        let subscriber = try Connection(daemon.socketPath)
        var events = try subscriber.subscribe()
        let changed = Self.file.replacing("main: a", with: "main: c")
            .replacing("a: { url: \"test:64x36@30\" }", with: "a: { url: \"test:32x32@30\" }")
        try scratch.write("pipd.yml", changed + addition)
        try Self.reload(daemon)
        let after = try daemon.status()
        #expect(after.view.main == "a")
        #expect(after.streams.map(\.id) == before.streams.map(\.id))
        #expect(after.streams.map(\.url) == before.streams.map(\.url))
        for text in ["event: configuration-refused\n", word] {
            #expect(subscriber.read(into: &events, until: text), "\(events)")
        }
        #expect(daemon.program.errors.contains("nothing changed: "))
        daemon.expectCleanStop()
    }

    /// A stream that a client has made can be shown by the file, for as long as there is one.
    @Test(arguments: ["main: live", "pip: { stream: live }"])
    func theFileMayShowAStreamThatAClientMade(line: String) throws {
        let scratch = try Scratch()
        let streams = "streams:\n  a: { url: \"test:64x36@30\" }\n  b: { url: demo }\n"
        let path = try scratch.write("pipd.yml", "main: a\n" + streams)
        let daemon = try Daemon.ready(["--config", path], in: scratch)
        let url = #"{"url":"test:32x32@30"}"#
        #expect(try daemon.request("PUT", "/v1/streams/live", json: url).status == 201)
        try scratch.write("pipd.yml", line + "\n" + streams)
        try Self.reload(daemon)
        let view = try daemon.status().view
        #expect([view.main, view.pip.stream].contains("live"), "\(daemon.program.errors)")
        #expect(try daemon.stream("live").url == "test:32x32@30")
        #expect(try daemon.request("DELETE", "/v1/streams/live").status == 204)
        try Self.reload(daemon)
        #expect(daemon.program.errors.contains("no stream \"live\""), "\(daemon.program.errors)")
        // What the file itself has defined goes with its line.
        let without = "main: b\nstreams:\n  a: { url: \"test:64x36@30\" }\n"
        try scratch.write("pipd.yml", without)
        try Self.reload(daemon)
        #expect(daemon.program.errors.contains("no stream \"b\""), "\(daemon.program.errors)")
        daemon.expectCleanStop()
    }

    /// The check and the start accept the same: with the demo where nothing else is main.
    @Test(
        arguments: [
            (63, true, nil), (63, false, nil), (64, true, nil),
            (64, false, ":65: there are 65 streams with demo"),
            (65, true, ":66: there are 65 streams;"),
            (65, false, ":66: there are 66 streams with demo"),
        ] as [(Int, Bool, String?)]
    )
    func theCheckFindsTheLimitOfAStart(count: Int, namesMain: Bool, refusal: String?) throws {
        let scratch = try Scratch()
        let lines = (1...count).map { "  s\($0): { url: \"test:16x16@1\" }\n" }
        let file = "streams:\n" + lines.joined() + (namesMain ? "main: s1\n" : "")
        let path = try scratch.write("pipd.yml", file)
        let start = Daemon.output + ["--duration", "0.1", "--socket", scratch.path("s")]
        for mode in [["--check-config"], start] {
            let result = try Programs.run(Programs.pipd, ["--config", path] + mode, in: scratch)
            #expect(result.ending == .exit(refusal == nil ? 0 : 78), "\(result.errors)")
            #expect(result.errors.contains(path + (refusal ?? "")) || refusal == nil)
        }
    }

    @Test func aFileOfTooManyStreamsIsRefusedByTheCheckToo() throws {
        let scratch = try Scratch()
        let lines = (1...65).map { "  s\($0): { url: demo }\n" }
        let path = try scratch.write("pipd.yml", "streams:\n\(lines.joined())main: s1\n")
        let result = try Programs.run(
            Programs.pipd,
            ["--config", path, "--check-config"],
            in: scratch
        )
        #expect(result.ending == .exit(78))
        #expect(result.errors.contains("\(path):66: there are 65 streams"), "\(result.errors)")
    }
}
