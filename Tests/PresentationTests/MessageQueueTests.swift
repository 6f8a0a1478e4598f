import Media
import Presentation
import Testing

@Suite struct MessageQueueTests {
    private func at(_ seconds: Int64) -> MonotonicTime { .milliseconds(seconds * 1000) }

    private func message(_ text: String, _ seconds: Int64) -> MessageQueue.Message {
        MessageQueue.Message(text, for: .milliseconds(seconds * 1000))
    }

    @Test func eachHasItsTimeBehindThoseBefore() {
        var queue = MessageQueue(limit: 3)
        for (text, seconds) in [("a", 5), ("b", 2), ("c", 1)] as [(String, Int64)] {
            let isTaken = queue.add(message(text, seconds))
            #expect(isTaken)
        }
        let isTaken = queue.add(message("d", 1))
        #expect(!isTaken && queue.shown == nil && queue.waiting == 3)
        var told: [String] = []
        for second in 0...9 as ClosedRange<Int64> {
            queue.look(at: at(second))
            told.append(queue.shown?.text ?? "-")
        }
        #expect(told.joined() == "aaaaabbc--")
        #expect(queue.waiting == 0 && queue.deadline == nil)
    }

    @Test func whatIsClearedIsGone() {
        var queue = MessageQueue(limit: 3)
        _ = queue.add(message("a", 5))
        queue.look(at: at(0))
        _ = queue.add(message("b", 5))
        #expect(queue.deadline == at(5) && queue.waiting == 1)
        queue.clear()
        queue.look(at: at(1))
        #expect(queue.shown == nil && queue.waiting == 0 && queue.deadline == nil)
    }

    /// Whatever becomes of one is said of that one alone.
    @Test func theSameWordsAreAnotherMessage() throws {
        var queue = MessageQueue(limit: 3)
        for _ in 0..<2 { _ = queue.add(message("a", 5)) }
        queue.look(at: at(0))
        let first = try #require(queue.shown)
        queue.look(at: at(1))
        #expect(queue.shown == first)
        queue.look(at: at(5))
        let second = try #require(queue.shown)
        queue.clear()
        _ = queue.add(message("a", 5))
        queue.look(at: at(6))
        let third = try #require(queue.shown)
        #expect(Set([first, second, third]).count == 3)
        #expect(Set([first, second, third].map(\.text)) == ["a"])
    }

    /// One that comes when nothing is shown begins then.
    @Test func timeThatWasNobodysIsNotCounted() {
        var queue = MessageQueue(limit: 3)
        queue.look(at: at(100))
        _ = queue.add(message("a", 5))
        queue.look(at: at(200))
        #expect(queue.shown?.text == "a" && queue.deadline == at(205))
    }
}
