import ControlAPI
import MQTT
import TestSupport
import Testing

@testable import pipd

/// What those who look on over a broker are told.
@Suite struct BrokerStateTests {
    private static func status(streams: Int = 1, main: String? = "door") -> StatusReport {
        StatusReport(
            version: "1",
            uptimeSeconds: 1,
            output: OutputReport(kind: "headless", mode: "1", compositor: "cpu", renderer: "a"),
            view: ViewReport(main: main, pip: PIPReport(enabled: true, stream: "lobby")),
            streams: (0..<streams).map {
                StreamReport(
                    id: $0 == 0 ? "door" : "\($0)\(String(repeating: "a", count: 60))",
                    url: "",
                    state: $0 == 0 ? "playing" : "reconnecting"
                )
            },
            memory: MemoryReport(residentBytes: 64_000_000, poolBytes: 0)
        )
    }

    private static func stats(_ time: Double, presented: Int, latency: Double = 0) -> StatsReport {
        let none = HistogramReport(boundsMilliseconds: [1], counts: [0, 0], sumMilliseconds: 0)
        let histogram = HistogramReport(
            boundsMilliseconds: [1],
            counts: [0, presented],
            sumMilliseconds: latency
        )
        return StatsReport(
            time: 0,
            uptimeSeconds: time,
            cpuSeconds: 0,
            memory: MemoryReport(residentBytes: 64_900_000, poolBytes: 0),
            output: OutputStats(flips: 9, lateFlips: 3, interval: none, compose: none),
            views: [ViewStats(view: "main", presented: presented, freezes: 0, interval: none)],
            streams: [
                StreamStats(
                    id: "door",
                    state: "playing",
                    received: 0,
                    presented: 0,
                    dropped: [:],
                    reconnects: 0,
                    latency: histogram
                )
            ]
        )
    }

    @Test func itSaysWhatIsShownAndMeasured() {
        let first = BrokerState(
            Self.status(),
            Self.stats(10, presented: 100),
            playlists: ["door"],
            since: nil
        )
        #expect(
            first.json == [
                "main": "door", "pip": "ON", "pip_stream": "lobby", "corner": "bottom-right",
                "size": .number(0.25), "playlist": "door", "config_generation": 0,
                "streams": ["door": "ON"], "fps": .null,
                "late": 3, "memory_mb": 64, "latency_ms": .null,
            ]
        )
        let second = BrokerState(
            Self.status(main: "door"),
            Self.stats(12, presented: 150, latency: 625),
            playlists: [],
            since: first.sample
        )
        #expect(second.measured["fps"] == .number(25))
        #expect(second.measured["latency_ms"] == .number(12.5))
        #expect(second.lasting["playlist"] == .null)
        #expect(second.lasting != first.lasting)
    }

    @Test func whatIsOnlyMeasuredIsNoChange() {
        let first = BrokerState(
            Self.status(),
            Self.stats(1, presented: 1),
            playlists: [],
            since: nil
        )
        let second = BrokerState(
            Self.status(),
            Self.stats(2, presented: 31),
            playlists: [],
            since: first.sample
        )
        #expect(first.lasting == second.lasting && first.json != second.json)
    }

    /// Sixty-four streams with the longest IDs, and more than there may be.
    @Test(arguments: [(64, true), (400, false)])
    func itFitsIntoWhatBrokersTake(streams: Int, isWhole: Bool) throws {
        let state = BrokerState(
            Self.status(streams: streams),
            Self.stats(1, presented: 1),
            playlists: [],
            since: nil
        )
        #expect(try JSONText.encode(state.json).count <= BrokerMessage.mostBytes)
        #expect((state.json["streams"] != nil) == isWhole)
    }
}
