import FrameTransport
import Media
import Testing

@Suite struct CounterTests {
    @Test func threadsAddWithoutLosingAny() {
        let counter = Counter()
        concurrently(
            { for _ in 0..<50_000 { counter.add() } },
            { for _ in 0..<50_000 { counter.add(2) } }
        )
        #expect(counter.count == 150_000)
        counter.set(-1)
        #expect(counter.count == -1)
    }
}

@Suite struct FrameLedgerTests {
    @Test func everyReasonHasItsOwnCount() {
        let ledger = FrameLedger()
        for (index, reason) in DropReason.allCases.enumerated() {
            for _ in 0...index {
                ledger.countReceived()
                ledger.countDropped(reason)
            }
        }
        let snapshot = ledger.snapshot()
        for (index, reason) in DropReason.allCases.enumerated() {
            #expect(snapshot.dropped[reason] == index + 1)
        }
        #expect(snapshot.inFlight == 0)
    }

    @Test func whatIsNeitherPresentedNorDroppedIsInFlight() {
        let ledger = FrameLedger()
        for _ in 0..<5 { ledger.countReceived() }
        ledger.countPresented()
        ledger.countDropped(.late)
        let snapshot = ledger.snapshot()
        #expect(snapshot.received == 5)
        #expect(snapshot.presented == 1)
        #expect(snapshot.inFlight == 3)
    }

    /// Frames are counted as fast as can be while another thread reads.
    @Test func inFlightIsNeverNegativeWhileFramesMove() {
        let ledger = FrameLedger()
        let hasSeenEnough = Counter()
        let received = Result(0)
        let inFlight = Result<[Int]>([])
        concurrently(
            {
                while hasSeenEnough.count == 0 {
                    ledger.countReceived()
                    received.value += 1
                    if received.value % 3 == 0 {
                        ledger.countDropped(.rate)
                    } else {
                        ledger.countPresented()
                    }
                }
            },
            {
                for _ in 0..<2000 { inFlight.value.append(ledger.snapshot().inFlight) }
                hasSeenEnough.set(1)
            }
        )
        #expect(inFlight.value.allSatisfy { $0 >= 0 })
        #expect(ledger.snapshot().inFlight == 0)
        #expect(ledger.snapshot().received == received.value)
    }
}

@Suite struct HistogramTests {
    private static let bounds: [Nanoseconds] = [.milliseconds(10), .milliseconds(20)]

    @Test(
        arguments: [
            (9, [1, 0, 0]),
            (10, [1, 0, 0]),  // the bound belongs to the range below it
            (11, [0, 1, 0]),
            (20, [0, 1, 0]),
            (21, [0, 0, 1]),
            (0, [1, 0, 0]),
            (-5, [1, 0, 0]),
        ] as [(Int64, [Int])]
    )
    func aDurationCountsInTheFirstRangeThatHoldsIt(milliseconds: Int64, counts: [Int]) {
        let histogram = Histogram(bounds: Self.bounds)
        histogram.record(.milliseconds(milliseconds))
        #expect(histogram.snapshot().counts == counts)
        #expect(histogram.snapshot().count == 1)
    }

    @Test func theSumIsThatOfTheDurationsAndNeverFalls() {
        let histogram = Histogram(bounds: Self.bounds)
        for milliseconds in [1, 2, 300, -40] as [Int64] {
            histogram.record(.milliseconds(milliseconds))
        }
        #expect(histogram.snapshot().sum == .milliseconds(303))
        #expect(histogram.snapshot().bounds == Self.bounds)
    }

    @Test func boundsThatDoNotAscendTrap() async {
        await #expect(processExitsWith: .failure) {
            _ = Histogram(bounds: [.milliseconds(10), .milliseconds(10)])
        }
        await #expect(processExitsWith: .failure) {
            _ = Histogram(bounds: [])
        }
    }

    @Test func itIsReadWhileItIsWritten() {
        let histogram = Histogram(bounds: Self.bounds)
        let counts = Result([0])
        let count = 50_000
        concurrently(
            { for number in 0..<count { histogram.record(.milliseconds(Int64(number % 30))) } },
            {
                while counts.value.last != count {
                    let now = histogram.snapshot().count
                    if now != counts.value.last { counts.value.append(now) }
                }
            }
        )
        #expect(counts.value == counts.value.sorted())
    }
}
