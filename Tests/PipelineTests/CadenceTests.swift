import FrameTransport
import Media
import Pipeline
import Testing

/// The whole pipeline in virtual time: real sources, threads and compositor,
/// an ideal display.
@Suite struct CadenceTests {
    /// One row: a source's rate, and the frames shown of a minute's worth on a 30 Hz display.
    @Test(
        arguments: [
            ("24", 24.0), ("25", 25.0), ("30000/1001", 29.97), ("30", 30.0),
        ] as [(rate: String, fps: Double)]
    )
    func aSourceUpToTheCapLosesNothing(rate: String, fps: Double) throws {
        let run = try present(
            Scenario(streams: [("s", "test:64x36@\(rate)")], main: "s", seconds: 20)
        )
        let shown = run.presented("s")
        #expect(abs(Double(shown.count) / 20 - fps) < 0.1)
        #expect(shown.map(\.n) == Array(0..<shown.count))
        #expect(run.dropped("s").filter { $0.reason != "flush" }.isEmpty)
    }

    @Test(
        arguments: [
            ("50", 30.0), ("60000/1001", 29.97), ("60", 30.0), ("120", 30.0),
        ] as [(rate: String, fps: Double)]
    )
    func aFasterSourceComesOutAtTheCap(rate: String, fps: Double) throws {
        let run = try present(
            Scenario(streams: [("s", "test:64x36@\(rate)")], main: "s", seconds: 20)
        )
        #expect(abs(Double(run.presented("s").count) / 20 - fps) < 0.1)
        let reasons = Set(run.dropped("s").compactMap(\.reason))
        #expect(reasons.isSubset(of: ["rate", "flush"]))
    }

    @Test func withoutACapASixtyHertzDisplayShowsSixtyFrames() throws {
        let run = try present(
            Scenario(
                streams: [("s", "test:64x36@60")],
                main: "s",
                mode: "64x36@60",
                maximumRate: nil,
                seconds: 10
            )
        )
        #expect(abs(Double(run.presented("s").count) / 10 - 60) < 0.2)
    }

    @Test func everyRunMakesTheSameDecisions() throws {
        let scenario = Scenario(
            streams: [("a", "test:64x36@50"), ("b", "test:32x32@25")],
            main: "a",
            pip: "b",
            seconds: 5
        )
        let first = try present(scenario).frames
        for _ in 0..<5 { #expect(try present(scenario).frames == first) }
        #expect(first.count > 350)
    }

    @Test func bothViewsMayShowTheSameStream() throws {
        let run = try present(
            Scenario(streams: [("s", "test:64x36@30")], main: "s", pip: "s", seconds: 2)
        )
        #expect(run.presented("s").count >= 58)
        #expect(run.snapshot.main.presented == run.snapshot.pip.presented)
    }

    @Test func theLedgerBalancesAndNothingStaysInFlight() throws {
        let run = try present(
            Scenario(
                streams: [("a", "test:64x36@60"), ("b", "test:64x36@25"), ("c", "test:32x32@30")],
                main: "a",
                pip: "b",
                seconds: 5
            )
        )
        for name in ["a", "b", "c"] {
            let ledger = try run.stream(name).ledger
            #expect(ledger.inFlight == 0, "stream \(name)")
        }
        #expect(try run.stream("a").ledger.received > 290)
    }
}
