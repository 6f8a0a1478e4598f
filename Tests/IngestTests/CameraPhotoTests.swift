import FrameTransport
import Media
import Platform
import Testing

@testable import Capture
@testable import Decoding
@testable import Ingest
@testable import Streams

/// Photos from a camera that plays.
@Suite struct CameraPhotoTests {
    @Test func aPhotoIsTakenInTheLargestSizeAndTheVideoGoesOn() throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera)
        var states: Set<StreamState> = []
        let call = try PhotoCall(player.stream, PhotoWish(settle: .milliseconds(5_000)))
        #expect(
            player.play { player in
                states.insert(player.stream.status.state)
                camera.deliverIfRoom(50)
                return call.result != nil
            }
        )
        // The answer comes when the camera streams as before.
        #expect(camera.isSmall)
        let photo = try call.photo()
        #expect(photo.picture.format.size == PixelSize(width: 256, height: 128))
        #expect(photo.picture.format.pixelFormat == .yuyv)
        #expect(photo.mode == "256x128 YUYV")
        #expect(photo.isConverged)
        #expect(photo.picture.pts.nanoseconds == photo.taken.nanoseconds)
        let modes = camera.state.withLock { $0.modes }
        #expect(modes.count == 3 && modes.first == modes.last)
        #expect(camera.state.withLock { $0.opened } == 1)
        #expect(player.playsOn(camera))
        // One picture follows no other: the first after the photo, which may have
        // come before the answer was looked at.
        let followers = player.samples.dropFirst()
        #expect(followers.count { $0.attachments.contains(.discontinuity) } == 1)
        #expect(player.samples.last?.format.size == PixelSize(width: 64, height: 32))
        // The camera's owner has noticed nothing.
        #expect(states == [.playing])
        let status = player.stream.status
        #expect(status.reconnects == 0 && status.stalls == 0 && status.missed == 0)
        #expect(player.events.count == 1)
        #expect(player.stop())
        #expect(player.isBalanced)
        // The photo needs neither camera nor stream.
        #expect(Set(photo.picture.bytes) == [50])
        #expect(photo.picture.bytes.count == 256 * 128 * 2)
    }

    @Test func aCameraThatKeepsAdjustingIsTakenAsItIs() throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream, PhotoWish(settle: .milliseconds(250)))
        var value: UInt8 = 0
        #expect(
            player.play { _ in
                value &+= 40
                camera.deliver(value)
                return call.result != nil
            }
        )
        #expect(try call.photo().isConverged == false)
    }

    @Test func damagedPicturesAreLeftOut() throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.waits { _ in camera.isLarge })
        camera.deliver(99) { $0.hasError = true }
        camera.deliver(98) { $0.bytesUsed = 1000 }
        camera.deliver(7)
        #expect(Set(try call.photo().picture.bytes) == [7])
        // What was damaged for a photo is no fault of the video.
        #expect(player.stream.status.corruptPackets == 0)
        #expect(player.ledger.snapshot().received == 1)
    }

    @Test func aPhotoInTheSizeOfTheVideoIsItsNextPicture() throws {
        let camera = try FakeCamera.ofOneSize()
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.play(camera, 66, until: call))
        let photo = try call.photo()
        #expect(Set(photo.picture.bytes) == [66])
        #expect(photo.mode == "64x32 YUYV")
        #expect(camera.sizes == ["64x32"])
        // It is a picture of the video as well, which may come later.
        #expect(player.play { $0.samples.contains { $0.pts == photo.picture.pts } })
    }

    @Test func aCameraThatNobodyShowsTakesPhotosToo() throws {
        for camera in [try FakeCamera.ofOneSize(), try FakeCamera.withPhotos()] {
            let player = try Player.showing(camera)
            player.stream.setDecoding(.idle)
            let call = try PhotoCall(player.stream)
            #expect(player.play(camera, 66, until: call))
            #expect(Set(try call.photo().picture.bytes) == [66])
        }
    }

    @Test func aPictureOnTheScreenOutlivesThePhoto() throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera)
        var held: PictureID?
        player.inspect = { [stream = player.stream] sample, _ in
            guard held == nil else { return }
            stream.pool.hold(sample.picture)
            held = sample.picture
        }
        camera.deliver(55)
        #expect(player.play { $0.samples.count == 2 })
        let call = try PhotoCall(player.stream)
        #expect(player.play(camera, 99, until: call))
        _ = try call.photo()
        let picture = try #require(held)
        let shown = try #require(player.stream.pool.components(of: picture).first)
        #expect(shown.base.load(as: UInt8.self) == 55)
        player.stream.pool.release(picture)
        #expect(player.playsOn(camera))
        #expect(player.waits { _ in camera.state.withLock { $0.queued.count == 8 } })
    }

    @Test func twentyPhotosInARowLeaveTheCameraAsItWas() throws {
        let camera = try FakeCamera.withPhotos()
        let player = try Player.showing(camera)
        for number in 1...20 {
            let call = try PhotoCall(player.stream)
            #expect(player.play(camera, UInt8(number), until: call))
            #expect(try call.photo().picture.bytes.first == UInt8(number))
        }
        let modes = camera.state.withLock { $0.modes }
        #expect(modes.count == 41 && modes.first == modes.last)
        #expect(camera.state.withLock { $0.opened } == 1)
        #expect(player.playsOn(camera))
        #expect(player.stream.status.reconnects == 0 && player.events.count == 1)
        #expect(player.stop())
        #expect(player.isBalanced)
    }

    @Test func aDriverThatKeepsItsBuffersIsOpenedAnew() throws {
        let camera = try FakeCamera.withPhotos {
            $0.failures["VIDIOC_REQBUFS(0)"] = .busy
        }
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.play(camera, 5, until: call))
        #expect(Set(try call.photo().picture.bytes) == [5])
        #expect(player.playsOn(camera))
        #expect(player.stream.status.reconnects == 0)
        #expect(camera.state.withLock { $0.opened } == 3)
    }
}
