import Media
import Testing

@testable import Pipeline

/// When a stream has its place, and when it is over.
@Suite struct PlaceTurnTests {
    private static let scanout = MonotonicTime.milliseconds(20)

    @Test func itWaitsUntilItHasThePlace() {
        var turn = PlaceTurn(.atEnd, at: 3)
        #expect(turn.isWaiting && turn.isLinedUp)
        turn.wait(for: .later)
        #expect(turn.isWaiting && !turn.isLinedUp)
        turn.take(since: Self.scanout)
        #expect(turn.time == .now && !turn.isWaiting && turn.due == Self.scanout)
        turn.pass()
        #expect(turn.time == .past && !turn.isWaiting)
    }

    @Test func itIsOverWhenThatScanoutHasBegun() {
        var turn = PlaceTurn(.now, at: 3)
        var isOver = turn.scanoutBegan()
        #expect(!isOver && turn.isEndAhead && turn.overSince == nil)
        turn.ends(at: Self.scanout)
        #expect(!turn.isEndAhead && !turn.isEndReached && turn.overSince == Self.scanout)
        isOver = turn.scanoutBegan()
        #expect(isOver)
        isOver = turn.scanoutBegan()
        #expect(!isOver && turn.isEndReached)
        turn.giveUp(at: .milliseconds(30))
        #expect(turn.overSince == Self.scanout)
        turn.beginAgain()
        #expect(turn.isEndAhead)
        turn.giveUp(at: .milliseconds(30))
        #expect(turn.isEndReached && turn.overSince == .milliseconds(30))
    }
}
