import FrameTransport
import Media
import Platform
import Testing

@testable import Capture
@testable import Ingest
@testable import Streams

/// Who asks for photos: several at once, and those that stop waiting.
@Suite struct CameraPhotoCallerTests {
    @Test func aSecondCallerIsRefusedAtOnce() throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.waits { _ in camera.isLarge })
        #expect(player.stream.isTakingPhoto)
        #expect(throws: PhotoError.busy) {
            try player.stream.takePhoto(deadline: MonotonicClock.now() + .milliseconds(9_000))
        }
        camera.deliver(3)
        #expect(Set(try call.photo().picture.bytes) == [3])
        #expect(!player.stream.isTakingPhoto)
    }

    enum Reason: CaseIterable, Sendable {
        case deadline
        case cancelled

        var error: PhotoError { self == .deadline ? .timedOut : .cancelled }
    }

    @Test(arguments: Reason.allCases)
    func aCallerThatStopsWaitingLeavesNothingBehind(reason: Reason) throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera)
        let call = try PhotoCall(
            player.stream,
            within: .milliseconds(reason == .deadline ? 2_000 : 60_000)
        )
        #expect(player.waits { _ in camera.sizes.contains("256x128") })
        if reason == .cancelled { call.cancel() }
        #expect(player.waits { _ in call.result != nil })
        #expect(call.error == reason.error)
        #expect(player.playsOn(camera))
        #expect(player.waits { !$0.stream.isTakingPhoto })
        #expect(camera.sizes == ["64x32", "256x128", "64x32"])
        #expect(player.stream.status.reconnects == 0)
        let again = try PhotoCall(player.stream)
        #expect(player.play(camera, 8, until: again))
        #expect(Set(try again.photo().picture.bytes) == [8])
    }

    @Test func aWishThatWasGivenUpBeforeItWasHeardIsNotMetLater() throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.waits { _ in camera.isLarge })
        camera.deliver()
        _ = try call.photo()
        // The first picture after a photo has not come: the next photo waits for it.
        let heardTooLate = try PhotoCall(player.stream, within: .milliseconds(80))
        #expect(player.waits { _ in heardTooLate.result != nil })
        #expect(heardTooLate.error == .timedOut)
        #expect(player.playsOn(camera) && player.playsOn(camera))
        #expect(camera.sizes == ["64x32", "256x128", "64x32"])
    }

    @Test func givingUpTheNextPictureOfTheVideoIsHeard() throws {
        let camera = try FakeCamera.ofOneSize()
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream, within: .milliseconds(80))
        #expect(player.waits { _ in call.result != nil })
        #expect(call.error == .timedOut)
        #expect(player.waits { !$0.stream.isTakingPhoto })
        let again = try PhotoCall(player.stream)
        #expect(player.play(camera, 8, until: again))
        #expect(Set(try again.photo().picture.bytes) == [8])
    }

    @Test(arguments: [true, false])
    func stoppingDoesNotWaitForAPhoto(isReopened: Bool) throws {
        let camera = isReopened ? try FakeCamera.withPhotos() : try FakeCamera.ofOneSize()
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.waits { isReopened ? camera.isLarge : $0.stream.isTakingPhoto })
        #expect(player.stop())
        #expect(throws: PhotoError.notPlaying("the stream was stopped")) { try call.photo() }
        #expect(player.isBalanced)
        #expect(camera.state.withLock { !$0.isStreaming })
    }

    /// Whoever asks at the same time, each photo is somebody's, and the desk is
    /// free in the end.
    @Test func manyCallersGetOnePhotoEach() throws {
        let camera = try FakeCamera.ofOneSize()
        let player = try Player.showing(camera)
        var calls: [PhotoCall] = []
        for _ in 0..<5 {
            let callers = try (0..<4).map { _ in try PhotoCall(player.stream) }
            #expect(
                player.play { player in
                    // More of them would teach the stream that it may stall soon.
                    if player.stream.isTakingPhoto { camera.deliverIfRoom(4) }
                    return callers.allSatisfy { $0.result != nil }
                }
            )
            calls += callers
        }
        for call in calls {
            guard let error = call.error else {
                #expect(Set(try call.photo().picture.bytes) == [4])
                continue
            }
            #expect(error == .busy)
        }
        #expect(calls.filter { $0.error == nil }.count >= 5)
        #expect(!player.stream.isTakingPhoto)
    }
}
