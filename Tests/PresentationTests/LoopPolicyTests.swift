import Media
import Presentation
import Testing

@Suite struct LoopPolicyTests {
    /// Pictures, failures, and what follows.
    @Test(
        arguments: [
            (0, 0, .loss), (0, 5000, .loss), (1, 0, .still), (1, 5000, .still), (2, 0, .again),
            (2, 2, .again), (2, 3, .againLater), (900, 3, .again),
        ] as [(Int, Int, LoopPolicy.Verdict)]
    )
    func whatFollowsDependsOnWhatCame(
        pictures: Int,
        failures: Int,
        verdict: LoopPolicy.Verdict
    ) {
        var pass = LoopPolicy.Pass()
        pass.pictures = pictures
        pass.failures = failures
        #expect(LoopPolicy.verdict(after: pass) == verdict)
    }

    /// What is left behind a loss says nothing of the whole.
    @Test(arguments: [0, 1, 2]) func theRestOfAStreamIsFollowedByAllOfIt(pictures: Int) {
        var pass = LoopPolicy.Pass(isResumed: true)
        pass.pictures = pictures
        #expect(LoopPolicy.verdict(after: pass) == .again)
    }
}

@Suite struct FailureRunTests {
    @Test func aRunIsToldOnce() {
        var run = FailureRun()
        let told = (1...5000).filter { _ in run.failed() }
        #expect(told.count == 1)
    }

    @Test func picturesBetweenDoNotEndARun() {
        var run = FailureRun()
        var told = 0
        for second in 0..<100 as Range<Int64> {
            if run.failed() { told += 1 }
            for picture in 0..<20 as Range<Int64> {
                let isOver = run.succeeded(at: .milliseconds(second * 1000 + picture * 33))
                #expect(!isOver)
            }
        }
        #expect(told == 1)
    }

    /// Whatever time they take.
    @Test(arguments: [(10, 1), (25, 1), (26, 0), (100, 0), (120, 0)])
    func onePacketOfSoManyIsARunOrNone(interval: Int, told: Int) {
        var run = FailureRun()
        let count = (0..<10_000).filter { packet in
            if packet % interval == 0 { return run.failed() }
            _ = run.succeeded(at: .milliseconds(Int64(packet) * 33))
            return false
        }.count
        #expect(count == told)
    }

    @Test func aLossNowAndThenIsNoRun() {
        var run = FailureRun()
        for round in 0..<100 as Range<Int64> {
            let isTold = run.failed()
            #expect(!isTold)
            for picture in 0...51 as ClosedRange<Int64> {
                _ = run.succeeded(at: .milliseconds(round * 10_000 + picture * 100))
            }
        }
    }

    @Test func aRunIsOverAfterFiveSecondsOfPictures() {
        var run = FailureRun()
        for _ in 0..<20 { _ = run.failed() }
        let ends = (0...100 as ClosedRange<Int64>).filter {
            run.succeeded(at: .milliseconds(700 + $0 * 100))
        }
        #expect(ends == [50])
        let told = (1...20).filter { _ in run.failed() }
        #expect(told.count == 1)
    }
}
