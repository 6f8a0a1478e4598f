import Testing

@testable import Exporting

/// Which packets are kept, and what that comes to.
@Suite struct TrimPlanTests {
    /// One row: the picture's time and when it is decoded; what becomes of it where the part is
    /// from 100 to 200.
    @Test(
        arguments: [
            (100, 80, .keep), (90, 85, .leaveOut),  // it refers to what is before the key picture
            (120, 110, .keep), (199, 180, .keep),
            (210, 190, .hold),  // one before the end may refer to it
            (220, 200, .isOver), (200, 200, .isOver),
        ] as [(Int64, Int64, TrimPlan.Verdict)]
    )
    func picturesAreKeptInTheOrderOfDecoding(
        time: Int64,
        decode: Int64,
        is verdict: TrimPlan.Verdict
    ) {
        let packet = TrimPlan.Packet(isVideo: true, time: time, decodeTime: decode, duration: 10)
        #expect(TrimPlan(start: 100, end: 200).verdict(on: packet) == verdict)
        let open = TrimPlan(start: 100, end: nil).verdict(on: packet)
        #expect(open == ([.isOver, .hold].contains(verdict) ? .keep : verdict))
    }

    @Test(
        arguments: [
            (80, .leaveOut), (90, .leaveOut), (91, .keep), (100, .keep), (199, .keep),
            (200, .isOver),
        ] as [(Int64, TrimPlan.Verdict)]
    )
    func whatIsHeardIsKeptWhereItIsNotOver(time: Int64, is verdict: TrimPlan.Verdict) {
        let packet = TrimPlan.Packet(isVideo: false, time: time, decodeTime: time, duration: 10)
        #expect(TrimPlan(start: 100, end: 200).verdict(on: packet) == verdict)
    }

    @Test func whatIsHiddenLiesBeforeWhatIsWanted() {
        let plan = TrimPlan(start: 3_000_000, end: 9_000_000)
        let cut = TrimCut(
            plan,
            since: 4_200_000,
            ofMovieFrom: 1_000_000,
            lasting: 12_000_000,
            bytes: 12_000
        )
        #expect(cut.actualStart == 2 && cut.hiddenMilliseconds == 1_200)
        #expect(cut.milliseconds == 4_800 && cut.bytes == 6_000 + (1 << 20))
    }

    @Test(
        arguments: [
            (nil, nil, nil), (1, 2, nil), (nil, 20, nil),
            (2, 2, "`out` is 2.0, which is not behind `in`, 2.0"), (nil, 0, "not behind `in`"),
            (10, nil, "it lasts 10.0 seconds"), (12, 14, "`in` is 12.0"), (1e300, nil, "it lasts"),
            (-3, 1, nil),
        ] as [(Double?, Double?, String?)]
    )
    func whatIsNotInItIsRefused(start: Double?, end: Double?, says: String?) {
        let refusal = TrimRange(start: start, end: end).refusal(ofMovieLasting: 10_000_000)
        #expect(refusal?.contains(says ?? "?") ?? (says == nil), "\(refusal ?? "accepted")")
        #expect(TrimRange(start: 1, end: nil).refusal(ofMovieLasting: nil) == nil)
    }
}
