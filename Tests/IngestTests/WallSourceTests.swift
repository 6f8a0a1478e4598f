import FrameTransport
import Media
import Presentation
import TestSupport
import Testing

@testable import Addressing
@testable import Ingest
@testable import Streams

/// What files say that have the time of a wall.
@Suite struct WallSourceTests {
    /// What cannot be sought in would be read from its beginning each time.
    @Test func whatCannotBeSoughtInHasNoRound() throws {
        let path = try Clips.make("wall.mkv", "-i \(Clips.h264()) -c copy")
        let file = try Player(path) { $0.loop = true }
        #expect(file.play { !$0.samples.isEmpty })
        let round = try #require(file.stream.wallRound)
        #expect(round.duration >= .milliseconds(1600))
        let bytes = try Clips.bytes(of: path)
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: video/x-matroska\r\n"
            + "Content-Length: \(bytes.count)\r\n\r\n"
        let server = try TCPServer(.endsAfter(Array(head.utf8) + bytes))
        defer { server.end() }
        let player = try Player("http://127.0.0.1:\(server.port)/a.mkv") { $0.loop = true }
        #expect(player.play { !$0.samples.isEmpty })
        #expect(player.stream.status.duration != nil)
        #expect(player.stream.wallRound == nil)
        #expect(player.stop())
    }

    /// The first picture behind the end that is dropped says of the next that it is that, but for
    /// one that was sought.
    @Test(arguments: [false, true]) func aSeekLeavesTheEndBehind(isSought: Bool) throws {
        let stream = try IngestStream(
            configuration: StreamConfiguration(id: StreamID(sanitizing: "a"), url: "/a.mp4"),
            ledger: FrameLedger()
        )
        let shared = stream.shared
        let publisher = PicturePublisher(shared: shared, producer: shared.takeProducer())
        publisher.drop(Self.sample([.discontinuity, .loop]), isSought ? .flush : .rate)
        if isSought { publisher.begin(1) }
        var next = Self.sample([])
        #expect(publisher.place(&next))
        #expect(next.attachments == (isSought ? .discontinuity : [.discontinuity, .loop]))
    }

    private static func sample(_ attachments: SampleBuffer.Attachments) -> SampleBuffer {
        SampleBuffer(
            picture: .none,
            format: FormatDescription(pixelFormat: .i420, size: PixelSize(width: 16, height: 16)),
            number: 0,
            pts: .zero,
            attachments: attachments,
            decoded: MonotonicTime(nanoseconds: 0)
        )
    }
}
