import Media
import Testing

@testable import Stills

/// Which packets of a live stream stay, in virtual time.
@Suite struct HistoryWindowTests {
    /// Packets at 25 Hz, numbered from zero, each `bytes` large.
    private struct Stream {
        var window: HistoryWindow<Int>
        var groupLength = 10
        var bytes = 100
        private(set) var count = 0
        private(set) var goneCount = 0

        init(span: Int64?, limit: Int = 1_000_000) {
            window = HistoryWindow(
                .init(span: span.map { .milliseconds($0) }, bytes: limit)
            )
        }

        mutating func add(_ number: Int, time: MediaTime? = nil, isKey: Bool? = nil) {
            for _ in 0..<number {
                let (_, gone) = window.append(
                    .init(
                        element: count,
                        bytes: bytes,
                        isKey: isKey ?? (count % groupLength == 0),
                        time: time ?? .milliseconds(Int64(count) * 40),
                        arrived: .milliseconds(Int64(count) * 40)
                    )
                )
                goneCount += gone.reduce(0) { $0 + Array($1.elements).count }
                count += 1
            }
        }

        var kept: [Int] { window.groups.flatMap { Array($0.elements) } }
    }

    @Test func nothingIsKeptBeforeTheFirstKeyPacket() {
        var stream = Stream(span: nil)
        stream.add(20, isKey: false)
        #expect(stream.kept.isEmpty)
        #expect(stream.window.bytes == 0)
    }

    @Test func withoutASpanTheNewestGroupStays() {
        var stream = Stream(span: nil)
        stream.add(27)
        #expect(stream.kept == Array(20..<27))
        #expect(stream.window.bytes == 700)
        #expect(stream.window.evicted == 0)
        stream.add(4)
        #expect(stream.kept == [30])
    }

    /// Groups of 400 ms: two seconds and the margin reach back to the group before.
    @Test(arguments: [0, 1, 5, 9])
    func aSpanIsCoveredFromAKeyPacketOn(offset: Int) {
        var stream = Stream(span: 2_000)
        stream.groupLength = 20
        stream.add(400 + offset)
        let newest = 400 + offset - 1
        let oldest = stream.kept[0]
        #expect(oldest % 20 == 0)
        #expect(newest - oldest >= 50)
        // Not a group more than it takes: the span, the margin and one group.
        #expect(newest - oldest <= 50 + 13 + 20)
        #expect(stream.kept == Array(oldest...newest))
        #expect(stream.window.bytes == stream.kept.count * 100)
        #expect(stream.kept.count + stream.goneCount == stream.count)
    }

    @Test func theOldestGroupGoesWhenMemoryIsFull() {
        var stream = Stream(span: 60_000, limit: 5_000)
        stream.groupLength = 20
        stream.add(110)
        #expect(stream.window.bytes <= 5_000)
        #expect(stream.kept == Array(60..<110))
        #expect(stream.window.evicted == 3)
    }

    @Test func aGroupThatIsTooLargeGoesUpToTheNextKeyPacket() {
        var stream = Stream(span: nil, limit: 1_000)
        stream.groupLength = 30
        stream.add(11)
        #expect(stream.kept.isEmpty)
        #expect(stream.window.evicted == 1)
        #expect(stream.window.bytes == 0)
        stream.add(18)
        #expect(stream.kept.isEmpty)
        stream.add(3)
        #expect(stream.kept == [30, 31])
        #expect(stream.window.evicted == 1)
    }

    @Test func keyPacketsAloneMakeGroupsOfHalfASecond() {
        var stream = Stream(span: 10_000)
        stream.groupLength = 1
        stream.add(500)
        #expect(stream.window.groups.count <= 22)
        #expect(stream.kept.last == 499)
        #expect(stream.kept.count >= 250)
    }

    @Test func aNewConnectionBeginsWithItsFirstKeyPacketAndThePastStays() {
        var stream = Stream(span: 2_000)
        stream.add(25)
        stream.window.renew()
        stream.add(3, time: .milliseconds(7_000_000))
        // What comes before a key packet is of no use.
        #expect(stream.kept == Array(0..<25))
        stream.add(3, time: .milliseconds(7_000_000))
        #expect(stream.kept == Array(0..<25) + [30])
        #expect(stream.window.groups.map(\.timeline) == [0, 0, 1])
        // It goes when its time has come, as it would have otherwise.
        stream.add(100, time: .milliseconds(7_000_000))
        #expect((stream.kept.first ?? 0) >= 30)
        #expect(stream.window.groups.allSatisfy { $0.timeline == 1 })
        #expect(stream.window.evicted == 0)
    }

    @Test func withoutASpanANewConnectionReplacesTheOld() {
        var stream = Stream(span: nil)
        stream.add(25)
        stream.window.renew()
        stream.add(5)
        #expect(stream.kept == Array(20..<25))
        stream.add(1)
        #expect(stream.kept == [30])
    }

    @Test(arguments: [-600, 10_100]) func aJumpInTimeBeginsAfresh(step: Int64) {
        var stream = Stream(span: 30_000)
        stream.add(25)
        let jumped = MediaTime.milliseconds(24 * 40 + step)
        stream.add(1, time: jumped, isKey: false)
        #expect(stream.kept == Array(0..<25))
        stream.add(1, time: jumped, isKey: true)
        #expect(stream.kept == Array(0..<25) + [26])
        #expect(stream.window.groups.last?.timeline == 1)
    }

    @Test(arguments: [-400, 9_900]) func aSmallerStepIsNoJump(step: Int64) {
        var stream = Stream(span: 30_000)
        stream.add(25)
        stream.add(1, time: .milliseconds(24 * 40 + step), isKey: false)
        #expect(stream.kept == Array(0..<26))
    }

    @Test func aCopyStaysAsItWas() {
        var stream = Stream(span: 10_000)
        stream.groupLength = 200
        stream.add(130)
        let copy = stream.window.groups
        stream.add(300)
        #expect(copy.flatMap { Array($0.elements) } == Array(0..<130))
    }
}
