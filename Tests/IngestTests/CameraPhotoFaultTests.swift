import FrameTransport
import Media
import Platform
import Testing

@testable import Addressing
@testable import Capture
@testable import Ingest
@testable import Streams

/// Photos that fail, and what becomes of the video.
@Suite struct CameraPhotoFaultTests {
    /// The kind of error that a call was answered with.
    private static func kind(_ call: PhotoCall) -> SourceError.Kind? {
        guard case .failed(let error)? = call.error else { return nil }
        return error.kind
    }

    @Test(
        arguments: [
            ("VIDIOC_S_FMT", .invalidArgument, .connection), ("VIDIOC_S_FMT", .busy, .busy),
            ("VIDIOC_REQBUFS", .outOfMemory, .resources), ("VIDIOC_REQBUFS", .busy, .busy),
            ("VIDIOC_QBUF", .invalidArgument, .connection),
            ("VIDIOC_STREAMON", .invalidArgument, .connection),
            ("VIDIOC_STREAMON", .outOfMemory, .resources),
            ("VIDIOC_DQBUF", .inputOutput, .connection),
        ] as [(String, Errno, SourceError.Kind)]
    )
    func aModeThatIsRefusedCostsNothingButThePhoto(
        call name: String,
        errno: Errno,
        kind: SourceError.Kind
    ) throws {
        let camera = try FakeCamera.withPhotos { $0.largeFailures[name] = errno }
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.play(camera, until: call))
        #expect(Self.kind(call) == kind)
        #expect(player.playsOn(camera))
        #expect(player.stream.status.reconnects == 0 && player.stream.status.state == .playing)
        camera.state.withLock { $0.largeFailures = [:] }
        let again = try PhotoCall(player.stream)
        #expect(player.play(camera, until: again))
        #expect(try again.photo().mode == "256x128 YUYV")
    }

    @Test func aCameraThatIsUnpluggedDuringAPhotoComesBackAsAfterAnyLoss() throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.waits { _ in camera.isLarge })
        for name in ["open", "VIDIOC_REQBUFS(0)", "VIDIOC_DQBUF"] {
            camera.setFailure(name, .noSuchDevice)
        }
        #expect(player.waitFor { $0.state == .reconnecting })
        #expect(player.waits { _ in call.result != nil })
        #expect(Self.kind(call) == .notFound)
        let refused = try PhotoCall(player.stream)
        #expect(player.waits { _ in refused.result != nil })
        guard case .notPlaying(let reason)? = refused.error else {
            Issue.record("\(String(describing: refused.error))")
            return
        }
        #expect(reason.contains("plug it in"))
        for name in ["open", "VIDIOC_REQBUFS(0)", "VIDIOC_DQBUF"] {
            camera.setFailure(name, nil)
        }
        #expect(player.playsOn(camera))
        #expect(player.stream.status.reconnects > 0)
        let again = try PhotoCall(player.stream)
        #expect(player.play(camera, until: again))
        #expect(try again.photo().mode == "256x128 YUYV")
    }

    @Test func aCameraThatIsTakenByAnotherProgramMeanwhileIsLost() throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.waits { _ in camera.isLarge })
        camera.setFailure("VIDIOC_S_FMT", .busy)
        camera.deliver(9)
        // The photo had been taken.
        #expect(try call.photo().picture.bytes.first == 9)
        #expect(player.waitFor { $0.state == .reconnecting && $0.failure == .busy })
        camera.setFailure("VIDIOC_S_FMT", nil)
        #expect(player.playsOn(camera))
    }

    @Test func aCameraThatDeliversNothingForAPhotoGoesBackToItsVideo() throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera) { $0.timeout = .milliseconds(3_000) }
        let call = try PhotoCall(player.stream)
        #expect(player.waits { _ in call.result != nil })
        #expect(Self.kind(call) == .timeout)
        #expect(player.playsOn(camera))
        #expect(player.stream.status.reconnects == 0)
    }

    @Test func aCameraThatIsSilentAfterAPhotoIsLost() throws {
        let camera = try FakeCamera.withPhotos { state in
            // One that has pictures often is missed soon.
            state.offer = CameraOffer(lines: ["YUYV 64x32@30", "YUYV 256x128@30"])
        }
        let player = try Player.showing(camera) { $0.timeout = .milliseconds(200) }
        let call = try PhotoCall(player.stream)
        #expect(player.play(camera, until: call))
        #expect(player.waitFor { $0.reconnects == 1 || $0.failure == .timeout })
    }

    @Test func theNextPictureMayBeLostWithTheCamera() throws {
        let camera = try FakeCamera.ofOneSize()
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.waits { $0.stream.isTakingPhoto })
        camera.setFailure("VIDIOC_DQBUF", .noSuchDevice)
        #expect(player.waits { _ in call.result != nil })
        #expect(call.error != nil)
        #expect(!player.stream.isTakingPhoto)
    }

    @Test func onlyCamerasTakePhotos() throws {
        let player = try Player("test:64x32@30")
        let call = try PhotoCall(player.stream)
        #expect(player.waits { _ in call.result != nil })
        #expect(call.error == .notACamera)
    }

    @Test func aCameraThatHasNotBegunTakesNone() throws {
        let camera = try FakeCamera.withPhotos { $0.failures["open"] = .noSuchFile }
        let player = try Player.starting(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.waits { _ in call.result != nil })
        guard case .notPlaying? = call.error else {
            Issue.record("\(String(describing: call.error))")
            return
        }
    }
}
