import Media
import Testing

@Suite struct NanosecondsTests {
    @Test(
        arguments: [
            (0, 0), (1, 1_000_000_000), (-1, -1_000_000_000), (0.5e-9, 1), (-0.5e-9, -1),
            (0.49e-9, 0), (.nan, 0), (.infinity, .max), (-.infinity, .min), (1e300, .max),
            (-1e300, .min), (9.3e9, .max), (-9.3e9, .min),
        ] as [(Double, Int64)]
    )
    func secondsRoundAndSaturate(seconds: Double, nanoseconds: Int64) {
        #expect(Nanoseconds.seconds(seconds) == Nanoseconds(nanoseconds))
    }

    @Test func theMagnitudeOfTheLeastIsTheGreatest() {
        #expect(Nanoseconds(.min).magnitude == Nanoseconds(.max))
        #expect(Nanoseconds(-5).magnitude == Nanoseconds(5))
    }

    @Test func arithmeticAtTheEdgesWrapsAndDoesNotTrap() {
        #expect(Nanoseconds(.max) + Nanoseconds(1) == Nanoseconds(.min))
        #expect(Nanoseconds(.min) - Nanoseconds(1) == Nanoseconds(.max))
        #expect(Nanoseconds(.max) * 2 == Nanoseconds(-2))
        #expect(-Nanoseconds(.min) == Nanoseconds(.min))
    }

    @Test func divisionRoundsTowardsZero() {
        #expect(Nanoseconds(7) / 2 == Nanoseconds(3))
        #expect(Nanoseconds(-7) / 2 == Nanoseconds(-3))
    }
}

@Suite struct TimestampTests {
    @Test func aDifferenceAddedGivesTheOtherEnd() {
        let early = MonotonicTime.milliseconds(1500)
        let late = MonotonicTime(nanoseconds: 9_000_000_001)
        #expect(early + (late - early) == late)
        #expect(late - (late - early) == early)
        #expect(early < late)

        let first = MediaTime(nanoseconds: -7)
        let second = MediaTime.milliseconds(3)
        #expect(first + (second - first) == second)
        #expect(second - (second - first) == first)
    }

    @Test func secondsAreThoseOfTheCount() {
        #expect(MonotonicTime.milliseconds(1500).seconds == 1.5)
        #expect(MediaTime(nanoseconds: -250_000_000).seconds == -0.25)
        #expect(MediaTime.zero.nanoseconds == 0)
    }
}

@Suite struct HertzTests {
    @Test(
        arguments: [
            (30, 1, 33_333_333), (60, 1, 16_666_667), (30000, 1001, 33_366_667),
            (24000, 1001, 41_708_333), (1, 1, 1_000_000_000), (25, 2, 80_000_000),
            (.max, 1, 0), (1, .max, 2_147_483_647_000_000_000),
        ] as [(Int32, Int32, Int64)]
    )
    func theIntervalIsRoundedToTheNearest(numerator: Int32, denominator: Int32, count: Int64) {
        let rate = Hertz(numerator: numerator, denominator: denominator)
        #expect(rate?.interval == Nanoseconds(count))
    }

    @Test(arguments: [(0, 1), (1, 0), (-30, 1), (30, -1), (-30, -1)] as [(Int32, Int32)])
    func onlyPositiveRatesExist(numerator: Int32, denominator: Int32) {
        #expect(Hertz(numerator: numerator, denominator: denominator) == nil)
    }

    @Test func wholeRatesPrintWithoutADenominator() {
        #expect("\(Hertz.thirty)" == "30")
        #expect(Hertz(numerator: 30000, denominator: 1001)?.description == "30000/1001")
    }
}
