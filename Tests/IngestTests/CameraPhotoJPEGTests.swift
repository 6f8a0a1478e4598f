import FrameTransport
import Media
import Platform
import TestSupport
import Testing

@testable import Capture
@testable import Decoding
@testable import Streams

/// Photos from a camera whose large pictures are Motion JPEG.
@Suite struct CameraPhotoJPEGTests {
    private static func jpeg() throws -> (bytes: [UInt8], path: String) {
        let path = try Clips.make(
            "photo.jpg",
            "-f lavfi -i testsrc2=256x128 -frames:v 1 -pix_fmt yuvj422p"
        )
        return (try Clips.bytes(of: path), path)
    }

    /// The luma that the `ffmpeg` program decodes.
    private static func luma(of path: String) throws -> [UInt8] {
        // Tests that run side by side each have their own.
        let raw = "\(Clips.directory)/photo-\(UInt64.random(in: 0 ... .max)).yuv"
        let arguments = "-v error -y -i \(path) -f rawvideo -pix_fmt yuvj422p \(raw)"
        _ = try Command.run("ffmpeg", arguments.split(separator: " ").map(String.init))
        return Array(try Clips.bytes(of: raw).prefix(256 * 128))
    }

    @Test func aPhotoIsTheDecodedPictureAndNoneThatWasCutOff() throws {
        let (jpeg, path) = try Self.jpeg()
        let camera = try FakeCamera.withPhotos("MJPG 256x128@30")
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.waits { _ in camera.isLarge })
        camera.deliver(bytes: Array(jpeg.prefix(jpeg.count / 2)))
        #expect(player.waits { _ in camera.state.withLock { $0.queued.count == 3 } })
        camera.deliver(bytes: [1, 2, 3])
        // As drivers fill up.
        camera.deliver(bytes: jpeg + [0, 0, 0])
        let photo = try call.photo()
        #expect(photo.mode == "256x128 MJPEG")
        #expect(photo.picture.format.pixelFormat == .i422)
        #expect(photo.picture.format.colorimetry.range == .full)
        #expect(try photo.picture.bytes == Self.luma(of: path))
        #expect(player.playsOn(camera))
        #expect(player.samples.last?.format.pixelFormat == .yuyv)
    }

    @Test func theExposureOfDecodedPicturesSettlesToo() throws {
        let (jpeg, _) = try Self.jpeg()
        let camera = try FakeCamera.withPhotos("MJPG 256x128@30")
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream, PhotoWish(settle: .milliseconds(5_000)))
        #expect(
            player.play { _ in
                camera.deliver(bytes: camera.isLarge ? jpeg : [])
                return call.result != nil
            }
        )
        #expect(try call.photo().isConverged)
    }

    /// Some cameras never write the end of a JPEG.
    @Test func aCameraThatEndsNoPictureTakesPhotosAllTheSame() throws {
        let open = Array(try Self.jpeg().bytes.dropLast(2))
        let camera = try FakeCamera.withPhotos("MJPG 256x128@30")
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(
            player.play { _ in
                camera.deliver(bytes: camera.isLarge ? open : [])
                return call.result != nil
            }
        )
        #expect(try call.photo().picture.format.size == PixelSize(width: 256, height: 128))
    }

    @Test func aVideoOfMotionJPEGGivesItsNextPicture() throws {
        let (jpeg, path) = try Self.jpeg()
        let camera = try FakeCamera { $0.offer = CameraOffer(lines: ["MJPG 256x128@1/60"]) }
        let player = try Player.playing(camera)
        camera.deliver(bytes: jpeg)
        #expect(player.play { $0.samples.count == 1 })
        #expect(player.waitFor { $0.state == .playing })
        let call = try PhotoCall(player.stream)
        #expect(
            player.play { _ in
                camera.deliver(bytes: jpeg)
                return call.result != nil
            }
        )
        let photo = try call.photo()
        #expect(try photo.picture.bytes == Self.luma(of: path))
        #expect(camera.sizes == ["256x128"])
    }
}
