import Media
import Presentation
import Testing

/// One row of the acceptance table.
struct LimiterRow: Sendable, CustomTestStringConvertible {
    var rate: String
    var jitterMilliseconds: Int64
    var unit: TimestampUnit

    static let rates = ["24", "25", "29.97", "30", "31", "50", "59.94", "60", "120"]
    static let all = rates.flatMap { rate in
        [0, 5].flatMap { jitter in
            TimestampUnit.allCases.map {
                Self(rate: rate, jitterMilliseconds: jitter, unit: $0)
            }
        }
    }

    var testDescription: String { "\(rate) fps, jitter \(jitterMilliseconds) ms, \(unit)" }

    var source: VirtualSource {
        VirtualSource(
            rate: .named(rate),
            jitter: .milliseconds(jitterMilliseconds),
            unit: unit,
            seed: UInt64(bitPattern: Int64(rate.utf8.reduce(0) { $0 &* 31 &+ Int($1) }))
        )
    }
}

/// What came of a source.
struct LimiterOutcome {
    var fps: Double
    var dropped: Int
    /// The share of output intervals more than 8.3 ms off the ideal one.
    var uneven: Double

    init(of pictures: [Arrival], rate: Double, seconds: Double, admits: (Arrival) -> Bool) {
        let admitted = pictures.filter(admits)
        fps = Double(admitted.count) / seconds
        dropped = pictures.count - admitted.count
        let ideal = max(1, (rate / 30).rounded()) / rate
        let off = zip(admitted, admitted.dropFirst()).count { first, second in
            abs(second.taken - first.taken - ideal) > 0.0083
        }
        uneven = Double(off) / Double(max(1, admitted.count - 1))
    }

    /// The contract; nil when it is kept.
    func violation(rate: Double) -> String? {
        if abs(fps - min(rate, 30)) > 0.1 { return "\(fps) fps out" }
        if rate <= 30, dropped > 0 { return "\(dropped) dropped" }
        let ratio = max(1, rate / 30)
        if abs(ratio - ratio.rounded()) < 0.002, uneven > 0.005 { return "\(uneven) uneven" }
        return nil
    }
}

@Suite struct RateLimiterTests {
    @Test(arguments: LimiterRow.all)
    func tenMinutesKeepTheContract(row: LimiterRow) {
        let source = row.source
        var limiter = RateLimiter(maximumRate: .thirty)
        let outcome = LimiterOutcome(
            of: source.pictures(seconds: 600),
            rate: source.rate.value,
            seconds: 600
        ) { limiter.admits($0.pts, arrival: $0.arrived) }
        #expect(outcome.violation(rate: source.rate.value) == nil)
    }

    /// Screens of a wall begin a file anywhere, leave out the same, and keep the contract.
    @Test(arguments: ["50", "59.94", "60", "120"], TimestampUnit.allCases)
    func slotsOfTheFileAreTheSameFromAnywhere(rate: String, unit: TimestampUnit) {
        let source = VirtualSource(rate: .named(rate), jitter: .zero, unit: unit, seed: 1)
        let pictures = source.pictures(seconds: 600)
        let start = pictures[0].pts
        func taken(from first: Int) -> [MediaTime] {
            var limiter = RateLimiter(maximumRate: .thirty)
            limiter.laySlots(from: start, pictures: source.rate.interval)
            return pictures[first...].filter { limiter.admits($0.pts, arrival: $0.arrived) }.map(
                \.pts
            )
        }
        let all = taken(from: 0)
        for first in [1, 2, 17, 1_001, 20_000] {
            // The first one is shown whatever it is.
            #expect(taken(from: first).dropFirst() == all.filter { $0 > pictures[first].pts }[...])
        }
        var limiter = RateLimiter(maximumRate: .thirty)
        limiter.laySlots(from: start, pictures: source.rate.interval)
        let outcome = LimiterOutcome(of: pictures, rate: source.rate.value, seconds: 600) {
            limiter.admits($0.pts, arrival: $0.arrived)
        }
        #expect(outcome.violation(rate: source.rate.value) == nil)
    }

    /// Nothing is left out of what is not faster than the cap.
    @Test(arguments: ["24", "29.97", "30"]) func slotsOfASlowFileChangeNothing(rate: String) {
        let source = VirtualSource(rate: .named(rate), jitter: .zero, unit: .millisecond, seed: 1)
        let pictures = source.pictures(seconds: 60)
        var limiter = RateLimiter(maximumRate: .thirty)
        limiter.laySlots(from: pictures[0].pts, pictures: source.rate.interval)
        #expect(pictures.allSatisfy { limiter.admits($0.pts, arrival: $0.arrived) })
    }

    /// The rule that everyone writes first. The table must be able to fail.
    @Test func comparingArrivalsBreaksTheContract() {
        let broken = LimiterRow.all.filter { row in
            let source = row.source
            var last: MonotonicTime?
            let outcome = LimiterOutcome(
                of: source.pictures(seconds: 60),
                rate: source.rate.value,
                seconds: 60
            ) { picture in
                if let last, picture.arrived - last < Hertz.thirty.interval { return false }
                last = picture.arrived
                return true
            }
            return outcome.violation(rate: source.rate.value) != nil
        }
        #expect(broken.count > LimiterRow.all.count / 2)
        #expect(broken.contains { $0.rate == "30" && $0.jitterMilliseconds == 5 })
    }

    /// Timestamps may be shaky too: cameras stamp pictures when they arrive.
    @Test(arguments: ["24", "25", "30"])
    func shakyTimestampsOfASlowSourceDropNothing(rate: String) {
        var limiter = RateLimiter(maximumRate: .thirty)
        let pictures = VirtualSource(rate: .named(rate), jitter: .milliseconds(5), seed: 7)
            .pictures(seconds: 600)
        // The first second is for learning: two pictures 20 ms apart may be 50 fps.
        let dropped = pictures.filter { picture in
            let pts = MediaTime(nanoseconds: picture.arrived.nanoseconds)
            return !limiter.admits(pts, arrival: picture.arrived) && picture.taken > 1
        }
        #expect(dropped.isEmpty)
    }

    @Test(arguments: ["31", "50", "59.94", "60", "90", "120"])
    func shakyTimestampsOfAFastSourceKeepTheCap(rate: String) {
        var limiter = RateLimiter(maximumRate: .thirty)
        let pictures = VirtualSource(rate: .named(rate), jitter: .milliseconds(3), seed: 9)
            .pictures(seconds: 600)
        let admitted = pictures.count { picture in
            let pts = MediaTime(nanoseconds: picture.arrived.nanoseconds)
            return limiter.admits(pts, arrival: picture.arrived)
        }
        #expect(abs(Double(admitted) / 600 - 30) <= 0.15)
    }

    @Test func noCapAdmitsEverything() {
        var limiter = RateLimiter(maximumRate: nil)
        let pictures = VirtualSource(rate: .named("120")).pictures(seconds: 1)
        let admitted = pictures.count { limiter.admits($0.pts, arrival: $0.arrived) }
        #expect(admitted == pictures.count)
    }

    @Test(arguments: ["5", "10", "15", "25", "50", "60"])
    func otherCapsHoldToo(cap: String) {
        var limiter = RateLimiter(maximumRate: .named(cap))
        let admitted = VirtualSource(rate: .named("60"), unit: .millisecond)
            .pictures(seconds: 600)
            .count { limiter.admits($0.pts, arrival: $0.arrived) }
        #expect(abs(Double(admitted) / 600 - Hertz.named(cap).value) <= 0.1)
    }
}

/// What attachments say.
@Suite struct RateLimiterSampleTests {
    @Test func discontinuitiesOfASlowSourceLoseNothing() {
        var limiter = RateLimiter(maximumRate: .thirty)
        let admitted = (0..<100).count { number in
            let attachments: SampleBuffer.Attachments = number % 25 == 0 ? .discontinuity : []
            return limiter.admits(
                .test(
                    0,
                    pts: .milliseconds(Int64(number % 25) * 40),
                    attachments: attachments
                ),
                arrival: .milliseconds(5)
            )
        }
        #expect(admitted == 100)
    }

    @Test func whatIsAskedForIsAdmittedBetweenSlots() {
        var limiter = RateLimiter(maximumRate: .thirty)
        for milliseconds in 0..<20 as Range<Int64> {
            let urgent = SampleBuffer.test(
                0,
                pts: .milliseconds(milliseconds),
                attachments: .displayImmediately
            )
            let isAdmitted = limiter.admits(urgent, arrival: .milliseconds(0))
            #expect(isAdmitted)
        }
    }
}

/// Timestamps that make no sense.
@Suite struct RateLimiterDiscontinuityTests {
    /// Admitted pictures a second of a source whose timestamps `pts` makes up.
    private func outputRate(
        of rate: String,
        seconds: Double = 60,
        pts: (Arrival) -> MediaTime
    ) -> Double {
        var limiter = RateLimiter(maximumRate: .thirty)
        let pictures = VirtualSource(rate: .named(rate), jitter: .milliseconds(3), seed: 3)
            .pictures(seconds: seconds)
        let admitted = pictures.count { limiter.admits(pts($0), arrival: $0.arrived) }
        return Double(admitted) / seconds
    }

    @Test(arguments: ["25", "30", "60", "120"])
    func stuckTimestampsNeitherStopTheStreamNorDefeatTheCap(rate: String) {
        let fps = outputRate(of: rate) { _ in .milliseconds(5) }
        #expect((23...31.5).contains(fps))
    }

    @Test(arguments: ["25", "30", "60", "120"])
    func timeRunningBackwardsNeitherStopsTheStreamNorDefeatsTheCap(rate: String) {
        let fps = outputRate(of: rate) { MediaTime.zero - .seconds($0.taken) }
        #expect((23...31.5).contains(fps))
    }

    @Test(arguments: ["25", "30", "60", "120"])
    func jumpsAtEveryPictureNeitherStopTheStreamNorDefeatTheCap(rate: String) {
        let fps = outputRate(of: rate) { picture in
            .milliseconds(picture.number % 2 == 0 ? 0 : 10_000)
        }
        #expect((23...31.5).contains(fps))
    }

    /// Half of these pictures come after newer ones; of 30 fps, 15 are in order.
    @Test(arguments: ["30", "60", "120"])
    func zigzagNeitherStopsTheStreamNorDefeatsTheCap(rate: String) {
        let fps = outputRate(of: rate) { picture in
            let wrong = [0, 3, 1, 2][picture.number % 4] - picture.number % 4
            return MediaTime.zero + .seconds(picture.taken * (1 + Double(wrong) * 1e-9))
                + .seconds(Double(wrong) / Hertz.named(rate).value)
        }
        #expect((14...31.5).contains(fps))
    }

    @Test func everyPictureTwiceKeepsTheSourceRate() {
        let fps = outputRate(of: "60") { picture in
            MediaTime.zero + .seconds(Double(picture.number / 2) / 30)
        }
        #expect(abs(fps - 30) <= 1)
    }

    @Test(arguments: [-7200.0, -1, 3, 86400])
    func aSlowSourceLosesNothingAtAJump(seconds: Double) {
        var limiter = RateLimiter(maximumRate: .thirty)
        let pictures = VirtualSource(rate: .named("30"), unit: .ticks90kHz).pictures(seconds: 20)
        let admitted = pictures.count { picture in
            let jumped = picture.taken > 10 ? picture.pts + .seconds(seconds) : picture.pts
            return limiter.admits(jumped, arrival: picture.arrived)
        }
        #expect(admitted == pictures.count)
    }

    /// A loop of one second, decoded faster than it is shown: arrivals say nothing.
    @Test(arguments: ["25", "30"])
    func announcedLoopsOfASlowSourceLoseNothing(rate: String) {
        var limiter = RateLimiter(maximumRate: .thirty)
        let loop = VirtualSource(rate: .named(rate)).pictures(seconds: 1)
        for _ in 0..<20 {
            limiter.reset()
            let admitted = loop.count { limiter.admits($0.pts, arrival: .milliseconds(1)) }
            #expect(admitted == loop.count)
        }
    }

    @Test func announcedLoopsOfAFastSourceKeepTheCap() {
        var limiter = RateLimiter(maximumRate: .thirty)
        let loop = VirtualSource(rate: .named("60")).pictures(seconds: 1.05)
        var admitted = 0
        for _ in 0..<60 {
            limiter.reset()
            admitted += loop.count { limiter.admits($0.pts, arrival: .milliseconds(1)) }
        }
        #expect(abs(Double(admitted) / 63 - 30) <= 0.1)
    }

    @Test func resetsAtEveryPictureDoNotDefeatTheCap() {
        var limiter = RateLimiter(maximumRate: .thirty)
        let pictures = VirtualSource(rate: .named("120")).pictures(seconds: 60)
        let admitted = pictures.count { picture in
            limiter.reset()
            return limiter.admits(.zero, arrival: picture.arrived)
        }
        #expect(Double(admitted) / 60 <= 31)
        #expect(Double(admitted) / 60 >= 29)
    }

    @Test func aGapIsNotMadeUpFor() {
        var limiter = RateLimiter(maximumRate: .thirty)
        let pictures = VirtualSource(rate: .named("60")).pictures(seconds: 10)
            .filter { !(4.0...5.0).contains($0.taken) }
        let afterGap = pictures.filter { limiter.admits($0.pts, arrival: $0.arrived) }
            .filter { (5.0..<6.0).contains($0.taken) }
        #expect((29...31).contains(afterGap.count))
    }

    @Test(arguments: [("25", "60"), ("60", "25"), ("30", "120"), ("120", "24")])
    func aNewRateIsLearntAtOnce(before: String, after: String) {
        var limiter = RateLimiter(maximumRate: .thirty)
        let first = VirtualSource(rate: .named(before)).pictures(seconds: 10)
        let second = VirtualSource(rate: .named(after), firstPTS: 10).pictures(seconds: 10)
        _ = first.count { limiter.admits($0.pts, arrival: $0.arrived) }
        let admitted = second.count { limiter.admits($0.pts, arrival: $0.arrived) }
        let expected = min(30, Hertz.named(after).value) * 10
        #expect(abs(Double(admitted) - expected) <= 3)
    }
}
