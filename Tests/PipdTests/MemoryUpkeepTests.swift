import Media
import Testing

@testable import pipd

@Suite struct MemoryUpkeepTests {
    /// How often memory was given back.
    private final class Count {
        var value = 0
        /// And how often with the program's code.
        var ofCode = 0
    }

    private let count = Count()
    private var upkeep: MemoryUpkeep

    init() {
        let count = count
        upkeep = MemoryUpkeep { extent in
            count.value += 1
            if extent == .all { count.ofCode += 1 }
        }
    }

    private func seconds(_ count: Int64) -> MonotonicTime { .milliseconds(count * 1000) }

    @Test mutating func theFirstPictureGivesBackAtOnceAndWhenAllHasSettled() {
        #expect(upkeep.deadline == nil)
        upkeep.firstPictureShown(at: seconds(10))
        #expect(count.value == 1)
        upkeep.keepDeadline(seconds(11))
        #expect(count.value == 1)
        #expect(upkeep.deadline == seconds(12))
        upkeep.keepDeadline(seconds(12))
        #expect(count.value == 2)
        #expect(upkeep.deadline == nil)
        upkeep.keepDeadline(seconds(99))
        #expect(count.value == 2)
    }

    @Test mutating func codeIsGivenBackTwiceAndNeverAgain() {
        upkeep.firstPictureShown(at: seconds(10))
        upkeep.keepDeadline(seconds(12))
        #expect(count.ofCode == 2)
        upkeep.streamCameOrWent(at: seconds(20))
        upkeep.keepDeadline(seconds(22))
        #expect(count.value == 3)
        #expect(count.ofCode == 2)
    }

    @Test mutating func streamsThatComeAllTheTimeGiveBackEveryTwoSeconds() {
        for tenth in 0..<100 {
            let now = MonotonicTime.milliseconds(Int64(tenth) * 100)
            upkeep.keepDeadline(now)
            upkeep.streamCameOrWent(at: now)
        }
        #expect(count.value == 4)
    }
}
