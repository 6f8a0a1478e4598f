internal import NIOCore
internal import Testing

@testable internal import Control

@Suite struct ConnectionRosterTests {
    private typealias Standing = ConnectionRoster<Int>.Standing

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What connections 0, 1, 2 and so on did, in this order.
        let notes: [(id: Int, standing: ConnectionRoster<Int>.Standing)]
        let slowest: Int?

        init(
            _ name: String,
            _ notes: [(id: Int, standing: ConnectionRoster<Int>.Standing)],
            goes slowest: Int?
        ) {
            testDescription = name
            self.notes = notes
            self.slowest = slowest
        }
    }

    @Test(arguments: [
        Case("newcomers alone: the first one", [], goes: 0),
        Case("who is owed an answer stays", [(0, .busy), (1, .busy)], goes: 2),
        Case("newcomers go before who finished a request", [(0, .busy), (0, .idle)], goes: 1),
        Case("who does not read goes as newcomers do", [(0, .busy), (0, .stalled)], goes: 1),
        Case(
            "few newcomers stay, the longest idle goes",
            [(3, .idle), (0, .idle), (1, .idle)] + [2, 4, 5, 6].map { ($0, .busy) },
            goes: 3
        ),
        Case(
            "everyone is owed an answer",
            (0..<8).map { ($0, .busy) },
            goes: nil
        ),
        Case(
            "who waits the second time waits from then on",
            (0..<8).map { ($0, .busy) } + [(4, .idle), (5, .idle), (4, .busy), (4, .idle)],
            goes: 5
        ),
    ])
    func theSlowestGoes(example: Case) {
        var roster = ConnectionRoster<Int>(capacity: 8)
        for id in 0..<8 { roster.add(id) }
        for note in example.notes { roster.note(note.standing, of: note.id) }
        #expect(roster.slowest == example.slowest)
    }

    @Test func whoHasGoneIsForgotten() {
        var roster = ConnectionRoster<Int>(capacity: 2)
        roster.add(1)
        roster.add(2)
        #expect(roster.isFull)
        roster.remove(1)
        roster.note(.busy, of: 1)
        #expect(!roster.isFull)
        #expect(roster.count == 1)
        #expect(roster.slowest == 2)
    }

    /// A flood of connections that never finish a request, among which one does each time.
    @Test func aFloodNeitherEvictsWhoIsServedNorStarvesNewcomers() {
        var roster = ConnectionRoster<Int>(capacity: 16)
        for id in 0..<4 {
            roster.add(id)
            roster.note(.busy, of: id)
        }
        for id in 4..<2000 {
            if roster.isFull, let slowest = roster.slowest { roster.remove(slowest) }
            roster.add(id)
            if id % 2 == 0 {
                roster.note(.busy, of: id)
                roster.note(.idle, of: id)
            }
        }
        #expect(roster.count == 16)
        for id in 0..<4 { roster.note(.idle, of: id) }
        var last: [Int] = []
        while let slowest = roster.slowest {
            roster.remove(slowest)
            last.append(slowest)
        }
        #expect(Set(0..<4).isSubset(of: last))
        #expect(last.filter { $0 > 1900 }.count >= 4)
    }

    @Test func aShortageIsToldOnceAndAgainAfterAQuietMinute() {
        var notice = ShortageNotice()
        let begin = NIODeadline.uptimeNanoseconds(5)
        let told = [0, 1, 60, 119, 180, 400].map { notice.isNew(at: begin + .seconds($0)) }
        #expect(told == [true, false, false, false, true, true])
    }

    @Test func aSpareDescriptorIsLentAndTakenBack() {
        var spare = SpareDescriptor()
        let results = [true, false, true].map { result in spare.lend { result } }
        #expect(results == [true, false, true])
    }
}
