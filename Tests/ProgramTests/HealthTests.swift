internal import ControlAPI
internal import Foundation
internal import Testing

/// What `/healthz` and the metrics say of what people see.
@Suite(.timeLimit(.minutes(30))) struct HealthTests {
    @Test func aPlaceholderIsHealthyAndSaysSo() throws {
        let daemon = try Daemon.ready(["--stream", "demo"])
        #expect(try daemon.health().notice == nil)
        #expect(try daemon.health().views.map(\.shows) == ["picture"])
        let gone = try daemon.request(
            "PUT",
            "/v1/streams/gone",
            json: "{\"url\":\"http://127.0.0.1:1/gone.mp4\"}"
        )
        #expect(gone.status == 201)
        let pip = "{\"stream\":\"demo\",\"enabled\":true}"
        _ = try daemon.patchView("{\"main\":\"gone\",\"pip\":\(pip)}")
        let isTold = try daemon.eventually {
            try daemon.health().views.map(\.shows) == ["placeholder", "picture"]
        }
        #expect(isTold)
        let health = try daemon.health()
        #expect(health.healthy)
        let notice = try #require(health.notice)
        #expect(notice.hasPrefix("main shows a placeholder: the stream gone is "))
        #expect(!notice.contains("127.0.0.1"))
        #expect((health.views.first?.lastFrameAgeSeconds ?? 0) > 0)

        let metrics = try daemon.metrics()
        #expect(metrics["pipd_healthy"] == 1)
        #expect(metrics["pipd_view_stream{view=\"main\",stream=\"gone\"}"] == 1)
        #expect(metrics["pipd_view_stream{view=\"pip\",stream=\"demo\"}"] == 1)
        let ages = ["gone", "demo"].map {
            metrics["pipd_stream_last_frame_age_seconds{stream=\"\($0)\"}"] ?? -1
        }
        #expect(ages[0] > ages[1] && ages[1] >= 0)
        daemon.expectCleanStop()
    }

    /// A live stream that was hidden never shows an old picture: however long that is to stay, what
    /// is lost does not leave the screen black.
    @Test func whereAnOldPictureIsNotShownAPlaceholderIs() throws {
        let clip = try Clips.make("live.ts", "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -g 5")
        let head = Array("HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\n\r\n".utf8)
        let pictures = try Data(contentsOf: URL(fileURLWithPath: clip))
        let server = try FaultyServer(.stallsAfter(head + Array(pictures)))
        let daemon = try Daemon.ready(["--stream", "demo"])
        func shows(_ stream: String, _ what: String) throws -> Bool {
            try daemon.eventually {
                let main = try daemon.health().views.first
                return main?.stream == stream && main?.shows == what
            }
        }
        let address = #""url":"http://127.0.0.1:\#(server.port)/a.ts","live":true,"timeout":600"#
        let json = #"{\#(address),"placeholder":{"keep_last":"forever"}}"#
        #expect(try daemon.request("PUT", "/v1/streams/a", json: json).status == 201)
        _ = try daemon.patchView(#"{"main":"a"}"#)
        #expect(try daemon.eventually { try daemon.stream("a").state == "stalled" })
        #expect(try shows("a", "picture"))
        _ = try daemon.patchView(#"{"main":"demo"}"#)
        #expect(try shows("demo", "picture"))
        let count = try daemon.stream("demo").presented
        #expect(try daemon.eventually { try daemon.stream("demo").presented > count + 10 })
        _ = try daemon.patchView(#"{"main":"a"}"#)
        #expect(try shows("a", "placeholder"))
        daemon.expectCleanStop()
    }

    /// It would be a false alarm.
    @Test(arguments: [true, false])
    func aPictureThatStaysOnPurposeHasNoAge(isLooped: Bool) throws {
        let clip = try Clips.make("still.jpg", "-f lavfi -i testsrc2=s=96x64 -frames:v 1")
        let daemon = try Daemon.ready(["--stream", "demo"])
        let definition = "{\"url\":\"\(clip)\",\"loop\":\(isLooped)}"
        #expect(try daemon.request("PUT", "/v1/streams/still", json: definition).status == 201)
        _ = try daemon.patchView("{\"main\":\"still\"}")
        let isShown = try daemon.eventually {
            let main = try daemon.health().views.first
            return main?.stream == "still" && main?.shows == "picture"
        }
        #expect(isShown)
        let hasNone = try daemon.eventually {
            try daemon.metrics()["pipd_stream_last_frame_age_seconds{stream=\"still\"}"] == nil
        }
        #expect(hasNone)
        daemon.expectCleanStop()
    }

    /// Nothing shown is not ill either: nobody asked for a stream.
    @Test func aViewWithoutAStreamIsSaid() throws {
        let daemon = try Daemon.ready(["--stream", "demo"])
        _ = try daemon.patchView("{\"main\":null}")
        let isTold = try daemon.eventually { try daemon.health().notice == "main has no stream" }
        #expect(isTold)
        #expect(try daemon.metrics().keys.allSatisfy { !$0.hasPrefix("pipd_view_stream") })
        daemon.expectCleanStop()
    }
}

extension Daemon {
    fileprivate func health() throws -> HealthReport {
        var answer = try request("GET", "/healthz")
        let isHealthy = try eventually {
            if answer.status != 200 { answer = try request("GET", "/healthz") }
            return answer.status == 200
        }
        try #require(isHealthy, "\(answer.text)")
        return try JSONText.decode(HealthReport.self, from: Data(answer.body))
    }
}
