import FrameTransport
import Media
import Testing

@testable import Ingest
@testable import Streams

@Suite struct LookAheadTests {
    @Test(
        arguments: [
            ("1", 2), ("24", 2), ("25", 2), ("30000/1001", 2), ("30", 2), ("33", 2),
            ("34", 3), ("50", 4), ("60000/1001", 5), ("60", 5), ("90", 8), ("120", 8),
            ("240", 8),
        ]
    )
    func everyRateGetsTheSameTimeWithinBounds(rate: String, pictures: Int) throws {
        let rate = try #require(Hertz(text: rate))
        #expect(LookAhead.pictures(every: rate.interval) == pictures)
    }

    @Test(arguments: [nil, .zero, Nanoseconds(-1)] as [Nanoseconds?])
    func aStreamWithoutARateGetsTheUsual(interval: Nanoseconds?) {
        #expect(LookAhead.pictures(every: interval) == LookAhead.usual)
    }

    @Test(arguments: [("30", 2), ("60", 5), ("120", 8)])
    func aFileThatNobodyTakesFromDecodesThatFarAhead(rate: String, pictures: Int) throws {
        let player = try Player("test:64x36@\(rate)")
        // One more has come and waits for room.
        #expect(player.waitFor { _ in player.ledger.snapshot().received > pictures })
        #expect(player.ledger.snapshot().received == pictures + 1)
        #expect(player.stream.pool.heldCount == pictures)
    }
}
