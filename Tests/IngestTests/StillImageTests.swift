import FrameTransport
import Glibc
import Media
import Platform
import Testing

@testable import Addressing
@testable import Ingest
@testable import Streams

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

    /// Of whatever form, and wherever it is.
    @Test(arguments: ["still-i.jpg", "still-j.webp", "still-k.bmp", "still-l.tiff"])
    func anImageLastsAsLongAsOneLikes(name: String) throws {
        let path = try Clips.make(name, "-f lavfi -i testsrc2=64x48 -frames:v 1 -f image2")
        let server = try PlaylistServer()
        for url in [path, server.url("files", name)] {
            let player = try Player(url) { $0.stillDuration = .milliseconds(700) }
            #expect(player.playToEnd())
            #expect(player.samples.map(\.duration) == [.milliseconds(700)])
        }
    }

    /// What may be animated is an image where it is not.
    @Test(
        arguments: [
            ("still-l.gif", 1, [700]), ("still-m.gif", 3, [100, 100, 100]),
            ("still-n.png", 2, [100, 100]),
        ] as [(String, Int, [Int64])]
    )
    func onlyWhatIsAnimatedHasATimeOfItsOwn(
        name: String,
        pictures: Int,
        milliseconds: [Int64]
    ) throws {
        let format = name.hasSuffix("png") ? "apng" : "gif"
        let path = try Clips.make(
            name,
            "-f lavfi -i testsrc2=64x48:r=10 -frames:v \(pictures) -f \(format)"
        )
        let server = try PlaylistServer()
        // What is animated in a PNG file is live where a server sends it.
        for url in [path] + (format == "gif" ? [server.url("files", name)] : []) {
            let player = try Player(url) { $0.stillDuration = .milliseconds(700) }
            #expect(player.playToEnd())
            #expect(player.samples.map(\.duration) == milliseconds.map { .milliseconds($0) })
        }
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

    /// What was shown before is no picture of now: each loss has its placeholder.
    @Test func oneThatComesAndGoesIsLostEachTime() throws {
        let image = try Clips.make("still-g.png", "-f lavfi -i testsrc2=64x48 -frames:v 1")
        let path = "\(Clips.directory)/still-h.png"
        let player = try Player(path) { $0.loop = true }
        for round in 1...2 {
            _ = try Clips.write("still-h.png", Clips.bytes(of: image))
            #expect(player.play { $0.samples.count == round })
            try systemCall("unlink") { unlink(path) }
            #expect(player.play { $0.placeholders.count >= round })
        }
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    /// However slowly they are to be shown.
    @Test func oneThatIsReplacedAgainAndAgainIsShownEachTime() throws {
        let image = try Clips.bytes(
            of: Clips.make("still-i.png", "-f lavfi -i testsrc2=64x48 -frames:v 1")
        )
        let path = try Clips.write("still-j.png", image)
        let player = try Player(path, maximumRate: Hertz(numerator: 5)) { $0.loop = true }
        for count in 1...5 {
            #expect(player.play { $0.samples.count == count })
            // Another file by its size.
            _ = try Clips.write("still-j.png", image + Array(repeating: 0, count: count))
        }
        #expect(player.stop())
        #expect(player.ledger.snapshot().dropped[.rate] ?? 0 == 0)
    }

    @Test func aPipeIsRefusedWhateverItIsCalled() throws {
        let path = "\(Clips.directory)/still-k.jpg"
        try systemCall("mkfifo") { mkfifo(path, 0o600) }
        let player = try Player(path)
        #expect(player.play { $0.stream.status.state == .failed })
        #expect(player.stream.status.reason?.contains("named pipe") == true)
    }
}
