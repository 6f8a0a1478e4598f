internal import Control
internal import ControlAPI
internal import Synchronization

/// A daemon without a pipeline: two streams, a view, and what it was told.
final class FakeBackend: ControlBackend {
    struct State {
        var health = HealthReport(healthy: true)
        var streams = ["door": FakeBackend.stream("door"), "lobby": FakeBackend.stream("lobby")]
        var view = ViewReport(main: "lobby", pip: PIPReport(enabled: true, stream: "door"))
        var patches: [ViewPatch] = []
        var definitions: [String: StreamDefinition] = [:]
        var hasPicture = true
    }

    let state = Mutex(State())

    static func stream(_ id: String) -> StreamReport {
        var report = StreamReport(id: id, url: "file:///srv/\(id).mp4", state: "playing")
        report.codec = "h264"
        report.width = 1920
        report.height = 1080
        report.frameRate = 29.97
        report.pixelFormat = "I420"
        report.positionSeconds = 12.5
        report.received = 300
        report.presented = 297
        report.dropped = ["rate": 1, "late": 1]
        report.inFlight = 1
        report.shownIn = ["main"]
        return report
    }

    func health() async -> HealthReport { state.withLock { $0.health } }

    func metrics() async -> [MetricFamily] { FakeMetrics.all }

    func status() async -> StatusReport {
        StatusReport(
            version: "1.2.3",
            uptimeSeconds: 61.5,
            output: OutputReport(
                kind: "headless",
                mode: "1280x720@30",
                compositor: "cpu",
                renderer: "libyuv 1857"
            ),
            view: await view(),
            streams: await streams(),
            memory: MemoryReport(residentBytes: 64 << 20, poolBytes: 12 << 20)
        )
    }

    func streams() async -> [StreamReport] {
        state.withLock { $0.streams.values.sorted { $0.id < $1.id } }
    }

    func stream(_ id: String) async -> StreamReport? { state.withLock { $0.streams[id] } }

    func view() async -> ViewReport { state.withLock { $0.view } }

    func patchView(_ patch: ViewPatch) async throws(ControlError) -> ViewReport {
        let known = state.withLock { $0.streams.keys.sorted() }
        for case .set(let id) in [patch.main, patch.pip.stream] where !known.contains(id) {
            throw .unprocessable("There is no stream '\(id)'.")
        }
        return state.withLock { state in
            state.patches.append(patch)
            if case .set(let id) = patch.main { state.view.main = id }
            if let size = patch.pip.size { state.view.pip.size = size }
            if let enabled = patch.pip.enabled { state.view.pip.enabled = enabled }
            if patch.swap { swap(&state.view.main, &state.view.pip.stream) }
            return state.view
        }
    }

    func putStream(
        _ id: String,
        _ definition: StreamDefinition
    ) async throws(ControlError) -> StreamChange {
        state.withLock { state in
            state.definitions[id] = definition
            let isNew = state.streams.updateValue(Self.stream(id), forKey: id) == nil
            return StreamChange(stream: Self.stream(id), created: isNew)
        }
    }

    func deleteStream(_ id: String) async throws(ControlError) {
        state.withLock { _ = $0.streams.removeValue(forKey: id) }
    }

    func snapshot() async throws(ControlError) -> EncodedImage {
        guard state.withLock({ $0.hasPicture }) else { throw .unavailable("There is no picture.") }
        return EncodedImage(bytes: [0x89, 0x50, 0x4E, 0x47])
    }
}
