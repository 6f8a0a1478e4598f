import FrameTransport
import Media
import Testing

@testable import Ingest

/// An image is a stream of one picture.
@Suite struct StillImageTests {
    /// A JPEG and a PNG of the same size.
    @Test(arguments: ["still-a.jpg", "still-b.JPEG", "still-c.png"])
    func anImageIsDecodedOnceAndEnds(name: String) throws {
        let kind = name.hasSuffix("png") ? "png" : "mjpeg"
        let path = try Clips.make(
            name,
            "-f lavfi -i testsrc2=64x48 -frames:v 1 -c:v \(kind) -f image2"
        )
        let player = try Player(path) { $0.digests = true }
        #expect(player.playToEnd())
        #expect(player.samples.count == 1)
        #expect(player.stream.status.state == .ended && player.stream.status.isStill)
        #expect(player.samples.first?.format.size == PixelSize(width: 64, height: 48))
        let reference = try Clips.referenceDigests(of: path)
        #expect(player.samples.compactMap { $0.digest.map { "\($0)" } } == reference)
        let ledger = player.ledger.snapshot()
        #expect(ledger.received == 1 && ledger.inFlight == 0)
    }

    @Test func oneThatLoopsIsHeld() throws {
        let path = try Clips.make("still-d.jpg", "-f lavfi -i testsrc2=64x48 -frames:v 1")
        let player = try Player(path) { $0.loop = true }
        #expect(player.play { $0.stream.status.isStill && !$0.samples.isEmpty })
        #expect(player.samples.count == 1 && player.stream.status.state == .playing)
        #expect(player.stop())
    }

    /// An animated PNG is a video, whatever it is called.
    @Test func anAnimatedImagePlays() throws {
        let path = try Clips.make(
            "still-e.png",
            "-f lavfi -i testsrc2=64x48:r=10 -frames:v 5 -f apng"
        )
        let player = try Player(path)
        #expect(player.playToEnd())
        #expect(player.samples.count == 5)
    }

    @Test func whatIsNoImageSaysSo() throws {
        let path = try Clips.write("still-f.png", Array("no picture at all".utf8))
        let player = try Player(path)
        #expect(player.play { $0.stream.status.state == .failed })
        #expect(player.samples.isEmpty)
    }
}
