import Media
import Presentation
import Testing

@Suite struct FreezeDetectorTests {
    /// The usual interval and one longer interval, in milliseconds; whether that
    /// is a freeze by max(3δ, δ + 150 ms).
    @Test(
        arguments: [
            (33, 183, false), (33, 184, true), (40, 190, false), (40, 191, true),
            (100, 300, false), (100, 301, true), (1000, 3000, false), (1000, 3001, true),
        ] as [(Int64, Int64, Bool)]
    )
    func theThresholdIsThatOfTheSpecification(usual: Int64, longer: Int64, isFreeze: Bool) {
        var detector = FreezeDetector()
        var now = MonotonicTime.milliseconds(500)
        for _ in 0..<40 {
            #expect(detector.presented(at: now) == false)
            now = now + .milliseconds(usual)
        }
        now = now - .milliseconds(usual) + .milliseconds(longer)
        #expect(detector.presented(at: now) == isFreeze)
        #expect(detector.freezeCount == (isFreeze ? 1 : 0))
        #expect(detector.totalFreezesDuration == (isFreeze ? .milliseconds(longer) : .zero))
    }

    @Test func theMeanIsOfThirtyIntervals() {
        var detector = FreezeDetector()
        var now = MonotonicTime.milliseconds(0)
        for interval in Array(repeating: 1000, count: 50) + Array(repeating: 40, count: 31) {
            now = now + .milliseconds(Int64(interval))
            _ = detector.presented(at: now)
        }
        // The slow ones are forgotten.
        #expect(detector.presented(at: now + .milliseconds(200)) == true)
    }

    @Test func aHiddenLayerDoesNotFreeze() {
        var detector = FreezeDetector()
        for index in 0..<40 as Range<Int64> {
            _ = detector.presented(at: .milliseconds(index * 33))
        }
        #expect(detector.presented(at: .milliseconds(9000)) == true)
        detector.restart()
        #expect(detector.presented(at: .milliseconds(60_000)) == false)
        #expect(detector.freezeCount == 1)
    }
}

@Suite struct HealthPolicyTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime { .milliseconds(milliseconds) }

    private func running() -> HealthPolicy {
        var policy = HealthPolicy(refreshInterval: Hertz.thirty.interval, startedAt: at(0))
        policy.outputAdvanced(at: at(1000))
        return policy
    }

    @Test func aHeldPictureIsHealthyAsLongAsTheLoopTurns() {
        var policy = running()
        for second in 2..<100 as Range<Int64> {
            policy.looped(at: at(second * 1000))
            #expect(policy.healthy(at: at(second * 1000 + 900)) == .healthy)
        }
    }

    @Test func aLoopThatStandsStillIsUnhealthy() {
        let policy = running()
        #expect(policy.healthy(at: at(3000)).isHealthy)
        #expect(
            policy.healthy(at: at(3001))
                == .unhealthy(cause: "the presentation loop stands still")
        )
    }

    @Test func aPictureOwedForTooLongIsUnhealthyUntilItArrives() {
        var policy = running()
        policy.pictureDue(at: at(1500))
        policy.pictureDue(at: at(3400))  // does not start the time anew
        policy.looped(at: at(3501))
        #expect(
            policy.healthy(at: at(3501)) == .unhealthy(cause: "no picture reaches the output")
        )
        policy.outputAdvanced(at: at(3502))
        #expect(policy.healthy(at: at(3502)).isHealthy)
    }

    @Test func aLostOutputSaysWhy() {
        var policy = running()
        policy.outputLost(at: at(1000), cause: "no display is connected")
        #expect(policy.healthy(at: at(1000)) == .healthy)
        policy.outputLost(at: at(4000), cause: "no display is connected")
        #expect(policy.healthy(at: at(4000)) == .waiting(cause: "no display is connected"))
        policy.outputAdvanced(at: at(4100))
        #expect(policy.healthy(at: at(4100)) == .healthy)
    }

    @Test func aStartHasTenSeconds() {
        var policy = HealthPolicy(refreshInterval: Hertz.thirty.interval, startedAt: at(0))
        policy.looped(at: at(10_000))
        #expect(policy.healthy(at: at(10_000)).isHealthy)
        policy.looped(at: at(10_001))
        #expect(!policy.healthy(at: at(10_001)).isHealthy)
    }

    @Test func aSlowDisplayHasTenRefreshIntervals() {
        let policy = HealthPolicy(refreshInterval: .milliseconds(1000), startedAt: at(0))
        #expect(policy.patience == .milliseconds(10_000))
    }
}
