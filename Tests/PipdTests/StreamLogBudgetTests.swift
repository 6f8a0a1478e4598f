import Media
import Testing

@testable import pipd

@Suite struct StreamLogBudgetTests {
    private let door: StreamID
    private let lobby: StreamID

    init() throws {
        door = try #require(StreamID("door"))
        lobby = try #require(StreamID("lobby"))
    }

    @Test func aStreamThatSaysLittleIsHeardInFull() {
        var budget = StreamLogBudget()
        for minute in 0..<600 {
            let now = MonotonicTime.milliseconds(Int64(minute) * 60_000)
            #expect(budget.spend(door, at: now) == .write(leftOut: 0))
        }
    }

    /// Thirty lines a second for five minutes: the burst, then one every five seconds,
    /// each telling how many were left out before it. None is lost uncounted.
    @Test func aStreamThatSaysMuchIsCut() {
        var budget = StreamLogBudget()
        var (written, leftOut, waiting) = (0, 0, 0)
        for line in 0..<(30 * 300) {
            switch budget.spend(door, at: .milliseconds(Int64(line) * 1_000 / 30)) {
            case .write(let count):
                written += 1
                #expect(count == waiting)
                leftOut += count
                waiting = 0
            case .leaveOut: waiting += 1
            }
        }
        #expect((20 + 58...20 + 60).contains(written))
        #expect(written + leftOut + waiting == 30 * 300)
    }

    @Test func silenceFillsTheBudgetAgain() {
        var budget = StreamLogBudget()
        for _ in 0..<100 { _ = budget.spend(door, at: .milliseconds(0)) }
        let later = MonotonicTime.milliseconds(1_000_000)
        #expect(budget.spend(door, at: later) == .write(leftOut: 80))
        for _ in 1..<20 { #expect(budget.spend(door, at: later) == .write(leftOut: 0)) }
        #expect(budget.spend(door, at: later) == .leaveOut)
    }

    @Test func eachStreamHasItsOwn() {
        var budget = StreamLogBudget()
        for _ in 0..<100 { _ = budget.spend(door, at: .milliseconds(0)) }
        #expect(budget.spend(lobby, at: .milliseconds(0)) == .write(leftOut: 0))
        budget.forget(door, present: [lobby])
        #expect(budget.spend(door, at: .milliseconds(0)) == .write(leftOut: 0))
        #expect(budget.spend(lobby, at: .milliseconds(0)) == .write(leftOut: 0))
    }

    @Test func whoSpeaksAfterItsRemovalIsForgottenToo() {
        var budget = StreamLogBudget()
        for _ in 0..<100 { _ = budget.spend(door, at: .milliseconds(0)) }
        budget.forget(lobby, present: [lobby])
        #expect(budget.spend(door, at: .milliseconds(0)) == .write(leftOut: 0))
    }
}
