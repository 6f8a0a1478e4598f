import Presentation
import TestSupport
import Testing

@Suite struct PlaylistOrderTests {
    private func order(
        _ names: String,
        loop: PlaylistOrder.Loop = .all,
        shuffled: Bool = false,
        seed: UInt64 = 1
    ) -> PlaylistOrder {
        PlaylistOrder(ids(names), loop: loop, isShuffled: shuffled, seed: seed)
    }

    private func ids(_ names: String) -> [PlaylistItemID] { names.map { PlaylistItemID("\($0)") } }

    private func text(_ ids: [PlaylistItemID]) -> String { ids.map(\.name).joined() }

    /// Where the list stands after each of so many steps; `.` where nothing follows.
    private func walk(
        _ order: inout PlaylistOrder,
        _ steps: Int,
        _ step: PlaylistOrder.Step = .ended
    ) -> String {
        (0..<steps).map { _ in order.advance(step)?.name ?? "." }.joined()
    }

    private func advance(
        _ order: inout PlaylistOrder,
        _ step: PlaylistOrder.Step
    ) -> PlaylistItemID? {
        order.advance(step)
    }

    private func go(_ order: inout PlaylistOrder, _ item: PlaylistItemID) -> Bool {
        order.go(to: item)
    }

    @Test(
        arguments: [
            (PlaylistOrder.Loop.all, "abcabca"), (.one, "aaaaaaa"), (.none, "abc...."),
        ])
    func anEndIsFollowedAsTheLoopSays(loop: PlaylistOrder.Loop, expected: String) {
        var order = order("abc", loop: loop)
        #expect(walk(&order, 7) == expected)
    }

    @Test(arguments: PlaylistOrder.Loop.allCases)
    func whoWantsTheNextGetsIt(loop: PlaylistOrder.Loop) {
        var order = order("abc", loop: loop)
        #expect(walk(&order, 3, .next) == "abc")
        #expect(advance(&order, .next)?.name == (loop == .none ? nil : "a"))
    }

    @Test func theOneBeforeIsTheLastOneAtTheBeginning() {
        var looping = order("abc")
        #expect(walk(&looping, 2) == "ab")
        #expect(walk(&looping, 3, .previous) == "acb")
        var ending = order("abc", loop: .none)
        #expect(walk(&ending, 1) == "a")
        #expect(walk(&ending, 1, .previous) == ".")
        #expect(ending.current?.name == "a")
    }

    @Test func whatIsSaidOfTheNextOnesComesTrue() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var order = order("abcdefg", shuffled: seed % 2 == 0, seed: seed)
            for _ in 0..<30 {
                let said = order.upcoming(1)
                #expect(advance(&order, .ended) == said.first)
            }
        }
    }

    @Test func aShuffledRoundHasEveryItemOnceAndNoneComesTwiceInARow() {
        for seed in 1...300 as ClosedRange<UInt64> {
            var order = order("abcde", shuffled: true, seed: seed)
            var last: String?
            for _ in 0..<8 {
                let round = walk(&order, 5)
                #expect(Set(round).count == 5, "\(round)")
                #expect(round.first.map(String.init) != last)
                last = round.last.map(String.init)
            }
        }
    }

    @Test func shufflesDiffer() {
        let rounds = (1...50 as ClosedRange<UInt64>).map { seed in
            var order = order("abcdefgh", shuffled: true, seed: seed)
            return walk(&order, 8)
        }
        #expect(Set(rounds).count > 45)
    }

    @Test func upcomingHasEachOnceAndStopsWhereNothingFollows() {
        var order = order("abc")
        #expect(text(order.upcoming(5)) == "abc")
        _ = order.advance(.ended)
        #expect(text(order.upcoming(5)) == "bca")
        #expect(text(order.upcoming(2) { $0.name != "b" }) == "ca")
        order.loop = .none
        #expect(text(order.upcoming(5)) == "bc")
        order.loop = .one
        #expect(text(order.upcoming(2)) == "ab")
    }

    @Test func anItemIsGoneTo() {
        var order = order("abcd")
        #expect(go(&order, PlaylistItemID("c")))
        #expect(walk(&order, 2) == "da")
        #expect(!go(&order, PlaylistItemID("x")))
        #expect(order.current?.name == "a")
    }

    @Test func inAShuffledRoundTheItemIsTakenOutOfItsTurn() {
        for seed in 1...100 as ClosedRange<UInt64> {
            var order = order("abcdef", shuffled: true, seed: seed)
            let first = walk(&order, 2)
            let wanted = order.upcoming(4)[2]
            #expect(go(&order, wanted))
            #expect(Set(first + wanted.name + walk(&order, 3)).count == 6)
        }
    }

    @Test(
        arguments: [
            ("abcd", "abcd", "c"), ("abcd", "xabycd", "yc"), ("abcd", "bacd", "ac"),
            ("abcd", "acd", "c"), ("abcd", "dcba", "a"), ("abcd", "a", "a"), ("abcd", "xyz", "x"),
        ])
    func anEditKeepsWhereTheListStands(old: String, new: String, expected: String) {
        var order = order(old)
        #expect(walk(&order, 2) == "ab")
        order.edit(ids(new))
        #expect(order.current?.name == (new.contains("b") ? "b" : nil))
        #expect(walk(&order, expected.count) == expected)
    }

    @Test func whatWasShownOfARoundIsNotShownAgainForAnEdit() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var order = order("abcdef", shuffled: true, seed: seed)
            let shown = walk(&order, 3)
            order.edit(ids("abcdefgh"))
            #expect(Set(shown + walk(&order, 5)).count == 8)
        }
    }

    @Test func anEmptiedListHasNothingAndIsFilledAgain() {
        for shuffled in [false, true] {
            var order = order("ab", shuffled: shuffled)
            _ = order.advance(.ended)
            order.edit([])
            #expect(order.current == nil && order.previous == nil && order.upcoming(3).isEmpty)
            for step in [PlaylistOrder.Step.ended, .next, .previous] {
                #expect(advance(&order, step) == nil)
            }
            order.edit(ids("c"))
            #expect(advance(&order, .ended)?.name == "c")
        }
    }

    @Test func aListGoesOnWhereItWas() {
        var order = order("abcd")
        var isThere = order.resume(at: PlaylistItemID("c"), behind: ids("db"))
        #expect(isThere)
        #expect(order.past.isEmpty)
        #expect(order.previous?.name == "b")
        #expect(walk(&order, 3) == "dab")
        isThere = order.resume(at: PlaylistItemID("x"), behind: [])
        #expect(!isThere)
        #expect(order.current?.name == "b")
    }

    @Test func aShuffledRoundGoesOnWhereItWas() {
        for seed in 1...100 as ClosedRange<UInt64> {
            var before = order("abcdefgh", shuffled: true, seed: seed)
            let shown = walk(&before, 3)
            let past = before.past
            #expect(past.map(\.name).joined() == String(shown.prefix(2)))
            // Another start draws other orders, and one item is no more.
            var order = order("bcdefgh", shuffled: true, seed: seed + 1_000)
            guard let current = before.current, current.name != "a" else { continue }
            let isThere = order.resume(at: current, behind: past + ids("ax"))
            #expect(isThere)
            let expected = shown.filter { $0 != "a" }
            #expect((order.past + [current]).map(\.name).joined() == expected)
            let rest = walk(&order, 7 - expected.count)
            #expect(Set(expected + rest).count == 7, "each once in a round")
        }
    }

    @Test func shufflingKeepsTheItemAndBeginsARound() {
        for seed in 1...100 as ClosedRange<UInt64> {
            var order = order("abcde", seed: seed)
            #expect(walk(&order, 3) == "abc")
            order.shuffle(true)
            #expect(order.current?.name == "c")
            #expect(Set("c" + walk(&order, 4)).count == 5)
            order.shuffle(false)
            let next = order.current.flatMap { order.items.firstIndex(of: $0) }.map { ($0 + 1) % 5 }
            #expect(advance(&order, .ended) == next.map { order.items[$0] })
        }
    }

    @Test func randomEditsAndStepsNeverLoseTheList() {
        var random = SeededGenerator(seed: 7)
        for seed in 1...100 as ClosedRange<UInt64> {
            var order = order("abc", shuffled: seed % 2 == 0, seed: seed)
            for _ in 0..<200 {
                switch Int.random(in: 0..<7, using: &random) {
                case 0:
                    let all = ids("abcdefgh").shuffled(using: &random)
                    order.edit(Array(all.prefix(.random(in: 0...8, using: &random))))
                case 1: order.shuffle(.random(using: &random))
                case 2:
                    order.loop = PlaylistOrder.Loop.allCases.randomElement(using: &random) ?? .all
                case 3:
                    if let item = order.items.randomElement(using: &random) {
                        #expect(go(&order, item))
                        #expect(order.current == item)
                    }
                case 4: _ = order.advance(.previous)
                default: _ = order.advance(Bool.random(using: &random) ? .ended : .next)
                }
                let upcoming = order.upcoming(20)
                #expect(Set(upcoming).count == upcoming.count)
                #expect(upcoming.allSatisfy(order.items.contains))
                #expect(order.current.map(order.items.contains) ?? true)
                if order.loop == .all { #expect(upcoming.count == order.items.count) }
            }
        }
    }
}
