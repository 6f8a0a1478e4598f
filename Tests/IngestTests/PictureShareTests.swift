import Decoding
import Media
import TestSupport
import Testing

@testable import Addressing
@testable import Stills

/// The picture that stands for a file, by a share of its duration.
@Suite struct PictureShareTests {
    private static func find(
        _ url: String,
        _ share: Double,
        atLeast pixels: Int32? = nil
    ) throws -> FoundPicture {
        let id = StreamID(sanitizing: "clip")
        return try PictureSearch(StreamConfiguration(id: id, url: url)).find(
            nearShare: share,
            atLeast: pixels,
            within: SearchLimit(deadline: MonotonicTime(nanoseconds: .max)) { false }
        )
    }

    /// Of 1.6 s, with key pictures at 0, 0.48, 0.96 and 1.44 s: the one before the moment if that
    /// is in the second half of the way, the one behind it if that is at most two and a half
    /// times as far, else the picture of the moment.
    @Test(
        arguments: [
            (0.5, 480), (0.7, 960), (0.95, 1_440), (0.1, 160), (0.29, 480), (0.13, 480),
            (0.11, 160), (0, 0), (-1, 0),
            (.nan, 0), (1, 1_440), (7, 1_440),
        ] as [(Double, Int64)]
    )
    func itIsAKeyPictureWhereOneIsNear(share: Double, milliseconds: Int64) throws {
        for (name, arguments) in [("share.mp4", "-c copy"), ("share.mkv", "-c copy")] {
            let path = try Clips.make(name, "-i \(Clips.h264()) \(arguments)")
            let found = try Self.find(path, share)
            #expect(found.picture.pts - found.start == .milliseconds(milliseconds), "\(name)")
            #expect(found.duration == .milliseconds(1_600))
            #expect(found.tier == .exact)
        }
    }

    /// MPEG-TS begins anywhere and has no index.
    @Test(arguments: [0.1, 0.5, 0.9]) func withoutAnIndexItIsNear(share: Double) throws {
        let path = try Clips.make("share.ts", "-i \(Clips.h264()) -c copy")
        let found = try Self.find(path, share)
        let time = (found.picture.pts - found.start).seconds
        #expect(time <= share * 1.6 * 2.5 + 0.001 && time >= share * 0.8 - 0.001)
    }

    @Test func anImageHasOnePicture() throws {
        let path = try Clips.make("share.png", "-f lavfi -i testsrc2=64x48 -frames:v 1")
        for share in [0, 0.1, 0.5, 1] {
            #expect(try Self.find(path, share).picture.pts == .zero)
        }
    }

    /// Of a JPEG as little is decoded as is enough, of what else there is all.
    @Test(
        arguments: [
            ("jpg", nil, 400, 300), ("jpg", 401, 400, 300), ("jpg", 201, 400, 300),
            ("jpg", 200, 200, 150), ("jpg", 100, 100, 75), ("jpg", 50, 50, 38), ("jpg", 1, 50, 38),
            ("png", 50, 400, 300),
        ] as [(String, Int32?, Int32, Int32)]
    )
    func itHasThePixelsThatAreWanted(
        name: String,
        pixels: Int32?,
        width: Int32,
        height: Int32
    ) throws {
        let path = try Clips.make("even.\(name)", "-f lavfi -i testsrc2=400x300 -frames:v 1")
        let found = try Self.find(path, 0.1, atLeast: pixels)
        #expect(found.picture.format.size == PixelSize(width: width, height: height))
    }

    /// Half as high as its stream: less of it is for libavcodec to see, if it sees any.
    @Test func oneFieldOfTwoIsNoSmallPicture() throws {
        let path = try Clips.make(
            "one-field.avi",
            "-f lavfi -i testsrc2=64x32:r=25 -frames:v 3 -c:v mjpeg -pix_fmt yuvj420p"
        )
        #expect(try Self.find(path, 0, atLeast: 8).picture.format.size.height < 32)
        // The size of BITMAPINFOHEADER, the width, and the height.
        let header: [UInt8] = [40, 0, 0, 0, 64, 0, 0, 0, 32, 0, 0, 0]
        let bytes = try Clips.bytes(of: path)
        let place = try #require(bytes.firstRange(of: header)?.lowerBound) + 8
        let fields = try Clips.write(
            "two-fields.avi",
            bytes[..<place] + [64] + bytes[(place + 1)...]
        )
        let found = try? Self.find(fields, 0, atLeast: 8)
        #expect([PixelSize(width: 64, height: 64), nil].contains(found?.picture.format.size))
    }

    /// libavformat would look for `0.png` and so on.
    @Test(arguments: ["share%d.png", "share?*.png"])
    func aNameWithAPatternInItIsThatOfOneFile(name: String) throws {
        let image = try Clips.make("plain.png", "-f lavfi -i testsrc2=64x48 -frames:v 1")
        let path = try Clips.write(name, Clips.bytes(of: image))
        #expect(try Self.find(path, 0.1).picture.format.size == PixelSize(width: 64, height: 48))
    }

    @Test(arguments: ["demo", "rtsp://127.0.0.1/a"]) func whatIsNoFileHasNoShare(url: String) {
        #expect(throws: StillError.notSupported("\(url) has no duration; ask for a time")) {
            try Self.find(url, 0.5)
        }
    }
}
