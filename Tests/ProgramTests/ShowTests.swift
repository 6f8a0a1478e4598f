internal import ControlAPI
internal import Foundation
internal import Media
internal import Platform
internal import TestSupport
internal import Testing

/// A stream shown for a time, as clients see it.
@Suite(.timeLimit(.minutes(30))) struct ShowTests {
    private static let streams = [
        "--stream", "door=test:96x64@25", "--pip", "--stream", "gate=test:64x36@30", "--main",
        "lobby=test:160x90@30",
    ]

    private func show(_ json: String, _ daemon: Daemon) throws -> ViewReport {
        let answer = try daemon.request("POST", "/v1/view/show", json: json)
        try #require(answer.status == 200, "\(answer.text)")
        return try JSONText.decode(ViewReport.self, from: Data(answer.body))
    }

    @Test func everybodySeesWhoRingsAndThenTheViewAsItWas() throws {
        let daemon = try Daemon.ready(Self.streams)
        let listener = try Connection(daemon.socketPath)
        var events = try listener.subscribe()
        let json = #"{"main":"door","seconds":600,"priority":5,"snapshot":true}"#
        let view = try show(json, daemon)
        #expect(view.main == "lobby" && view.show?.main == "door" && view.show?.priority == 5)
        #expect((0...600).contains(view.show?.seconds ?? -1))
        let isSent = listener.read(into: &events) { $0.contains("event: snapshot\n") }
        #expect(isSent, "\(events)")
        // What is behind it has another stream meanwhile.
        #expect(try daemon.patchView(#"{"main":"gate"}"#).show?.main == "door")
        #expect(try daemon.stream("door").shownIn == ["main", "pip"])
        // One of its priority has its own time.
        _ = try show(#"{"main":"door","seconds":0.1,"priority":5}"#, daemon)
        let isOver = listener.read(into: &events) { text in
            let views = text.components(separatedBy: "event: view-changed").dropFirst()
            let last = views.last ?? ""
            return views.count == 4 && last.contains("\n\n") && !last.contains("\"show\"")
        }
        #expect(isOver, "\(events)")
        let after = try daemon.status().view
        #expect(after.show == nil && after.main == "gate")
        #expect(try daemon.stream("gate").shownIn == ["main"])
        #expect(daemon.program.errors.contains("stream door: was shown for its time"))
        daemon.expectCleanStop()
    }

    /// Who waits for the picture hears that there is none.
    @Test func aStreamWithoutPicturesHasNoSnapshot() throws {
        let daemon = try Daemon.ready(Self.streams + ["--stream", "dead=/nowhere/a.mp4"])
        let listener = try Connection(daemon.socketPath)
        var events = try listener.subscribe()
        _ = try show(#"{"main":"dead","seconds":600,"snapshot":true}"#, daemon)
        _ = try show(#"{"main":"dead","seconds":0.5,"snapshot":true}"#, daemon)
        let areTold = listener.read(into: &events) {
            let failures = $0.components(separatedBy: "event: snapshot-failed").dropFirst()
            return failures.count == 2 && failures.last?.contains("\n\n") == true
        }
        #expect(areTold, "\(events)")
        #expect(events.contains("Another show has taken its place."))
        #expect(events.contains("\"stream\":\"dead\""))
        daemon.expectCleanStop()
    }

    @Test func aReloadKeepsItAndAClientEndsIt() throws {
        let scratch = try Scratch()
        let file = """
            main: a
            streams:
              a: { url: "test:64x36@30" }
              b: { url: "test:64x36@30" }
              c: { url: "test:64x36@30" }

            """
        let path = try scratch.write("pipd.yml", file)
        let daemon = try Daemon.ready(["--config", path], in: scratch)
        _ = try show(#"{"main":"b","seconds":600}"#, daemon)
        _ = try show(#"{"main":"c","seconds":600,"priority":1}"#, daemon)
        try scratch.write("pipd.yml", file.replacing("main: a", with: "main: b"))
        daemon.program.send(SIGHUP)
        #expect(try daemon.eventually { try daemon.status().view.main == "b" })
        let view = try daemon.status().view
        #expect(view.show?.main == "c")
        #expect(try daemon.stream("c").shownIn == ["main"])
        #expect(view.show?.covered == 1)
        func end(_ query: String = "") throws -> String? {
            let answer = try daemon.request("DELETE", "/v1/view/show\(query)")
            return try JSONText.decode(ViewReport.self, from: Data(answer.body)).show?.main
        }
        #expect(try (0..<3).map { _ in try end() } == ["b", nil, nil])
        _ = try show(#"{"main":"b","seconds":600}"#, daemon)
        _ = try show(#"{"main":"c","seconds":600,"priority":1}"#, daemon)
        #expect(try end("?all=true") == nil)
        // Removing what is covered is a change of the view.
        let shown = try show(#"{"main":"c","seconds":600}"#, daemon)
        let listener = try Connection(daemon.socketPath)
        var events = try listener.subscribe()
        #expect(try daemon.request("DELETE", "/v1/streams/\(shown.main ?? "")").status == 204)
        let isTold = listener.read(into: &events) {
            $0.contains("\"main\":null") && $0.contains("\"main\":\"c\"")
        }
        #expect(isTold, "\(events)")
        #expect(try daemon.patchView(#"{"show":null}"#).show == nil)
        let refused = try daemon.request(
            "POST",
            "/v1/view/show",
            json: #"{"main":"nobody","seconds":1}"#
        )
        #expect(refused.status == 422 && refused.text.contains("there are: a, c"))
        daemon.expectCleanStop()
    }
}
