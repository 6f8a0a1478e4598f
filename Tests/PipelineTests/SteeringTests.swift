import FrameTransport
import Ingest
import Media
import Pipeline
import TestSupport
import Testing

/// Which streams can be paused, and what is told of it.
@Suite struct SteeringTests {
    private let pipeline: Pipeline
    private let id: StreamID

    init() throws {
        pipeline = try Pipeline(PipelineConfiguration())
        id = try #require(StreamID("a"))
    }

    private func define(_ url: String) throws {
        try pipeline.define(StreamConfiguration(id: id, url: url))
    }

    private var isPaused: Bool { pipeline.snapshot().streams.contains(where: \.isPaused) }

    @Test func aFileIsPausedAndGoesOn() throws {
        try define("/nowhere/a.mp4")
        #expect(!isPaused)
        for _ in 0..<2 {
            try pipeline.steer(id, Steering(isPaused: true))
            #expect(isPaused)
        }
        try pipeline.steer(id, Steering())
        #expect(isPaused)
        try pipeline.steer(id, Steering(isPaused: false))
        #expect(!isPaused)
    }

    /// Nothing of there is displayed as long as nobody presents.
    @Test func aSeekIsToldWhereItGoesUntilItIsThere() throws {
        try define("/nowhere/a.mp4")
        #expect(pipeline.snapshot().streams.map(\.position) == [nil])
        for position in [MediaTime.milliseconds(700), .milliseconds(300)] {
            try pipeline.steer(id, Steering(position: position))
            #expect(pipeline.snapshot().streams.map(\.position) == [position])
        }
        try define("/nowhere/b.mp4")
        #expect(pipeline.snapshot().streams.map(\.position) == [nil])
    }

    @Test func aStreamInThePlaceOfAPausedOneIsNotPaused() throws {
        try define("/nowhere/a.mp4")
        try pipeline.steer(id, Steering(isPaused: true))
        try define("/nowhere/b.mp4")
        #expect(!isPaused)
    }

    @Test(
        arguments: [
            ("demo", "pattern"), ("/dev/video99", "camera"), ("rtsp://localhost/a", "live"),
            ("udp://127.0.0.1:5000", "live"), ("http://localhost/a.mp4", "not open yet"),
        ])
    func whatHasNoTimeOfItsOwnIsRefused(url: String, reason: String) throws {
        try define(url)
        for steering in [Steering(isPaused: true), Steering(position: .milliseconds(5))] {
            let error = #expect(throws: PipelineError.self) {
                try pipeline.steer(id, steering)
            }
            #expect(error.map { "\($0)" }?.contains(reason) == true)
        }
        #expect(!isPaused)
        // It goes on already.
        try pipeline.steer(id, Steering(isPaused: false))
        try pipeline.steer(id, Steering())
    }

    @Test func aFileOfAServerThatIsToBeShownLiveIsRefused() throws {
        var configuration = try StreamConfiguration(id: id, url: "http://localhost/a.mp4")
        configuration.live = true
        try pipeline.define(configuration)
        let error = #expect(throws: PipelineError.self) {
            try pipeline.steer(id, Steering(isPaused: true))
        }
        #expect(error.map { "\($0)" }?.contains("live") == true)
    }

    @Test func aStreamThatIsNotThereIsUnknown() throws {
        #expect(throws: PipelineError.self) { try pipeline.steer(id, Steering()) }
    }
}

/// What a pause does to a run.
@Suite(.serialized) struct PausedRunTests {
    private let clips = try? Clips()

    @Test func aFilePausedBeforeItBeganShowsItsFirstPictureAlone() throws {
        let clip = try #require(clips).h264(size: "160x90", rate: 30, frames: 60, bFrames: 2)
        let id = try #require(StreamID("clip"))
        var scenario = Scenario(streams: [("clip", clip)], main: "clip", once: true)
        scenario.prepare = { try $0.steer(id, Steering(isPaused: true)) }
        // The position is that of the picture displayed, not of those decoded.
        scenario.isDone = { pipeline in
            let snapshot = pipeline.snapshot()
            return snapshot.output.flips > 300 && snapshot.streams[0].position == .zero
        }
        let run = try present(scenario)
        #expect(run.presented("clip").map(\.n) == [0])
        let stream = try run.stream("clip")
        #expect(stream.isPaused && stream.holdsPicture)
        #expect(stream.ledger.inFlight == 0)
    }

    /// No picture has the time that is asked for: once it is there it is told of the picture.
    @Test func aSeekThatIsOverIsToldOfItsPicture() throws {
        let clip = try #require(clips).h264(size: "160x90", rate: 30, frames: 60, bFrames: 2)
        let id = try #require(StreamID("clip"))
        var scenario = Scenario(streams: [("clip", clip)], main: "clip", once: true)
        let target = MediaTime.milliseconds(1_010)
        scenario.prepare = { try $0.steer(id, Steering(isPaused: true, position: target)) }
        scenario.isDone = { pipeline in
            let snapshot = pipeline.snapshot()
            return snapshot.output.flips > 300
                && snapshot.streams[0].position == .milliseconds(1_000)
        }
        let run = try present(scenario)
        #expect(run.presented("clip").count == 1)
    }
}
