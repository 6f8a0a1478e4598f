internal import TestSupport
internal import Testing

/// The real daemon's `/metrics`.
@Suite(.timeLimit(.minutes(30))) struct MetricsTests {
    @Test func openMetricsTextEndsAsItMust() throws {
        let daemon = try Daemon.ready(["--stream", "demo", "--pip"])
        let answer = try daemon.request(
            "GET",
            "/metrics",
            accept: "application/openmetrics-text; version=1.0.0"
        )
        #expect(answer.head.lowercased().contains("content-type: application/openmetrics-text"))
        #expect(answer.text.hasSuffix("\n# EOF\n"))
        #expect(answer.text.contains("\npipd_frames_presented_total{stream=\"demo\"} "))
        daemon.expectCleanStop()
    }

    @Test(.enabled("needs promtool: scripts/setup unpacks it") { Promtool.path != nil })
    func promtoolAcceptsThem() throws {
        let promtool = try #require(Promtool.path)
        // A name with what label values must escape cannot be; two streams are enough.
        let daemon = try Daemon.ready(["--stream", "a=demo", "--stream", "b=demo"])
        let text = try daemon.request("GET", "/metrics", accept: "text/plain").text
        let file = try daemon.scratch.write("metrics", text)
        let result = try Programs.run(
            "sh",
            ["-c", "exec \"$0\" check metrics < \"$1\"", promtool, file],
            in: daemon.scratch
        )
        #expect(result.ending == .exit(0), "\(result.output)\(result.errors)")
        daemon.expectCleanStop()
    }

    /// In every scrape of a stream that is slowed, swapped and shown twice.
    @Test func everyScrapeBalances() throws {
        let daemon = try Daemon.ready(
            ["--stream", "a=test:96x64@60", "--pip", "--main", "b=test:96x64@25"]
        )
        for round in 0..<20 {
            _ = try daemon.patchView("{\"swap\":true,\"pip\":{\"enabled\":\(round % 3 > 0)}}")
            for id in ["a", "b"] { daemon.expectBalance(try daemon.stream(id)) }
        }
        daemon.expectCleanStop()
    }
}
