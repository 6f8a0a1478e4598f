internal import ControlAPI
internal import Foundation
internal import Glibc
internal import Media
internal import Platform
internal import TestSupport
internal import Testing

/// `pipctl` and the daemon together.
@Suite(.timeLimit(.minutes(30))) struct ControlProgramTests {
    @Test func aStreamIsAddedAndShownInTheWindow() throws {
        try Pace.expectKept {
            let daemon = try Daemon.ready(["--stream", "main=test:160x90@30"])
            #expect(try Self.pipctl(["status"], daemon).output.contains("main"))
            let clip = try Clips.good()
            #expect(
                try Self.pipctl(["streams", "add", "clip", clip, "--loop"], daemon).ending
                    == .exit(0)
            )
            #expect(try Self.pipctl(["streams"], daemon).output.contains("clip "))
            #expect(
                try Self.pipctl(["pip", "on", "clip", "--corner", "top-left"], daemon).ending
                    == .exit(0)
            )
            let isShown = try daemon.eventually { try daemon.stream("clip").presented > 0 }
            #expect(isShown)
            #expect(try daemon.stream("clip").shownIn == ["pip"])
            #expect(try daemon.status().view.pip.corner == "top-left")
            return daemon
        }
    }

    @Test func aFileIsPausedGoesToATimeAndGoesOn() throws {
        let daemon = try Daemon.ready(["--stream", "demo"])
        let clip = try Clips.good()
        let definition = "{\"url\":\"\(clip)\",\"loop\":true}"
        #expect(try daemon.request("PUT", "/v1/streams/clip", json: definition).status == 201)
        #expect(try Self.pipctl(["show", "clip"], daemon).ending == .exit(0))
        #expect(try daemon.eventually { try daemon.stream("clip").presented > 0 })
        let paused = try Self.pipctl(["pause", "clip"], daemon)
        #expect(paused.ending == .exit(0) && paused.output.contains(" paused "), "\(paused.output)")
        let isHeld = try daemon.eventually {
            let (count, scanouts) = (try daemon.stream("clip").presented, try Self.scanouts(daemon))
            let wasScannedOut = try daemon.eventually { try Self.scanouts(daemon) > scanouts + 30 }
            return try wasScannedOut && daemon.stream("clip").presented == count
        }
        #expect(isHeld)
        // A picture that stays on purpose is no frozen one.
        let age = "pipd_stream_last_frame_age_seconds{stream=\"clip\"}"
        #expect(try daemon.metrics()[age] == nil)
        let held = try daemon.stream("clip")
        #expect(held.paused && held.state == "playing")
        // No picture has that very time.
        let target = #"{"position":0.21}"#
        let sought = try daemon.request("PATCH", "/v1/streams/clip", json: target)
        #expect(sought.text.contains(#""position_seconds":0.21,"#), "\(sought.text)")
        #expect(try Self.pipctl(["seek", "clip", "0:00.51"], daemon).ending == .exit(0))
        let isThere = try daemon.eventually {
            abs((try daemon.stream("clip").positionSeconds ?? 0) - 0.5) < 0.02
        }
        #expect(isThere)
        #expect(try daemon.stream("clip").paused)
        #expect(try Self.pipctl(["resume", "clip"], daemon).ending == .exit(0))
        #expect(try daemon.eventually { try daemon.stream("clip").presented > held.presented })
        #expect(try !daemon.stream("clip").paused)
        daemon.expectBalance(try daemon.stream("clip"))
        daemon.expectCleanStop()
    }

    /// How many there have been.
    private static func scanouts(_ daemon: Daemon) throws -> Double {
        try daemon.metrics()["pipd_frame_interval_seconds_count{layer=\"output\"}"] ?? 0
    }

    /// What cannot be had is lost at once.
    @Test func aStreamIsAddedBeforeItIsLost() throws {
        let daemon = try Daemon.ready(["--stream", "demo"])
        let subscriber = try Connection(daemon.socketPath)
        var text = try subscriber.subscribe()
        let names = (1...60).map { "s\($0)" }
        for name in names {
            let json = "{\"url\":\"/nowhere/\(name).mp4\"}"
            #expect(try daemon.request("PUT", "/v1/streams/\(name)", json: json).status == 201)
        }
        let areLost = subscriber.read(into: &text) { text in
            text.components(separatedBy: "event: stream-lost").count > names.count
        }
        #expect(areLost, "\(text)")
        let events = text.components(separatedBy: "\n\n")
        for name in names {
            let own = events.filter { $0.contains("\"stream\":\"\(name)\"") }
            #expect(own.first?.contains("event: stream-added\n") == true, "\(own)")
        }
        daemon.expectCleanStop()
    }

    @Test func streamsAreSwappedHiddenShownAndRemoved() throws {
        let daemon = try Daemon.ready(
            ["--stream", "other=test:96x64@25", "--pip", "--main", "main=test:160x90@30"]
        )
        #expect(try Self.pipctl(["pip", "swap"], daemon).ending == .exit(0))
        #expect(try daemon.stream("other").shownIn == ["main"])
        #expect(try daemon.stream("main").shownIn == ["pip"])
        #expect(try Self.pipctl(["pip", "off"], daemon).ending == .exit(0))
        #expect(try daemon.stream("main").shownIn == [])
        #expect(try Self.pipctl(["show", "main"], daemon).ending == .exit(0))
        #expect(try daemon.stream("main").shownIn == ["main"])
        #expect(try Self.pipctl(["streams", "remove", "other"], daemon).ending == .exit(0))
        #expect(try daemon.request("GET", "/v1/streams/other").status == 404)
        daemon.expectBalance(try daemon.stream("main"))
        daemon.expectCleanStop()
    }

    /// What is refused ends with 1, and says what would be accepted.
    @Test func aRefusalIs1AndChangesNothing() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:160x90@30"])
        let before = try daemon.status().view
        let refusals = [
            (["show", "nothere"], ["nothere", "main"]),
            (["pip", "on", "main", "--size", "3"], ["size", "0.5"]),
            (["pip", "on", "main", "--corner", "middle"], ["middle", "top-left"]),
            (["streams", "add", "x", "gopher://y"], ["gopher", "rtsp://"]),
            (["streams", "add", "a b", "demo"], ["a b"]),
            (["streams", "remove", "nothere"], ["nothere"]),
            (["pause", "main"], ["test pattern"]), (["seek", "main", "5"], ["test pattern"]),
            (["pause", "nothere"], ["nothere", "main"]),
        ]
        for (arguments, words) in refusals {
            let result = try Self.pipctl(arguments, daemon)
            #expect(result.ending == .exit(1), "\(arguments)")
            for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
        }
        #expect(try daemon.status().view == before)
        #expect(try daemon.status().streams.map(\.id) == ["main"])
        #expect(try Self.pipctl(["fly"], daemon).ending == .exit(64))
        daemon.expectCleanStop()
        #expect(try Self.pipctl(["status"], daemon).ending == .exit(69))
    }

    @Test func aSnapshotIsAPictureOfTheOutputsSize() throws {
        try Pace.expectKept {
            let daemon = try Daemon.ready(["--stream", "main=test:160x90@30"])
            let file = daemon.scratch.path("view.png")
            #expect(try Self.pipctl(["snapshot", "-o", file], daemon).ending == .exit(0))
            let bytes = Files.bytes(of: file)
            #expect(bytes.starts(with: [0x89] + Array("PNG\r\n\u{1A}\n".utf8)))
            // The header: width and height, in four bytes each.
            #expect(Array(bytes.dropFirst(16).prefix(8)) == [0, 0, 1, 64, 0, 0, 0, 180])
            let decoded = try Programs.run(
                "ffmpeg",
                ["-nostdin", "-v", "error", "-i", file, "-f", "framemd5", "-"],
                in: daemon.scratch
            )
            #expect(decoded.ending == .exit(0))
            #expect(decoded.errors == "")
            return daemon
        }
    }

    @Test func eventsArePrintedAsTheyHappen() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:160x90@30"])
        let follower = try Program(
            Programs.pipctl,
            ["--socket", daemon.socketPath, "events", "--json"],
            in: daemon.scratch
        )
        // Subscribing takes it a moment: changes are made until it tells of one.
        var isOn = false
        let isTold = try daemon.eventually {
            isOn.toggle()
            _ = try daemon.patchView("{\"pip\":{\"enabled\":\(isOn)}}")
            return follower.output.contains("\"event\":\"view-changed\"")
        }
        #expect(isTold, "\(follower.errors)")
        daemon.expectCleanStop()
        #expect(follower.wait(until: .patience) == .exit(69))
        for line in follower.output.split(separator: "\n") {
            _ = try JSONText.decode(JSONValue.self, from: Data(line.utf8))
        }
    }

    @Test func theReportTellsHowLargeATallWindowIs() throws {
        let daemon = try Daemon.ready(
            ["--stream", "door=test:90x160@30", "--pip", "--main", "main=test:160x90@30"]
        )
        let arguments = [
            "pip", "on", "--x", "0", "--y", "0", "--size", "0.5", "--border", "3", "--radius",
            "9", "--gravity", "resize-aspect", "--aspect", "9:16",
        ]
        #expect(try Self.pipctl(arguments, daemon).ending == .exit(0))
        let view = try daemon.status().view
        var expected = PIPReport(enabled: true, stream: "door")
        (expected.corner, expected.x, expected.y) = (nil, 0, 0)
        (expected.size, expected.border, expected.radius) = (0.5, 3, 9)
        (expected.gravity, expected.aspect) = ("resize-aspect", "9:16")
        // Half the width would be twice as high as the output.
        expected.window = PIPWindowReport(x: 0, y: 0, width: 94, height: 168)
        #expect(view.pip == expected)
        let text = try Self.pipctl(["status"], daemon).output
        #expect(text.contains("(at 0%, 0%, 94x168)"), "\(text)")
        // A report sent back changes nothing.
        let report = String(decoding: try JSONText.encode(view), as: UTF8.self)
        #expect(try daemon.patchView(report) == view)
        daemon.expectCleanStop()
    }

    @Test func aHeadlessOutputIsTurnedAsADisplayWouldBe() throws {
        let scratch = try Scratch()
        let file = scratch.path("turned.yml")
        try Data("output: { rotation: 90 }\n".utf8).write(to: URL(fileURLWithPath: file))
        let daemon = try Daemon.ready(
            ["--config", file, "--stream", "main=test:160x90@30"],
            in: scratch
        )
        let output = try daemon.status().output
        #expect(output.rotation == 90)
        #expect(output.mode == "180x320@30")
        let view = try daemon.image("/v1/snapshot").report
        #expect((view.width, view.height) == (180, 320))
        daemon.expectCleanStop()
    }

    @Test func deletingTheStreamOfAViewIsAChangeOfTheView() throws {
        let daemon = try Daemon.ready(["--stream", "door=test:160x90@30"])
        let door = try daemon.stream("door")
        #expect((door.displayWidth, door.displayHeight) == (160, 90))
        #expect(door.rotation == 0 && door.sampleAspectRatio == "1:1")
        let follower = try Program(
            Programs.pipctl,
            ["--socket", daemon.socketPath, "events", "--json"],
            in: daemon.scratch
        )
        var isOn = false
        let isSubscribed = try daemon.eventually {
            isOn.toggle()
            _ = try daemon.patchView("{\"pip\":{\"enabled\":\(isOn)}}")
            return follower.output.contains("\"main\":\"door\"")
        }
        #expect(isSubscribed, "\(follower.errors)")
        #expect(try daemon.request("DELETE", "/v1/streams/door").status == 204)
        let isTold = daemon.eventually {
            let lines = follower.output.split(separator: "\n")
            let change = lines.last { $0.contains("\"event\":\"view-changed\"") }
            return lines.contains { $0.contains("stream-removed") }
                && change?.contains("\"main\":null") == true
        }
        #expect(isTold, "\(follower.output)\(follower.errors)")
        #expect(try daemon.status().view.main == nil)
        daemon.expectCleanStop()
    }

    private static func pipctl(
        _ arguments: [String],
        _ daemon: Daemon
    ) throws -> Programs.Finished {
        try Programs.run(
            Programs.pipctl,
            ["--socket", daemon.socketPath] + arguments,
            in: daemon.scratch
        )
    }
}
