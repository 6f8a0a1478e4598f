import Media
import Synchronization
import Testing

@testable import pipd_media

@Suite struct MemoryUpkeepTests {
    @Test func twoSecondsAfterTheFirstThatIsOverMemoryIsGivenBackOnce() {
        let times = Mutex(0)
        var upkeep = MemoryUpkeep { times.withLock { $0 += 1 } }
        upkeep.keepDeadline(.milliseconds(1))
        #expect(upkeep.deadline == nil)
        for now in [1_000, 2_999] as [Int64] { upkeep.passIsOver(at: .milliseconds(now)) }
        #expect(upkeep.deadline == .milliseconds(3_000))
        upkeep.keepDeadline(.milliseconds(2_999))
        #expect(times.withLock { $0 } == 0)
        upkeep.keepDeadline(.milliseconds(3_000))
        upkeep.keepDeadline(.milliseconds(9_000))
        #expect(times.withLock { $0 } == 1 && upkeep.deadline == nil)
    }

    @Test func beforeTheFirstScanTheStartsMemoryIsGivenBack() {
        let times = Mutex(0)
        var upkeep = MemoryUpkeep { times.withLock { $0 += 1 } }
        for _ in 0..<3 { upkeep.scanBegins() }
        #expect(times.withLock { $0 } == 1 && upkeep.deadline == nil)
    }

    @Test func afterAScanMemoryIsGivenBackAtOnceAndEveryTwoSecondsAtMost() {
        let times = Mutex(0)
        var upkeep = MemoryUpkeep { times.withLock { $0 += 1 } }
        for now in [1_000, 1_001, 2_999] as [Int64] { upkeep.scanIsOver(at: .milliseconds(now)) }
        #expect(times.withLock { $0 } == 1 && upkeep.deadline == .milliseconds(3_000))
        upkeep.keepDeadline(.milliseconds(3_000))
        upkeep.scanIsOver(at: .milliseconds(4_999))
        #expect(times.withLock { $0 } == 2 && upkeep.deadline == .milliseconds(6_999))
        upkeep.scanIsOver(at: .milliseconds(5_000))
        #expect(times.withLock { $0 } == 3)
    }
}
