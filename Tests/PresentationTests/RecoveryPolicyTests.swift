import Media
import Presentation
import Testing

@Suite struct RecoveryPolicyTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime { .milliseconds(milliseconds) }

    @Test func whatTheErrorNeedsIsDoneFirst() {
        var policy = RecoveryPolicy()
        #expect(policy.failed(with: .invalidPixelFormat, at: at(0)) == .rebuild)
        #expect(policy.failed(with: .invalidSize, at: at(0)) == .updateSize)
        #expect(policy.failed(with: .renderingFailed, at: at(0)) == .flush)
        #expect(policy.failed(with: .renderingFailed, at: at(0)) == .rebuild)
    }

    @Test func attemptsAreBounded() {
        var policy = RecoveryPolicy()
        let actions = (0..<7).map { policy.failed(with: .renderingFailed, at: at($0 * 100)) }
        let end = RecoveryAction.giveUp(.renderingFailed)
        #expect(actions == [.flush, .rebuild, .rebuild, .rebuild, end, end, end])
        #expect(policy.terminalError == .renderingFailed)
    }

    @Test func aLostContextIsRebuiltWithoutAFlush() {
        var policy = RecoveryPolicy()
        #expect(policy.failed(with: .contextLost, at: at(0)) == .rebuild)
    }

    @Test func aStableLayerHasItsFailuresForgotten() {
        var policy = RecoveryPolicy()
        for round in 0..<20 as Range<Int64> {
            let start = round * 20_000
            #expect(policy.failed(with: .renderingFailed, at: at(start)) == .flush)
            for picture in 0..<100 as Range<Int64> {
                policy.recovered(at: at(start + 100 + picture * 33))
            }
        }
        #expect(policy.terminalError == nil)
    }

    @Test func aPictureBetweenFailuresIsNotStability() {
        var policy = RecoveryPolicy()
        var last = RecoveryAction.flush
        for index in 0..<5 as Range<Int64> {
            last = policy.failed(with: .renderingFailed, at: at(index * 1000))
            policy.recovered(at: at(index * 1000 + 500))
        }
        #expect(last == .giveUp(.renderingFailed))
    }

    @Test func thirtyChangesASecondAreAStreamAndMoreAreAStorm() {
        var calm = RecoveryPolicy()
        let calmActions = (0..<3000).map {
            calm.failed(with: .invalidSize, at: at($0 * 1000 / 30))
        }
        #expect(calmActions.allSatisfy { $0 == .updateSize })

        var storm = RecoveryPolicy()
        let stormActions = (0..<300).map { storm.failed(with: .invalidSize, at: at($0 * 10)) }
        #expect(stormActions.last == .giveUp(.invalidSize))
        #expect(stormActions.prefix(30).allSatisfy { $0 == .updateSize })
    }

    @Test func onlyAResetLeavesTheEnd() {
        var policy = RecoveryPolicy()
        for _ in 0..<6 { _ = policy.failed(with: .renderingFailed, at: at(0)) }
        policy.recovered(at: at(1))
        #expect(
            policy.failed(with: .invalidSize, at: at(100_000)) == .giveUp(.renderingFailed)
        )
        policy.reset()
        #expect(policy.failed(with: .invalidSize, at: at(100_001)) == .updateSize)
    }

    @Test func errorsHaveTheNumbersProgramsKnow() {
        let table = LayerError.allCases.map { "\($0.code) \($0.cause)" }
        #expect(
            table == [
                "-11847 invalid_pixel_format", "-11848 invalid_size", "-11800 rendering_failed",
                "-11819 context_lost",
            ]
        )
    }
}
