import Fetching
import Media
import TestSupport
import Testing

@Suite struct RefreshScheduleTests {
    private static let document = FetchOutcome.fetched(
        FetchedDocument(body: [], url: "http://h/")
    )
    private static let unchanged = FetchOutcome.unchanged(Validators())
    private static let failed = failure(.isCutOff)
    private static let now: Int64 = 1_800_000_000

    private static func failure(_ reason: FetchFailure.Reason) -> FetchOutcome {
        .failed(FetchFailure(url: "http://h/", reason: reason))
    }

    private static func busy(_ seconds: Int64?) -> FetchOutcome {
        .busy(retryAfter: seconds.map { .seconds($0) })
    }

    /// After one outcome: the interval, the jitter, and the seconds to wait.
    @Test(
        arguments: [
            (document, 900, 0, 900), (document, 900, 0.5, 945), (document, 900, 0.999_9, 989),
            (unchanged, 900, 0, 900), (unchanged, 900, 1, 990), (document, 0, 0, 60),
            (document, .min, 0, 60), (document, .max, 0, 604_800), (document, 604_800, 1, 665_280),
            (document, 900, -1, 900), (document, 900, .nan, 900), (document, 900, .infinity, 990),
            (busy(120), 900, 0.5, 120), (busy(0), 900, 0, 60), (busy(-1), 900, 0, 60),
            (busy(.min), 900, 0, 60), (busy(.max), 900, 0, 86_400), (busy(nil), 900, 0, 60),
            (failed, 900, 0.5, 60), (failed, 604_800, 0, 60), (document, 60, 0, 60),
            (failure(.cancelled), 900, 0, 0), (.gone, 900, 0, nil),
        ] as [(FetchOutcome, Int64, Double, Int64?)]
    )
    func anOutcomeIsWaitedAfter(
        outcome: FetchOutcome,
        interval: Int64,
        jitter: Double,
        expected: Int64?
    ) {
        var schedule = RefreshSchedule(intervalSeconds: interval)
        #expect(schedule.remainingSeconds(at: Self.now) == 0)
        schedule.fetched(outcome, at: Self.now, jitter: jitter)
        #expect(schedule.remainingSeconds(at: Self.now) == expected)
        guard let expected else { return }
        #expect(schedule.remainingSeconds(at: Self.now + 1) == max(expected - 1, 0))
        #expect(schedule.remainingSeconds(at: Self.now + expected) == 0)
        #expect(schedule.remainingSeconds(at: .max) == 0)
    }

    /// What is waited after failures in a row.
    @Test(
        arguments: [
            (60, [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]),
            (3_700, [60, 120, 240, 480, 960, 1_920, 3_700, 3_700]),
            (
                604_800,
                [
                    60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 15_360, 30_720, 61_440, 122_880,
                    245_760, 491_520, 604_800, 604_800,
                ]
            ),
        ] as [(Int64, [Int64])]
    )
    func failuresAreWaitedAfterLongerAndLonger(interval: Int64, expected: [Int64]) {
        var schedule = RefreshSchedule(intervalSeconds: interval)
        for (index, seconds) in expected.enumerated() {
            // A server that is busy and does not say for how long is one that fails.
            schedule.fetched(
                index.isMultiple(of: 2) ? Self.failed : Self.busy(nil),
                at: Self.now,
                jitter: 0
            )
            #expect(schedule.remainingSeconds(at: Self.now) == seconds)
            #expect(schedule.failures == index + 1)
        }
    }

    @Test func anAnswerEndsTheFailures() {
        for outcome in [Self.document, Self.unchanged, .gone] {
            var schedule = RefreshSchedule(failures: 7)
            schedule.fetched(outcome, at: Self.now, jitter: 0)
            #expect(schedule.failures == 0)
        }
        var schedule = RefreshSchedule(failures: 7)
        schedule.fetched(Self.busy(100), at: Self.now, jitter: 0)
        #expect(schedule.failures == 7)
    }

    @Test func whoAsksByHandNeedNotWait() {
        for outcome in [Self.document, Self.failed, .gone] {
            var schedule = RefreshSchedule()
            schedule.fetched(outcome, at: Self.now, jitter: 0)
            schedule.request()
            #expect(schedule.remainingSeconds(at: Self.now) == 0)
        }
    }

    @Test func aClockThatIsSetBackHoldsNothingUp() {
        var schedule = RefreshSchedule(intervalSeconds: 900)
        schedule.fetched(Self.busy(86_400), at: Self.now, jitter: 0)
        let then = Self.now - 10_000_000
        #expect(schedule.remainingSeconds(at: then) == 900)
        #expect(schedule.remainingSeconds(at: then + 300) == 600)
        #expect(schedule.remainingSeconds(at: then + 900) == 0)
    }

    @Test func whatIsKeptGoesOn() {
        var schedule = RefreshSchedule(intervalSeconds: 900)
        schedule.fetched(Self.failed, at: Self.now, jitter: 0)
        var kept = RefreshSchedule(
            intervalSeconds: schedule.intervalSeconds,
            failures: schedule.failures,
            wait: schedule.wait
        )
        #expect(kept == schedule)
        #expect(kept.remainingSeconds(at: Self.now + 20) == 40)
    }

    @Test func anyNumbersAreTaken() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 { Self.takeAnything(&random) }
    }

    private static func takeAnything(_ random: inout SeededGenerator) {
        var schedule = RefreshSchedule(
            intervalSeconds: random.number(),
            failures: Int(random.number()),
            wait: .seconds(random.number(), from: random.number())
        )
        #expect(RefreshSchedule.intervalRange.contains(schedule.intervalSeconds))
        for _ in 0..<4 {
            let outcomes = [document, unchanged, failed, busy(random.number()), busy(nil), .gone]
            let now = random.number()
            let outcome = outcomes[Int(random.next() % 6)]
            schedule.fetched(outcome, at: now, jitter: Double(random.number()) / 0x1p40)
            let later = random.number()
            guard let rest = schedule.remainingSeconds(at: later) else {
                #expect(outcome == .gone)
                continue
            }
            #expect((0...665_280).contains(rest))
            let (end, overflows) = later.addingReportingOverflow(rest)
            if !overflows { #expect(schedule.remainingSeconds(at: end) == 0) }
            if later < now { #expect(rest <= schedule.intervalSeconds) }
        }
    }
}

extension SeededGenerator {
    /// Of any size, and often one at which something ends.
    fileprivate mutating func number() -> Int64 {
        let special: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        let place = Int(next() % 14)
        guard place >= special.count else { return special[place] }
        return Int64(truncatingIfNeeded: next()) >> Int64(next() % 64)
    }
}
