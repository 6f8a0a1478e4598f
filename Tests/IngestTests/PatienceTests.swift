import FrameTransport
import Media
import TestSupport
import Testing

@testable import Addressing
@testable import Ingest
@testable import Streams

/// How long the next picture of a stream may take, as its last ones came.
@Suite struct PatienceTests {
    /// How far apart pictures come, and the patience with them, in milliseconds. The
    /// stream states 30 a second.
    @Test(arguments: [(33, 500), (200, 600), (2_000, 6_000)] as [(Int64, Int64)])
    func theStatusTellsHowPicturesCome(interval: Int64, patience: Int64) throws {
        let stream = try IngestStream(
            configuration: StreamConfiguration(id: StreamID(sanitizing: "a"), url: "udp://h:1"),
            ledger: FrameLedger()
        )
        let shared = stream.shared
        let continuity = SourceContinuity(
            shared: shared,
            publisher: PicturePublisher(shared: shared, producer: shared.takeProducer()),
            frames: nil
        )
        #expect(stream.status.patience == nil)
        continuity.connected(frameInterval: .milliseconds(33))
        for index in 0..<100 as Range<Int64> {
            continuity.pictureOrPacketCame(at: .milliseconds(index * interval))
        }
        let told = try #require(stream.status.patience)
        // Learnt, as an average.
        #expect(told >= .milliseconds(patience) * 99 / 100 && told <= .milliseconds(patience))
    }
}
