import Media
import Testing

@testable import Demuxing
@testable import Ingest

/// Which pictures may differ, while packets are decoded with less and after.
@Suite struct ExactnessTests {
    private func time(_ number: Int64) -> MediaTime { MediaTime(nanoseconds: number) }

    @Test func picturesAreExactUntilDecodingGetsFast() {
        var exactness = Exactness()
        exactness.send(time(0), isKey: true)
        let before = exactness.isApproximate(time(0), isEntry: true)
        exactness.decode(fast: true)
        let after = (1...2).map { exactness.isApproximate(time($0), isEntry: $0 == 2) }
        #expect(!before && after == [true, true])
    }

    /// The key picture that was sent before is exact itself, but those that refer to
    /// it were decoded fast.
    @Test func onlyAKeyPictureSentAfterwardsEndsIt() {
        var exactness = Exactness()
        exactness.decode(fast: true)
        exactness.send(time(5), isKey: true)
        exactness.decode(fast: false)
        let early = (5...6).map { exactness.isApproximate(time($0), isEntry: $0 == 5) }
        exactness.send(time(10), isKey: true)
        let late = (9...11).map { exactness.isApproximate(time($0), isEntry: $0 == 10) }
        #expect(early == [true, true])
        #expect(late == [true, false, false])
    }

    @Test func aRefreshBitByBitIsNoKeyPicture() {
        var exactness = Exactness()
        exactness.decode(fast: true)
        exactness.decode(fast: false)
        exactness.send(time(3), isKey: true)
        let answers = (3...4).map { exactness.isApproximate(time($0), isEntry: $0 == 4) }
        #expect(answers == [true, false])
    }

    @Test func withoutTimesNothingIsKnownToBeExactBeforeAFlush() {
        var exactness = Exactness()
        exactness.decode(fast: true)
        exactness.decode(fast: false)
        exactness.send(nil, isKey: true)
        let before = exactness.isApproximate(nil, isEntry: true)
        exactness.flush()
        let after = exactness.isApproximate(nil, isEntry: false)
        #expect(before && !after)
    }

    @Test func aFlushDoesNotEndFastDecoding() {
        var exactness = Exactness()
        exactness.decode(fast: true)
        exactness.flush()
        let isApproximate = exactness.isApproximate(time(0), isEntry: true)
        #expect(exactness.isFast && isApproximate)
    }
}
