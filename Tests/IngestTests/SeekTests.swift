import FrameTransport
import Ingest
import Media
import Platform
import TestSupport
import Testing

@testable import Addressing
@testable import Streams

/// Going to the picture of a time.
@Suite struct SeekTests {
    /// What is in the file, and whether its container says when pictures are shown.
    @Test(arguments: ["mp4", "mkv", "ts", "h264"])
    func everyPictureIsFound(container: String) throws {
        let path = try Self.clip(container)
        let player = try Player(path) { $0.digests = true }
        #expect(player.playToEnd())
        let pictures = player.samples
        #expect(pictures.count == 40)
        let start = try #require(pictures.first).pts
        var epoch: UInt16 = 0
        // Behind the end, before the start, to and fro.
        for index in [39, 0, 17, 16, 18, 5, 38, 24, 25, 26, 1] {
            epoch += 1
            let picture = pictures[index]
            let middle = picture.pts + .milliseconds(20)
            let answer = try #require(player.seek(to: .zero + (middle - start), epoch: epoch))
            #expect(answer.digest == picture.digest, "\(index)")
            #expect(answer.attachments.isSuperset(of: [.discontinuity, .displayImmediately]))
        }
        // From the last one on everything comes.
        let count = player.samples.count
        #expect(player.play { $0.stream.isDelivered(behind: epoch) })
        while player.takeOne() {}
        #expect(player.samples[count...].map(\.digest) == pictures[2...].map(\.digest))
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
        #expect(player.stream.pool.heldCount == 0)
    }

    /// An AVI says when packets are decoded, not when their pictures are shown.
    @Test func withoutTimesOfPresentationItIsOneNearby() throws {
        let player = try Player(Self.clip("avi")) { $0.digests = true }
        #expect(player.playToEnd())
        let pictures = player.samples
        for (epoch, index) in zip(UInt16(1)..., [20, 5, 30, 3]) {
            let time = MediaTime.zero + (pictures[index].pts - pictures[0].pts)
            let answer = try #require(player.seek(to: time, epoch: epoch))
            let found = try #require(pictures.firstIndex { $0.digest == answer.digest })
            #expect(abs(found - index) <= 2)
        }
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    @Test func beyondTheEndIsTheLastPictureAndBeforeTheFirstTheFirst() throws {
        let player = try Player(Self.clip("mp4")) { $0.digests = true }
        #expect(player.playToEnd())
        let pictures = player.samples
        let last = try #require(player.seek(to: .milliseconds(60_000), epoch: 1))
        #expect(last.digest == pictures.last?.digest)
        #expect(player.play { $0.stream.isDelivered(behind: 1) })
        #expect(player.stream.status.state == .playing)
        player.stream.shownToEnd(behind: 1)
        #expect(player.stream.status.state == .ended)
        let first = try #require(player.seek(to: .zero, epoch: 2))
        #expect(first.digest == pictures.first?.digest)
        #expect(player.stream.status.state == .playing)
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    /// Nobody takes a picture between: the ring is full, and the thread waits for room.
    @Test func theLastOfManyCounts() throws {
        let player = try Player(Self.clip("mp4")) { $0.digests = true }
        #expect(player.waitUntilItRests())
        for epoch in UInt16(1)...100 {
            player.stream.seek(to: .milliseconds(Int64(epoch) * 15), epoch: epoch)
        }
        let answer = try #require(player.answer(behind: 100))
        #expect(answer.pts == .milliseconds(1480))
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
        #expect(player.stream.pool.heldCount == 0)
    }

    /// A lost stream's position is not what it was before, once it has begun to go elsewhere.
    @Test func whereItGoesIsToldUntilAPictureOfThereIs() throws {
        let controls = try IngestControls()
        let target = MediaTime.milliseconds(100_000)
        #expect(controls.seekTarget(displaying: nil) == nil)
        controls.seek(to: target, epoch: 1)
        #expect(controls.takeSeek()?.position == target)
        #expect(controls.seekTarget(displaying: nil) == target)
        #expect(controls.seekTarget(displaying: 0) == target)
        #expect(controls.seekTarget(displaying: 1) == nil)
        controls.published(behind: 1)
        #expect(controls.seekTarget(displaying: nil) == nil)
        #expect(controls.seekTarget(displaying: 0) == target)
    }

    /// Files that nobody shows rest; the picture that is sought comes all the same.
    @Test func aHiddenStreamGoesThereToo() throws {
        let player = try Player(Self.clip("mp4"), decoding: .idle)
        #expect(player.play { !$0.samples.isEmpty })
        let answer = try #require(player.seek(to: .milliseconds(1000), epoch: 1))
        #expect(answer.pts == .milliseconds(1000))
        #expect(player.stream.seekTarget(displaying: nil) == nil)
        #expect(player.waitUntilItRests())
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    /// Pictures of 60 Hz, of which every other one is left out for its rate.
    @Test func aLimitOfTheRateHidesNoAnswer() throws {
        let path = try Clips.make(
            "seek60.mp4",
            "-f lavfi -i testsrc2=s=96x64:r=60 -frames:v 120 -c:v libx264 -bf 2 -g 60"
                + " -pix_fmt yuv420p"
        )
        let player = try Player(path, maximumRate: .thirty)
        var epoch: UInt16 = 0
        for index in [61, 7, 90, 119, 2] {
            epoch += 1
            let time = MediaTime.zero + Nanoseconds(1_000_000_000 / 60) * Int64(index)
            let answer = try #require(player.seek(to: time + .milliseconds(5), epoch: epoch))
            #expect(abs((answer.pts - time).count) < 1_000_000, "\(index)")
        }
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    /// The one picture that there is, whether it is held or the stream has ended.
    @Test(arguments: [true, false])
    func aStillImageComesAgain(isLooping: Bool) throws {
        let path = try Clips.make("seek.png", "-f lavfi -i testsrc2=64x48 -frames:v 1")
        let player = try Player(path) { $0.loop = isLooping }
        #expect(player.play { !$0.samples.isEmpty })
        #expect(player.waitUntilItRests())
        let answer = try #require(player.seek(to: .milliseconds(500), epoch: 1))
        #expect(answer.number == 1)
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    /// Each seek decodes the picture anew, and the next one comes before that is done.
    @Test(arguments: [true, false])
    func aStillImageIsSoughtInAHurry(isLooping: Bool) throws {
        let path = try Clips.make("seek-large.png", "-f lavfi -i testsrc2=1920x1080 -frames:v 1")
        let player = try Player(path) { $0.loop = isLooping }
        #expect(player.play { !$0.samples.isEmpty })
        for epoch in UInt16(1)...100 {
            player.stream.seek(to: .milliseconds(Int64(epoch)), epoch: epoch)
            while player.takeOne() {}
        }
        #expect(player.answer(behind: 100) != nil)
        #expect(player.stream.status.failure == nil)
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    /// What was kept for the seek is dropped with the connection; a new one takes it up.
    @Test func aSeekGoesOnOverALoss() throws {
        let server = try NetworkTests.halfAClip()
        defer { server.end() }
        let player = try Player("http://127.0.0.1:\(server.port)/a.ts") {
            $0.timeout = .milliseconds(500)
        }
        #expect(player.play { !$0.samples.isEmpty })
        // Behind what ever comes: the end is never reached, and the seek never over.
        player.stream.seek(to: .milliseconds(60_000), epoch: 1)
        #expect(player.play { _ in server.connections.count >= 3 })
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
        #expect(player.stream.pool.heldCount == 0)
    }

    /// Two B pictures, a key picture every twelve.
    private static func clip(_ container: String) throws -> String {
        let source = try Clips.h264()
        guard container != "mp4" else { return source }
        let bitstream = container == "ts" || container == "h264" ? "-bsf:v h264_mp4toannexb" : ""
        return try Clips.make("seek.\(container)", "-i \(source) -c copy \(bitstream)")
    }
}

extension Player {
    /// Goes to a time and takes pictures until the answer has come; nil: it does not.
    func seek(to position: MediaTime, epoch: UInt16) -> SampleBuffer? {
        stream.seek(to: position, epoch: epoch)
        return answer(behind: epoch)
    }

    /// The first picture behind a seek.
    func answer(behind epoch: UInt16) -> SampleBuffer? {
        guard play(until: { $0.samples.last?.epoch == epoch }) else { return nil }
        return samples.last
    }
}
