internal import ControlAPI
internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// Configurations that are applied to a running daemon, and what is in force after its end.
@Suite(.timeLimit(.minutes(30))) struct ConfigurationApplyTests {
    private static let file = Self.text(main: "a")

    /// Streams that show pictures, one that never does, and the one in the main view.
    private static func text(main: String) -> String {
        """
        main: \(main)
        streams:
          a: { url: "test:64x36@30" }
          b: { url: "test:96x64@30" }
          lost: { url: "udp://127.0.0.1:9" }

        """
    }

    private static func start(in scratch: Scratch) throws -> Daemon {
        let daemon = try Daemon.ready(["--config", scratch.path("pipd.yml")], in: scratch)
        // What is worse than before is judged.
        let isSeen = try daemon.eventually {
            try daemon.request("GET", "/healthz").text.contains(#""shows":"picture""#)
        }
        try #require(isSeen)
        return daemon
    }

    private static func kill(_ daemon: Daemon) {
        daemon.program.send(SIGKILL)
        _ = daemon.program.wait(until: .patience)
    }

    @Test func whatIsConfirmedIsInForceAfterAKillAndUntilTheFileChanges() throws {
        let scratch = try Scratch()
        try scratch.write("pipd.yml", Self.file)
        let new = try scratch.write("new.yml", Self.text(main: "b"))
        var daemon = try Self.start(in: scratch)
        let result = try daemon.pipctl(["config", "apply", new, "--confirm-within", "600"])
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "generation 1 is in force\n")
        #expect(try daemon.status().view.main == "b")
        #expect(try daemon.status().configGeneration == 1)
        #expect(try daemon.metrics()["pipd_config_generation"] == 1)
        Self.kill(daemon)
        daemon = try Self.start(in: scratch)
        #expect(try daemon.status().view.main == "b")
        #expect(try daemon.status().configGeneration == 1)
        // A reload of the same file leaves it alone, one of another puts that in force.
        try daemon.reload()
        #expect(try daemon.status().view.main == "b")
        try scratch.write("pipd.yml", "mian: a")
        try daemon.reload()
        #expect(try daemon.configuration().generation == 1)
        try scratch.write("pipd.yml", Self.file + "# Edited\n")
        try daemon.reload()
        let report = try daemon.configuration()
        #expect(try daemon.status().view.main == "a")
        #expect(report.generation == 0 && report.source == .file)
        #expect(report.last?.result == .superseded)
        // And so after a start, also where the file says again what it did then.
        let isKept = try daemon.eventually {
            !String(decoding: Files.bytes(of: try daemon.record()), as: UTF8.self)
                .contains("\"applied\"")
        }
        #expect(isKept)
        Self.kill(daemon)
        try scratch.write("pipd.yml", Self.file)
        daemon = try Self.start(in: scratch)
        #expect(try daemon.status().view.main == "a")
        daemon.expectCleanStop()
    }

    @Test func whatShowsNothingIsRolledBackWithoutAnybody() throws {
        let scratch = try Scratch()
        try scratch.write("pipd.yml", Self.file)
        let daemon = try Self.start(in: scratch)
        let subscriber = try Connection(daemon.socketPath)
        var events = try subscriber.subscribe()
        // Somebody else's change of the view, which the trial takes back.
        _ = try daemon.patchView(#"{"main":"b"}"#)
        let draft = try daemon.apply(Self.text(main: "lost"), seconds: 600)
        #expect(draft.status == 200, "\(draft.text)")
        #expect(try daemon.status().view.main == "lost")
        let refusal = try daemon.request("POST", "/v1/configuration/confirm")
        #expect(refusal.status == 409 && refusal.text.contains("lost"), "\(refusal.text)")
        #expect(try daemon.apply(Self.file, seconds: 5).status == 409)
        #expect(try daemon.request("POST", "/v1/configuration/rollback").status == 200)
        let isRolledBack = try daemon.eventually { try daemon.configuration().trial == nil }
        #expect(isRolledBack)
        #expect(try daemon.status().view.main == "b")
        // Nor is anybody needed for that.
        #expect(try daemon.apply(Self.text(main: "lost"), seconds: 5).status == 200)
        let isBack = try daemon.eventually { try daemon.configuration().trial == nil }
        #expect(isBack)
        let report = try daemon.configuration()
        #expect(report.generation == 0 && report.last?.result == .rolledBack)
        #expect(report.last?.reason?.contains("lost") == true, "\(report)")
        #expect(try daemon.status().view.main == "b")
        for kind in ["applied", "rolled-back"] {
            let isTold = subscriber.read(into: &events, until: "event: configuration-\(kind)\n")
            #expect(isTold, "\(events)")
        }
        daemon.expectCleanStop()
    }

    /// What is in the text, and what it is refused with, as a whole.
    @Test(
        arguments: [
            ("mian: a", 422, "new.yml:1"), ("main: [", 422, "new.yml"),
            ("main: nobody", 422, "nobody"), ("main: guest", 422, "guest"),
            (text(main: "b") + "max_fps: 25\n", 409, "max_fps"),
            (
                text(main: "b") + "output: { rotation: 90 }\nweb: { socket: w.sock }\n", 409,
                "output and web"
            ),
            (
                text(main: "b") + (1...64).map { "  s\($0): { url: demo }\n" }.joined(), 422,
                "streams"
            ),
        ] as [(String, Int, String)]
    )
    func whatCannotBeIsRefusedAsAWhole(text: String, status: Int, reason: String) throws {
        let scratch = try Scratch()
        try scratch.write("pipd.yml", Self.file)
        let daemon = try Self.start(in: scratch)
        // The next start has none of a client's.
        try daemon.define("guest", "test:64x36@30")
        let answer = try daemon.apply(text, seconds: 60)
        #expect(answer.status == status && answer.text.contains(reason), "\(answer.text)")
        #expect(try daemon.configuration() == ConfigurationReport())
        #expect(try daemon.status().view.main == "a")
        #expect(Files.attributes(of: try daemon.record()) == nil)
        daemon.expectCleanStop()
    }

    /// Whatever a trial took the place of is there again, and what it brought is gone.
    @Test func whatClientsHadDefinedComesBack() throws {
        let scratch = try Scratch()
        try scratch.write("pipd.yml", "overlays: { a: { text: file } }\n" + Self.file)
        let daemon = try Self.start(in: scratch)
        try daemon.define("guest", "test:32x32@30")
        try daemon.define("a", "test:48x48@30")
        _ = try daemon.patchView(#"{"main":"guest"}"#)
        try daemon.overlay("a", "client's")
        try daemon.overlay("b", "client's")
        let text = """
            overlays: { b: { text: new }, c: { text: new } }
            main: new
            streams:
              a: { url: "test:80x60@30" }
              guest: { url: "test:96x96@30" }
              new: { url: "test:64x64@30" }

            """
        #expect(try daemon.apply(text, seconds: 600).status == 200)
        #expect(try daemon.status().view.main == "new")
        #expect(try daemon.overlays() == ["b": "new", "c": "new"])
        // Of these nothing stays: one goes with the trial, one is what it was, one is removed.
        _ = try daemon.patchView(#"{"pip":{"stream":"new","enabled":true}}"#)
        #expect(try daemon.request("DELETE", "/v1/streams/guest").status == 204)
        #expect(try daemon.request("POST", "/v1/configuration/rollback").status == 200)
        let streams = try daemon.status().streams
        #expect(
            Dictionary(uniqueKeysWithValues: streams.map { ($0.id, $0.url) }) == [
                "a": "test:48x48@30", "b": "test:96x64@30", "guest": "test:32x32@30",
                "lost": "udp://127.0.0.1:9",
            ]
        )
        #expect(try daemon.status().view.main == "guest")
        #expect(try daemon.overlays() == ["a": "client's", "b": "client's"])
        daemon.expectCleanStop()
    }

    /// In the place of what the trial changed, brought and removed, and beside it; the one that it
    /// brought says the same as before.
    @Test func whatAClientDefinesDuringATrialStaysAndWhatThatReplacesIsTold() throws {
        let scratch = try Scratch()
        try scratch.write("pipd.yml", Self.file)
        let daemon = try Self.start(in: scratch)
        let subscriber = try Connection(daemon.socketPath)
        var events = try subscriber.subscribe()
        try daemon.overlay("a", "before")
        try daemon.overlay("b", "before")
        let text = """
            overlays: { a: { text: tried }, b: { text: tried }, new: { text: tried } }
            main: b
            streams:
              a: { url: "test:80x60@30" }
              b: { url: "test:96x64@30" }
              new: { url: "test:64x64@30" }

            """
        #expect(try daemon.apply(text, seconds: 600).status == 200)
        try daemon.overlay("a", "since")
        try daemon.overlay("new", "since")
        #expect(try daemon.request("DELETE", "/v1/overlays/b").status == 204)
        let defined = [
            "a": "test:48x48@30", "new": "test:64x64@30", "lost": "test:16x16@30",
            "own": "test:32x32@30",
        ]
        for (id, url) in defined { try daemon.define(id, url) }
        let told = #""left_out":["a","lost","overlay a"]"#
        let answer = try daemon.request("POST", "/v1/configuration/rollback")
        #expect(answer.status == 200 && answer.text.contains(told), "\(answer.text)")
        #expect(try daemon.overlays() == ["a": "since", "b": "before", "new": "since"])
        let streams = try daemon.status().streams
        #expect(
            Dictionary(uniqueKeysWithValues: streams.map { ($0.id, $0.url) })
                == defined.merging(["b": "test:96x64@30"]) { $1 }
        )
        #expect(try daemon.status().view.main == "a")
        let isTold = subscriber.read(into: &events, until: told)
        #expect(isTold, "\(events)")
        daemon.expectCleanStop()
    }

    /// Of a stream that another one took the place of, of one that stayed, and of one that was
    /// removed; what was said last is not what any was defined with.
    @Test(arguments: ["/nowhere/b.mp4", "/nowhere/a.mp4", nil])
    func aPlaceholderComesBackAsItWasSaidLast(tried: String?) throws {
        func text(_ url: String?, _ ground: String) -> String {
            let gone = url.map {
                "  gone: { url: \($0), placeholder: { background: \"\(ground)\" } }\n"
            }
            return "main: m\nstreams:\n  m: { url: \"test:64x36@30\" }\n" + (gone ?? "")
        }
        let scratch = try Scratch()
        try scratch.write("pipd.yml", text("/nowhere/a.mp4", "#000000"))
        let daemon = try Self.start(in: scratch)
        func ground() throws -> [UInt8] {
            let image = try daemon.image("/v1/snapshot", #"{"format":"png"}"#)
            return Array(try Pixels(of: image.bytes, in: daemon.scratch).values.prefix(3))
        }
        try scratch.write("pipd.yml", text("/nowhere/a.mp4", "#FFFFFF"))
        try daemon.reload()
        #expect(try daemon.apply(text(tried, "#FF0000"), seconds: 600).status == 200)
        #expect(try daemon.request("POST", "/v1/configuration/rollback").status == 200)
        _ = try daemon.patchView(#"{"main":"gone"}"#)
        #expect(try daemon.eventually { try ground().allSatisfy { $0 > 250 } })
        // And as a client said it, of the file's own source.
        let json = ##"{"url":"/nowhere/a.mp4","placeholder":{"background":"#00FF00"}}"##
        #expect(try daemon.request("PUT", "/v1/streams/gone", json: json).status == 200)
        #expect(try daemon.eventually { try ground()[0] < 5 })
        _ = try daemon.patchView(#"{"main":"m"}"#)
        #expect(try daemon.apply(text(tried, "#FF0000"), seconds: 600).status == 200)
        #expect(try daemon.request("POST", "/v1/configuration/rollback").status == 200)
        _ = try daemon.patchView(#"{"main":"gone"}"#)
        #expect(try daemon.eventually { try ground()[0] < 5 && ground()[1] > 250 })
        daemon.expectCleanStop()
    }

    @Test func theFileWinsOverATrialWhereItWasChanged() throws {
        let scratch = try Scratch()
        try scratch.write("pipd.yml", Self.file)
        let daemon = try Self.start(in: scratch)
        let subscriber = try Connection(daemon.socketPath)
        var events = try subscriber.subscribe()
        #expect(try daemon.apply(Self.text(main: "b"), seconds: 600).status == 200)
        try daemon.reload()
        #expect(try daemon.configuration().trial != nil)
        #expect(try daemon.status().view.main == "b")
        try scratch.write("pipd.yml", Self.file + "transition: fade\n")
        try daemon.reload()
        let report = try daemon.configuration()
        #expect(report.trial == nil && report.last?.result == .superseded)
        let view = try daemon.status().view
        #expect(view.main == "a" && view.transition == "fade")
        let isTold = subscriber.read(into: &events, until: "event: configuration-superseded\n")
        #expect(isTold, "\(events)")
        #expect(try daemon.request("POST", "/v1/configuration/confirm").status == 409)
        daemon.expectCleanStop()
    }

    @Test func withoutRoomNothingIsApplied() throws {
        let scratch = try Scratch()
        try scratch.write("pipd.yml", Self.file)
        // A file is where its directory would have to be.
        try scratch.write("state", "")
        let daemon = try Self.start(in: scratch)
        let answer = try daemon.apply(Self.text(main: "b"), seconds: 60)
        #expect(answer.status == 503, "\(answer.text)")
        #expect(try daemon.status().view.main == "a")
        daemon.expectCleanStop()
    }

    /// Killed in the middle of an apply and of a confirmation, it starts with the old one or the
    /// new one. `Tests/Attack/applies` does that fifty times.
    @Test func killedInTheMiddleItStartsWithTheOldOneOrTheNew() throws {
        let scratch = try Scratch()
        try scratch.write("pipd.yml", Self.file)
        var accepted: [Int: String] = [0: "a"]
        for round in 0..<6 {
            let daemon = try Self.start(in: scratch)
            let status = try daemon.status()
            let main = try #require(accepted[status.configGeneration], "\(status)")
            #expect(status.view.main == main)
            accepted = [status.configGeneration: main]
            let other = main == "a" ? "b" : "a"
            if round % 2 == 0 {
                try daemon.send("", try Daemon.draft(Self.text(main: other), seconds: 600))
            } else {
                #expect(try daemon.apply(Self.text(main: other), seconds: 600).status == 200)
                let isHealthy = try daemon.eventually {
                    try daemon.configuration().trial?.healthy == true
                }
                #expect(isHealthy)
                accepted[try daemon.configuration().generation] = other
                try daemon.send("/confirm", "{}")
            }
            Self.kill(daemon)
        }
        let daemon = try Self.start(in: scratch)
        let status = try daemon.status()
        #expect(status.view.main == accepted[status.configGeneration])
        daemon.expectCleanStop()
    }
}

extension Daemon {
    fileprivate func configuration() throws -> ConfigurationReport {
        let answer = try request("GET", "/v1/configuration")
        try #require(answer.status == 200, "\(answer.text)")
        return try JSONText.decode(ConfigurationReport.self, from: Data(answer.body))
    }

    fileprivate func apply(_ text: String, seconds: Double) throws -> Answer {
        try request("POST", "/v1/configuration", json: Self.draft(text, seconds: seconds))
    }

    fileprivate func define(_ id: String, _ url: String) throws {
        let answer = try request("PUT", "/v1/streams/\(id)", json: #"{"url":"\#(url)"}"#)
        try #require(answer.status == 200 || answer.status == 201, "\(answer.text)")
    }

    fileprivate func overlay(_ id: String, _ text: String) throws {
        let answer = try request("PUT", "/v1/overlays/\(id)", json: #"{"text":"\#(text)"}"#)
        try #require(answer.status == 201 || answer.status == 200, "\(answer.text)")
    }

    /// What they say.
    fileprivate func overlays() throws -> [String: String] {
        let answer = try request("GET", "/v1/overlays")
        let list = try JSONText.decode(OverlayList.self, from: Data(answer.body)).overlays
        return Dictionary(list.map { ($0.id, $0.fields.text ?? "") }) { first, _ in first }
    }

    fileprivate static func draft(_ text: String, seconds: Double) throws -> String {
        let body: JSONValue = [
            "text": .string(text), "name": "new.yml", "confirm_within": .number(seconds),
        ]
        return String(decoding: try JSONText.encode(body), as: UTF8.self)
    }

    /// Sends a request about the configuration, and waits for nothing.
    fileprivate func send(_ path: String, _ json: String) throws {
        let connection = try Connection(socketPath)
        let head = """
            POST /v1/configuration\(path) HTTP/1.1\r\nHost: pipd\r\nContent-Type: application/json\r
            Content-Length: \(json.utf8.count)\r\n\r\n
            """
        #expect(connection.send(Array((head + json).utf8)) != nil)
        // It is asked, and perhaps answered, before the end.
        _ = connection.receive(until: .in(seconds: .random(in: 0...0.01)))
    }

    fileprivate func pipctl(_ words: [String]) throws -> Programs.Finished {
        try Programs.run(
            Programs.pipctl,
            words,
            environment: ["PIPD_SOCKET": socketPath],
            in: scratch
        )
    }

    /// Sends SIGHUP and waits until it is done with.
    fileprivate func reload() throws {
        program.send(SIGHUP)
        try #require(manager.first { $0.hasPrefix("RELOADING=1\n") } != nil)
        try #require(manager.first { $0.hasPrefix("READY=1\n") } != nil)
    }

    /// Where what was applied is kept.
    fileprivate func record() throws -> String {
        let folder = scratch.path("state/pipd")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let name = names.first { $0.hasPrefix("configuration") && $0.hasSuffix(".json") }
        return "\(folder)/\(name ?? "configuration.json")"
    }
}
