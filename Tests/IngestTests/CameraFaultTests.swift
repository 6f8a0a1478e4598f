import FrameTransport
import Media
import Platform
import Testing

@testable import Addressing
@testable import Capture
@testable import Ingest
@testable import Streams

/// What becomes of a stream whose camera fails, is unplugged, or says nothing.
@Suite struct CameraFaultTests {
    @Test func aCameraThatIsUnpluggedComesBackAndLeavesItsLastPicture() throws {
        let camera = try FakeCamera.ofOneSize()
        let player = try Player.playing(camera)
        var held: PictureID?
        player.inspect = { [stream = player.stream] sample, _ in
            guard held == nil else { return }
            stream.pool.hold(sample.picture)
            held = sample.picture
        }
        camera.deliver(55)
        #expect(player.play { $0.samples.count == 1 })
        camera.setFailure("open", .noSuchDevice)
        camera.setFailure("VIDIOC_DQBUF", .noSuchDevice)
        #expect(player.waitFor { $0.state == .reconnecting })
        #expect(player.stream.status.failure == .notFound)
        #expect(player.stream.status.reason?.contains("plug it in") == true)
        let picture = try #require(held)
        let shown = try #require(player.stream.pool.components(of: picture).first)
        #expect(shown.base.load(as: UInt8.self) == 55)
        camera.setFailure("VIDIOC_DQBUF", nil)
        camera.setFailure("open", nil)
        #expect(player.waits { _ in camera.state.withLock { $0.isStreaming } })
        camera.deliver(56)
        #expect(player.play { $0.samples.count == 2 })
        #expect(player.samples.last?.attachments.contains(.discontinuity) == true)
        #expect(player.waitFor { _ in player.events.count == 3 })
        #expect(player.events.map(\.name) == ["ready", "lost", "ready"])
        player.stream.pool.release(picture)
    }

    /// A call that fails, and how that is told.
    @Test(
        arguments: [
            ("open", Errno.busy, SourceError.Kind.busy, "another program"),
            ("VIDIOC_S_FMT", .busy, .busy, "another program"),
            ("VIDIOC_REQBUFS", .busy, .busy, "another program"),
            ("VIDIOC_STREAMON", .busy, .busy, "another program"),
            ("open", .noSuchFile, .notFound, "no such device"),
            ("open", .permissionDenied, .notPermitted, "group video"),
            ("open", .notPermitted, .notPermitted, "group video"),
            ("open", .noSuchDevice, .notFound, "plug it in"),
            ("open", .tooManyOpenFiles, .resources, "open"),
            ("VIDIOC_REQBUFS", .outOfMemory, .resources, "VIDIOC_REQBUFS"),
            ("VIDIOC_STREAMON", .inputOutput, .connection, "VIDIOC_STREAMON"),
            ("VIDIOC_QBUF", .invalidArgument, .connection, "VIDIOC_QBUF"),
        ] as [(String, Errno, SourceError.Kind, String)]
    )
    func whatFailsIsToldAndTriedAgain(
        call: String,
        errno: Errno,
        kind: SourceError.Kind,
        words: String
    ) throws {
        let camera = try FakeCamera { $0.failures[call] = errno }
        let player = try Player.starting(camera)
        #expect(player.waitFor { $0.state == .reconnecting })
        #expect(player.stream.status.failure == kind)
        #expect(player.stream.status.reason?.contains(words) == true)
        camera.setFailure(call, nil)
        #expect(player.waits { _ in camera.state.withLock { $0.isStreaming } })
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        #expect(player.waitFor { $0.state == .playing && $0.reason == nil })
    }

    @Test(arguments: ["VIDIOC_DQBUF", "VIDIOC_QBUF"])
    func aFatalErrorWhileStreamingStartsTheCameraAnew(call: String) throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera)
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        camera.setFailure(call, .inputOutput)
        #expect(player.waitFor { $0.state == .reconnecting || $0.reconnects > 0 })
        camera.setFailure(call, nil)
        #expect(player.playsOn(camera))
        #expect(camera.state.withLock { $0.opened } >= 2)
    }

    @Test func aDeviceThatIsAlwaysReadyAndEmptyIsGivenUp() throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera)
        camera.alwaysReady()
        #expect(player.waitFor { $0.failure == .connection })
        #expect(player.stream.status.reason?.contains("no picture") == true)
    }

    /// A number that no buffer has, and that of one that is on the screen.
    @Test(arguments: [0, 8, Int.max])
    func aBufferThatTheDriverWasNotGivenStartsTheCameraAnew(index: Int) throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera)
        var held: PictureID?
        player.inspect = { [stream = player.stream] sample, _ in
            stream.pool.hold(sample.picture)
            held = sample.picture
        }
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        camera.deliver { $0.index = index }
        #expect(player.waitFor { $0.failure == .connection })
        #expect(player.stream.status.reason?.contains("contradicts itself") == true)
        if let held { player.stream.pool.release(held) }
    }

    @Test func aCameraThatStopsDeliveringIsStartedAgain() throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera) { $0.timeout = .milliseconds(1_200) }
        let start = MonotonicClock.now()
        for _ in 1...3 { camera.deliver() }
        #expect(player.play { $0.samples.count == 3 })
        #expect(player.waits { $0.events.last?.name == "lost" })
        #expect(MonotonicClock.now() - start >= .milliseconds(1_100))
        #expect(player.waits { _ in camera.state.withLock { $0.opened } >= 2 })
        #expect(player.stream.status.stalls == 1)
        #expect(player.events.map(\.name) == ["ready", "stalled", "lost"])
    }

    /// On a busy machine only some of them are that quick.
    @Test func stoppingDoesNotWaitForTheBackOff() throws {
        let camera = try FakeCamera { $0.failures["open"] = .noSuchFile }
        let isQuick = try (1...5).contains { _ in
            let player = try Player.starting(camera)
            // The next attempt is due in two to four seconds.
            #expect(player.waitFor { $0.reconnects >= 4 })
            return player.stop(within: .milliseconds(1_500))
        }
        #expect(isQuick)
    }
}

extension IngestEvent {
    /// The case's name.
    fileprivate var name: String {
        switch self {
        case .ready: "ready"
        case .stalled: "stalled"
        case .damaged: "damaged"
        case .resumed: "resumed"
        case .lost: "lost"
        case .failed: "failed"
        case .variantChanged: "variantChanged"
        case .placeholderFlawed: "placeholderFlawed"
        }
    }
}
