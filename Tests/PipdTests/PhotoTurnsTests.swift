import Testing

@testable import pipd

@Suite struct PhotoTurnsTests {
    private let turns = PhotoTurns()

    @Test func whoAskedFirstIsFirst() {
        let first = turns.join("door")
        let second = turns.join("door")
        #expect(turns.isFirst(first) && !turns.isFirst(second))
        turns.leave(first)
        #expect(turns.isFirst(second))
        // Nobody overtakes.
        let third = turns.join("door")
        #expect(!turns.isFirst(third))
    }

    @Test func whoStopsWaitingHoldsNobodyUp() {
        let first = turns.join("door")
        let second = turns.join("door")
        let third = turns.join("door")
        turns.leave(second)
        turns.leave(second)
        turns.leave(first)
        #expect(turns.isFirst(third))
        #expect(!turns.isFirst(first) && !turns.isFirst(second))
    }

    @Test func camerasHaveLinesOfTheirOwn() {
        let door = turns.join("door")
        let lobby = turns.join("lobby")
        #expect(turns.isFirst(door) && turns.isFirst(lobby))
    }
}
