import Media
import Presentation
import Testing

@Suite struct ReconnectPolicyTests {
    @Test func delaysGrowToFiveSecondsAndStayThere() {
        var policy = ReconnectPolicy()
        let delays = (0..<200).map { _ in policy.nextDelay(random: 0).count / 1_000_000 }
        #expect(delays.prefix(6) == [250, 500, 1000, 2000, 4000, 5000])
        #expect(delays.dropFirst(5).allSatisfy { $0 == 5000 })
    }

    @Test func whatLastsIsTriedMoreAndMoreSeldom() {
        var policy = ReconnectPolicy()
        let delays = (0..<20).map { _ in
            policy.nextDelay(random: 0, after: .lasting).count / 1_000_000
        }
        #expect(delays.prefix(9) == [250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 60000])
        #expect(delays.dropFirst(9).allSatisfy { $0 == 60000 })
    }

    /// P passes, L lasts, C is costly; the delays in seconds, and in quarters of one.
    @Test(
        arguments: [
            // A server is back before its streams are.
            ("PPPPPPPPPPLLLLLLLLLL", [5, 5, 5, 5, 5, 8, 16, 32, 60, 60]),
            // It answered for long, and then went away.
            ("LLLLLLLLLLPPP", [5, 5, 5]),
            ("LLLLLLLLLLPLLLLLLL", [5, 5, 5, 5, 5, 8, 16]),
            ("CCC", [60, 60, 60]), ("PCLPL", [0.25, 60, 60, 2, 4]),
            ("PLPLPLPLPLPL", [0.25, 0.5, 1, 2, 4, 5, 5, 5, 5, 5, 5, 5]),
        ] as [(String, [Double])]
    )
    func onlyWhatLastsInARowIsTriedMoreSeldom(faults: String, delays: [Double]) {
        var policy = ReconnectPolicy()
        let seconds = faults.map {
            policy.nextDelay(
                random: 0,
                after: $0 == "C" ? .costly : $0 == "L" ? .lasting : .passing
            ).seconds
        }
        #expect(seconds.suffix(delays.count) == delays[...])
    }

    @Test(arguments: [0, 0.5, 0.999_999, -1, 7, .nan] as [Double])
    func chanceTakesUpToHalf(random: Double) {
        var policy = ReconnectPolicy()
        for longest in [250, 500, 1000, 2000, 4000, 5000, 5000] as [Int64] {
            let delay = policy.nextDelay(random: random)
            #expect(delay <= .milliseconds(longest))
            #expect(delay >= .milliseconds(longest) / 2)
        }
    }

    @Test func aFlappingSourceIsNotHammered() {
        var policy = ReconnectPolicy()
        var delay = Nanoseconds.zero
        for round in 0..<10 as Range<Int64> {
            delay = policy.nextDelay(random: 0)
            for picture in 0..<30 as Range<Int64> {
                policy.succeeded(at: .milliseconds(round * 60_000 + picture * 33))
            }
        }
        #expect(delay == ReconnectPolicy.longestDelay)
    }

    @Test func aStableSourceIsTriedAgainAtOnce() {
        var policy = ReconnectPolicy()
        for _ in 0..<10 { _ = policy.nextDelay(random: 0, after: .lasting) }
        for picture in 0...200 as ClosedRange<Int64> {
            policy.succeeded(at: .milliseconds(picture * 33))
        }
        #expect(policy.nextDelay(random: 0, after: .lasting) == ReconnectPolicy.firstDelay)
    }
}

@Suite struct StallDetectorTests {
    /// The interval of pictures and the patience with them, in milliseconds.
    @Test(
        arguments: [(33, 500), (40, 500), (100, 500), (200, 600), (1000, 3000)]
            as [(Int64, Int64)]
    )
    func patienceIsThreeIntervalsAndHalfASecondAtLeast(interval: Int64, patience: Int64) {
        var detector = StallDetector()
        for index in 0...60 { detector.picture(at: .milliseconds(Int64(index) * interval)) }
        let last = 60 * interval
        #expect(detector.deadline == .milliseconds(last + patience))
        #expect(!detector.isStalled(at: .milliseconds(last + patience - 1)))
        #expect(detector.isStalled(at: .milliseconds(last + patience)))
    }

    @Test func beforeTheFirstPictureNothingStalls() {
        let detector = StallDetector(frameInterval: .milliseconds(40))
        #expect(detector.deadline == nil)
        #expect(!detector.isStalled(at: .milliseconds(1_000_000)))
    }

    @Test func theStatedIntervalCountsUntilArrivalsShowBetter() {
        var detector = StallDetector(frameInterval: .milliseconds(1000))
        detector.picture(at: .milliseconds(0))
        #expect(detector.deadline == .milliseconds(3000))
    }

    @Test func aStallDoesNotTeachPatience() {
        var detector = StallDetector()
        for index in 0...100 { detector.picture(at: .milliseconds(Int64(index) * 40)) }
        detector.picture(at: .milliseconds(64_000))
        #expect(detector.deadline == .milliseconds(64_500))
    }

    /// How far apart pictures come, 50 and then 20 of them, and how often that is a stall.
    @Test(
        arguments: [(40, 1_000, 1), (40, 1_900, 1), (40, 4_000, 2), (1_000, 40, 0), (33, 450, 0)]
            as [(Int64, Int64, Int)]
    )
    func aStreamThatSlowsDownIsSoonKnown(before: Int64, after: Int64, stalls: Int) {
        var detector = StallDetector(frameInterval: .milliseconds(before))
        var (now, count) = (MonotonicTime.milliseconds(0), 0)
        for distance in Array(repeating: before, count: 50) + Array(repeating: after, count: 20) {
            detector.picture(at: now)
            now = now + .milliseconds(distance)
            if detector.isStalled(at: now) { count += 1 }
        }
        #expect(count == stalls)
    }

    /// Two stalls, with pictures in between as they always came.
    @Test func aStallBehindPicturesIsNoticedInTime() {
        var detector = StallDetector()
        for index in 0...50 { detector.picture(at: .milliseconds(Int64(index) * 40)) }
        for index in 0...2 { detector.picture(at: .milliseconds(3_500 + Int64(index) * 40)) }
        #expect(detector.deadline == .milliseconds(4_080))
    }

    @Test func arrivalJitterDoesNotStall() {
        var detector = StallDetector()
        let pictures = VirtualSource(rate: .named("25"), jitter: .milliseconds(60), seed: 2)
            .pictures(seconds: 600)
        let stalls = pictures.count { picture in
            defer { detector.picture(at: picture.arrived) }
            return detector.isStalled(at: picture.arrived)
        }
        #expect(stalls == 0)
    }

    @Test func aReconnectionWaitsForItsFirstPicture() {
        var detector = StallDetector()
        detector.picture(at: .milliseconds(0))
        detector.restart()
        #expect(detector.deadline == nil)
    }
}

@Suite struct PlaceholderPolicyTests {
    @Test func theLastPictureStaysForTwoSeconds() {
        var policy = PlaceholderPolicy(holdTime: .milliseconds(2000))
        #expect(policy.deadline == nil)
        policy.lost(at: .milliseconds(1000))
        policy.lost(at: .milliseconds(2500))  // extends nothing
        #expect(!policy.isDue(at: .milliseconds(2999)))
        #expect(policy.isDue(at: .milliseconds(3000)))
        policy.recovered()
        #expect(!policy.isDue(at: .milliseconds(9000)))
    }
}
