import Media
import Presentation
import TestSupport
import Testing

/// What is left out undecoded is what the limiter would have dropped.
@Suite struct RateGateTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var rate: String
        var shape: GroupShape
        var unit: TimestampUnit
        var isLive = false
        var delay = 0

        var testDescription: String { "\(rate) fps, \(shape), \(unit), \(isLive), \(delay)" }

        static let all = LimiterRow.rates.flatMap { rate in
            GroupShape.allCases.flatMap { shape in
                TimestampUnit.allCases.map { Row(rate: rate, shape: shape, unit: $0) }
            }
        }
    }

    private func times(_ row: Row, seconds: Double = 20) -> [MediaTime] {
        VirtualSource(rate: .named(row.rate), unit: row.unit).pictures(seconds: seconds).map(\.pts)
    }

    @Test(arguments: Row.all)
    func decisionsAreThoseWithEverythingDecoded(row: Row) {
        let packets = CodedOrder.packets(times(row), shape: row.shape, delay: row.delay)
        let run = GateRun(packets, isLive: row.isLive)
        #expect(run.admitted == GateRun.admittedWithout(packets, isLive: row.isLive))
    }

    /// Of 1200 pictures 600 are dropped; the number of those that no other refers to,
    /// less the 16 that are looked at first.
    @Test(
        arguments: [
            (.layers, 580), (.oneB, 580), (.twoB, 380), (.pyramid, 580), (.deepPyramid, 580),
        ] as [(GroupShape, Int)]
    )
    func whatIsDroppedAndNotReferredToIsLeftOut(shape: GroupShape, atLeast: Int) {
        let row = Row(rate: "60", shape: shape, unit: .nanosecond)
        let packets = CodedOrder.packets(times(row), shape: shape, delay: 0)
        let run = GateRun(packets, isLive: false)
        #expect(run.leftOutCount >= atLeast)
    }

    @Test func aLiveStreamKeepsNoPictureWaiting() {
        // Where shapes change, the decoder holds back more than most of them need.
        for shape in GroupShape.allCases where shape != .mixed {
            let row = Row(rate: "60", shape: shape, unit: .ticks90kHz, isLive: true)
            let packets = CodedOrder.packets(times(row), shape: shape, delay: 0)
            let run = GateRun(packets, isLive: true)
            #expect(run.admitted == GateRun.admittedWithout(packets, isLive: true))
            #expect(run.leftOutCount > 140, "\(shape)")
            let full = GateRun(packets, isLive: true, leavesOut: false)
            #expect(run.deliveries == full.deliveries.filter { run.deliveries[$0.key] != nil })
        }
    }

    @Test func nothingIsLeftOutOfAStreamBelowTheCap() {
        for rate in ["24", "25", "29.97", "30"] {
            let row = Row(rate: rate, shape: .oneB, unit: .millisecond)
            let run = GateRun(
                CodedOrder.packets(times(row), shape: .oneB, delay: 0),
                isLive: false
            )
            #expect(run.leftOutCount == 0)
        }
    }

    @Test func withoutACapNothingIsLeftOut() {
        let row = Row(rate: "120", shape: .oneB, unit: .millisecond)
        let packets = CodedOrder.packets(times(row), shape: .oneB, delay: 0)
        let run = GateRun(packets, isLive: false, maximumRate: nil)
        #expect(run.leftOutCount == 0 && run.admitted.count == packets.count)
    }

    /// Jitter, rates that change, gaps, jumps, times missing or repeated, seeks and
    /// losses, at random.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func noFaultOfAStreamChangesADecision(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let packets = FaultyStream.packets(&random)
        let isLive = seed % 2 == 1
        let run = GateRun(packets, isLive: isLive)
        #expect(run.admitted == GateRun.admittedWithout(packets, isLive: isLive))
        #expect(run.places == run.places.sorted())
    }

    /// A file is decoded in bursts: where its timestamps make no sense, its pictures count
    /// as arriving when they would be shown, however soon they are decoded. Arrivals may
    /// come four at once, and two in a hundred more.
    @Test(arguments: ["60", "120"])
    func aFileWithoutSensibleTimesComesOutAtTheCap(rate: String) {
        var gate = RateGate(maximumRate: .thirty, pacing: .file)
        let interval = Hertz.named(rate).interval
        let count = 600 * Int(Hertz.named(rate).value) / 60
        let admitted = (0..<count).count { number in
            var sample = SampleBuffer.test(0, pts: .zero + .seconds(Double(-number)))
            sample.duration = interval
            sample.attachments = .discontinuity
            return gate.admits(sample)
        }
        #expect((300...313).contains(admitted), "\(admitted)")
    }

    @Test func aCopyThatIsAskedFirstDecidesTheSame() {
        var gate = RateGate(maximumRate: .thirty, pacing: .live)
        let pictures = VirtualSource(rate: .named("60")).pictures(seconds: 10)
        let admitted = pictures.count { picture in
            let sample = SampleBuffer.test(0, pts: picture.pts, decoded: picture.arrived)
            var trial = gate
            let wouldBe = trial.admits(sample)
            return gate.admits(sample) && wouldBe
        }
        #expect(admitted == 300)
    }
}
