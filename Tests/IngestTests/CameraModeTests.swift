import FrameTransport
import Media
import Platform
import Testing

@testable import Addressing
@testable import Capture
@testable import Ingest
@testable import Streams

/// What a stream asks of its camera, and what it takes from it.
@Suite struct CameraModeTests {
    @Test func aWishIsPassedOnAndItsRefusalTold() throws {
        let camera = try FakeCamera { $0.offer = CameraOffer(lines: ["NV12 64x32@15,30"]) }
        let player = try Player.playing(camera) {
            $0.size = PixelSize(width: 64, height: 32)
            $0.frameRate = Hertz(numerator: 10)
        }
        #expect(camera.state.withLock { $0.mode?.rate?.value } == 15)
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        #expect(player.samples.first?.format.pixelFormat == .nv12)

        let refused = try Player.starting(camera) { $0.format = .mjpeg }
        #expect(refused.waitFor { $0.failure == .notOffered })
        #expect(refused.stream.status.reason?.contains("but NV12") == true)
    }

    @Test func aDriverThatGivesAnotherSizeThanAskedForIsRefused() throws {
        let camera = try FakeCamera {
            $0.offer = CameraOffer(lines: ["YUYV 16x16-8192x8192/1x1"])
            $0.adjusted = PixelSize(width: 64, height: 32)
        }
        let asked = try Player.starting(camera) { $0.size = PixelSize(width: 80, height: 60) }
        #expect(asked.waitFor { $0.failure == .notOffered })
        #expect(asked.stream.status.reason?.contains("80x60, but 64x32") == true)
        // It would take the device from the next one.
        #expect(asked.stop())
        // Without a wish whatever it gives is taken.
        let player = try Player.playing(camera)
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        #expect(player.samples.first?.format.size == PixelSize(width: 64, height: 32))
    }

    @Test(arguments: [2, 3, 5, 6, 7] as [UInt32])
    func aCameraThatDeliversHalfPicturesIsRefused(field: UInt32) throws {
        let camera = try FakeCamera { $0.field = field }
        let player = try Player.starting(camera)
        #expect(player.waitFor { $0.failure == .notOffered })
        #expect(player.stream.status.reason?.contains("each half picture by itself") == true)
    }

    @Test(arguments: [0, 1, 4] as [UInt32])
    func wholePicturesAreTakenWhateverTheirRowsOrder(field: UInt32) throws {
        let camera = try FakeCamera { $0.field = field }
        let player = try Player.playing(camera)
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
    }

    @Test func motionJPEGIsDecoded() throws {
        let jpeg = try Clips.bytes(
            of: Clips.make("one.jpg", "-f lavfi -i testsrc2=64x32 -frames:v 1 -pix_fmt yuvj422p")
        )
        let camera = try FakeCamera { $0.offer = CameraOffer(lines: ["MJPG 64x32@30"]) }
        let player = try Player.playing(camera)
        camera.deliver(bytes: jpeg)
        camera.deliver(bytes: Array(jpeg.prefix(20)))
        camera.deliver(bytes: [1, 2, 3])
        camera.deliver(bytes: jpeg)
        #expect(player.play { $0.samples.count == 2 })
        let format = try #require(player.samples.first?.format)
        #expect(format.pixelFormat == .i422)
        #expect(format.size == PixelSize(width: 64, height: 32))
        #expect(format.colorimetry.range == .full && format.colorimetry.matrix == .bt601)
        #expect(player.stream.status.codec == "mjpeg")
        #expect(player.ledger.snapshot().dropped[.decodeError] == 2)
        // Decoded at once: the driver has all its buffers back.
        #expect(player.waits { _ in camera.state.withLock { $0.queued.count == 8 } })
    }
}
