internal import Control
internal import ControlAPI
internal import Media
internal import Synchronization
internal import TestSupport

/// A daemon without a pipeline: two streams, a view, and what it was told.
final class FakeBackend: HealthBackend, StreamsBackend, ViewBackend, ImagesBackend,
    CamerasBackend, PlaylistsBackend, FeedsBackend, LibraryBackend, ExportsBackend,
    SelectionsBackend, PreviewBackend, OverlaysBackend, MQTTBackend, ConfigurationBackend,
    SyncBackend
{
    struct State {
        var health = HealthReport(
            healthy: true,
            notice: "main shows nothing: the stream lobby is connecting",
            views: [ViewHealth(view: "main", stream: "lobby", shows: "nothing")]
        )
        var streams = ["door": FakeBackend.stream("door"), "lobby": FakeBackend.stream("lobby")]
        var view = ViewReport(main: "lobby", pip: PIPReport(enabled: true, stream: "door"))
        var patches: [ViewPatch] = []
        var shows: [ShowRequest] = []
        var overlays = ["clock": FakeBackend.overlay("clock")]
        var messages: [FieldValues<MessageFields>] = []
        var streamPatches: [FieldValues<StreamPatchFields>] = []
        var definitions: [String: StreamDefinition] = [:]
        var hasPicture = true
        /// What was asked for, in order.
        var screenshots: [ScreenshotRequest] = []
        var snapshots: [SnapshotRequest] = []
        var eventImages: [SnapshotEventRequest] = []
        var photos: [PhotoRequest] = []
        /// The file of every image.
        var image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
        /// What a photo waits for, until its request is cancelled.
        var waiting: AsyncStream<Void>?
        /// Told of a photo that waits, and of one that does no longer.
        var whenWaiting: @Sendable (_ isWaiting: Bool) -> Void = { _ in }
        var brightness = 128
        var playlists = [
            "live": FakeBackend.playlist("live"), "reel": FakeBackend.playlist("reel"),
        ]
        var playlistDefinitions: [PlaylistDefinition] = []
        var playlistEdits: [PlaylistEdit] = []
        var playlistActions: [PlaylistAction] = []
        var feeds = ["house": FakeBackend.feed("house"), "news": FakeBackend.feed("news")]
        var feedDefinitions: [FeedDefinition] = []
        /// What of all items was asked for, in order.
        var feedQueries: [FeedQuery] = []
        /// Which roots were to be gone through.
        var scans: [String] = []
        var selectionsAsked: [SelectionAsked] = []
        var exports: [ExportDefinition] = []
        var drafts: [ConfigurationDraft] = []
        /// Which ones were confirmed, or rolled back.
        var choices: [Int?] = []
        var assetsAsked: [AssetAsked] = []
        /// Whether the process that keeps feeds and the library is there.
        var hasFeeds = true
    }

    let state = Mutex(State())

    static func overlay(_ id: String) -> OverlayReport {
        var fields = FieldValues<OverlayFields>()
        fields.clock = "%H:%M"
        fields.size = 0.05
        return OverlayReport(id: id, fields: fields, reason: "no font is installed")
    }

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
        report.screenshotPossible = id != "lobby"
        report.screenshotReason = id == "lobby" ? "its codec is not decoded" : nil
        report.placeholderReason = id == "lobby" ? "x.png is no PNG file" : nil
        report.lookbackSeconds = id == "door" ? 4.5 : nil
        if id == "door" {
            var variant = VariantReport(bitRate: 2_500_000, playing: true)
            (variant.width, variant.height, variant.frameRate) = (1280, 720, 25)
            report.variants = [variant, VariantReport(bitRate: 300_000, playing: false)]
        }
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
                renderer: "AVX2"
            ),
            view: await view(),
            streams: await streams(),
            memory: MemoryReport(residentBytes: 64 << 20, poolBytes: 12 << 20)
        )
    }

    func stats() async -> StatsReport {
        let histogram = HistogramReport(
            boundsMilliseconds: [5, 33.5],
            counts: [1, 2, 3],
            sumMilliseconds: 180.5
        )
        return StatsReport(
            time: 1_700_000_000.5,
            uptimeSeconds: 61.5,
            cpuSeconds: 2.5,
            memory: MemoryReport(residentBytes: 64 << 20, poolBytes: 12 << 20),
            output: OutputStats(flips: 9, lateFlips: 1, interval: histogram, compose: histogram),
            views: [ViewStats(view: "main", presented: 6, freezes: 0, interval: histogram)],
            streams: [
                StreamStats(
                    id: "door",
                    state: "playing",
                    received: 7,
                    presented: 6,
                    dropped: ["late": 1],
                    reconnects: 0,
                    latency: histogram
                )
            ]
        )
    }

    /// Has picture after picture, and none behind the ninth.
    func preview(
        _ request: PreviewRequest,
        from place: PreviewPlace
    ) async throws(ControlError) -> PreviewPicture? {
        guard state.withLock({ $0.hasPicture }) else { throw .unavailable("There is none yet.") }
        let frame = (request.after ?? 0) + 1
        let width = request.width?.rawValue ?? 640
        return frame > 9
            ? nil : PreviewPicture(frame: frame, number: frame, bytes: Array("\(width)".utf8))
    }

    func previewPlace(isLasting: Bool) throws(ControlError) -> PreviewPlace {
        PreviewPlace(.init()) {}
    }

    var previewRate: Int { 60 }

    func noteSkipped(_ pictures: Int) {}

    func streams() async -> [StreamReport] {
        state.withLock { $0.streams.values.sorted { $0.id < $1.id } }
    }

    func streamIDs() async -> [String] { state.withLock { $0.streams.keys.sorted() } }

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

    func show(_ request: ShowRequest) async throws(ControlError) -> ViewReport {
        guard await streamIDs().contains(request.main) else {
            throw .unprocessable("There is no stream '\(request.main)'.")
        }
        return state.withLock { state in
            state.shows.append(request)
            state.view.show = ShowReport(
                main: request.main,
                priority: request.priority,
                seconds: request.seconds,
                covered: 0
            )
            return state.view
        }
    }

    func endShow(isAll: Bool) async throws(ControlError) -> ViewReport {
        state.withLock { state in
            state.view.show = nil
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

    func patchStream(
        _ id: String,
        _ patch: FieldValues<StreamPatchFields>
    ) async throws(ControlError) -> StreamReport {
        guard id != "lobby" else { throw .conflict("stream lobby: it is live.") }
        return try state.withLock { (state) throws(ControlError) in
            guard var report = state.streams[id] else { throw .notFound("It is gone.") }
            report.paused = patch.paused ?? report.paused
            report.positionSeconds = patch.position ?? report.positionSeconds
            state.streams[id] = report
            state.streamPatches.append(patch)
            return report
        }
    }

    func deleteStream(_ id: String) async throws(ControlError) {
        state.withLock { _ = $0.streams.removeValue(forKey: id) }
    }

    func cameras() async -> [CameraReport] {
        var camera = CameraReport(device: "video0", path: "/dev/video0", state: "busy")
        camera.name = "Webcam"
        camera.bus = "usb-1"
        camera.driver = "uvcvideo"
        camera.stream = "door"
        return [camera, CameraReport(device: "video2", path: "/dev/video2", state: "denied")]
    }

    func cameraFormats(_ device: String) async throws(ControlError) -> CameraFormatsReport {
        try check(device)
        var range = CameraSizeReport(width: 32, height: 32)
        range.maxWidth = 1920
        range.maxHeight = 1080
        range.widthStep = 16
        range.heightStep = 8
        range.minFrameRate = 1
        range.maxFrameRate = 60
        let single = CameraSizeReport(width: 640, height: 480, frameRates: [30, 12.5])
        return CameraFormatsReport(
            device: device,
            formats: [
                CameraFormatReport(
                    format: "YUYV",
                    description: "YUYV 4:2:2",
                    shown: true,
                    sizes: [single, range]
                ),
                CameraFormatReport(format: "H264", description: "", shown: false, sizes: []),
            ]
        )
    }

    func cameraControls(_ device: String) async throws(ControlError) -> CameraControlsReport {
        try check(device)
        var brightness = CameraControlReport(
            name: "brightness",
            label: "Brightness",
            type: "integer"
        )
        (brightness.minimum, brightness.maximum, brightness.step) = (-10, 255, 1)
        brightness.standard = 128
        brightness.value = .integer(state.withLock { $0.brightness })
        var mode = CameraControlReport(name: "mode", label: "Mode", type: "menu")
        mode.value = 1
        mode.menu = [CameraMenuItem(value: 1, label: "Day")]
        var mirror = CameraControlReport(name: "mirror", label: "Mirror", type: "boolean")
        mirror.value = true
        let reset = CameraControlReport(name: "reset", label: "Reset", type: "button")
        return CameraControlsReport(device: device, controls: [brightness, mode, mirror, reset])
    }

    func setCameraControls(
        _ device: String,
        _ values: [String: JSONValue]
    ) async throws(ControlError) -> CameraControlsReport {
        try check(device)
        if values["locked"] != nil { throw .conflict("`locked` is locked.") }
        for (name, value) in values {
            guard name == "brightness", case .integer(let number) = value else {
                throw .unprocessable("`\(name)` is unknown; accepted are `brightness`.")
            }
            state.withLock { $0.brightness = number }
        }
        return try await cameraControls(device)
    }

    private func check(_ device: String) throws(ControlError) {
        if device == "video2" { throw .conflict("/dev/video2: permission denied") }
        guard device == "video0" else {
            throw .notFound("There is no camera '\(device)'; there are: video0, video2.")
        }
    }
}
