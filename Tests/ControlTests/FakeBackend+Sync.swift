internal import Control
internal import ControlAPI

extension FakeBackend {
    func sync() async -> SyncReport {
        var clock = ClockReport(offsetSeconds: 1_700_000_000.5)
        (clock.synchronized, clock.largestErrorMilliseconds) = (true, 0.25)
        var lobby = SyncedStreamReport(
            id: "lobby",
            group: "wall",
            epoch: "2026-01-01T00:00:00Z",
            inStep: true,
            resyncs: ["start": 1, "step": 0]
        )
        (lobby.errorMilliseconds, lobby.durationSeconds) = (-3.5, 61.5)
        lobby.item = "2"
        return SyncReport(clock: clock, streams: [lobby])
    }
}
