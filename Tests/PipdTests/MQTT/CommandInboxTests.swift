import ControlAPI
import MQTT
import Testing

@testable import pipd

/// What is obeyed of what comes.
@Suite struct CommandInboxTests {
    private func message(_ payload: String, isRetained: Bool = false) -> BrokerMessage {
        BrokerMessage("pipd/lobby/main/set", payload, isRetained: isRetained)
    }

    @Test func ofManyTheLastOfEachWaits() {
        var inbox = CommandInbox()
        for number in 0..<100_000 {
            inbox.take(message("\(number)"), .main)
            inbox.take(message("\(number)"), .pipStream)
        }
        #expect(inbox.next()?.value == "99999")
        #expect(inbox.next()?.name == .pipStream)
        #expect(inbox.next() == nil)
        #expect(inbox.ignored == [.superseded: 199_998])
    }

    @Test func theyAreObeyedAsTheyCame() {
        var inbox = CommandInbox()
        for name in [BrokerCommand.Name.pip, .main, .corner, .main] {
            inbox.take(message("a"), name)
        }
        var names: [BrokerCommand.Name] = []
        while let command = inbox.next() { names.append(command.name) }
        #expect(names == [.pip, .corner, .main])
    }

    /// What is steered does not wait for a picture; what was asked for after it keeps its place.
    @Test func besideAPictureThatIsWaitedForTheyAreObeyed() {
        var inbox = CommandInbox()
        inbox.take(message("a"), .main)
        inbox.take(message(#"{"wait_ms":9000}"#), .snapshot)
        inbox.take(message("b"), .pipStream)
        #expect(inbox.next(whilePicturing: true)?.name == .main)
        #expect(inbox.next(whilePicturing: true) == nil)
        #expect(inbox.next()?.mayWait == true)
        #expect(inbox.next(whilePicturing: true)?.name == .pipStream)
        inbox.take(message("PRESS"), .snapshot)
        #expect(inbox.next(whilePicturing: true)?.mayWait == false)
    }

    @Test func whatWasCountedBeforeIsNotLost() {
        var inbox = CommandInbox(ignored: [.retained: 2])
        inbox.take(message("door", isRetained: true), .main)
        #expect(inbox.ignored == [.retained: 3])
        var outbox = Outbox(lost: 2)
        outbox.lose(3)
        #expect(outbox.lost == 5)
    }

    @Test func whatIsNotMeantOrTooLargeIsCounted() {
        var inbox = CommandInbox()
        inbox.take(message("door", isRetained: true), .main)
        inbox.take(message(String(repeating: "a", count: 8193)), .main)
        inbox.take(message(""), .main)
        inbox.take(message("door"), nil)
        #expect(inbox.next() == nil)
        #expect(
            inbox.ignored == [.retained: 1, .oversized: 1, .malformed: 1, .unknown: 1]
        )
    }

    @Test func ofWhatIsKeptTheNewestIsSentOfAllElseSoMuch() {
        var outbox = Outbox()
        for number in 0..<1000 {
            outbox.add(BrokerMessage("state", "\(number)", isRetained: true))
            outbox.add(BrokerMessage("result", "\(number)"))
        }
        #expect(outbox.lost == 1000 - Outbox.capacity)
        var sent: [BrokerMessage] = []
        while let message = outbox.next() { sent.append(message) }
        #expect(sent.count == Outbox.capacity + 1)
        #expect(sent.filter(\.isRetained) == [BrokerMessage("state", "999", isRetained: true)])
        #expect(sent.last == BrokerMessage("result", "999"))
        outbox.add(BrokerMessage("result", "a"))
        outbox.add(BrokerMessage("state", "a", isRetained: true))
        outbox.clear()
        #expect(outbox.next() == nil && outbox.lost == 1001 - Outbox.capacity)
        let long = String(repeating: "a", count: BrokerMessage.mostBytes + 1)
        outbox.add(BrokerMessage("event", long))
        #expect(outbox.next() == nil && outbox.lost == 1002 - Outbox.capacity)
    }
}
