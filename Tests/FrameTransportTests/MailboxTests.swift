import FrameTransport
import Testing

@Suite struct MailboxTests {
    @Test func elementsComeOutInOrderOverManyLaps() {
        let mailbox = Mailbox<Int>(capacity: 3)
        for lap in 0..<20 {
            #expect(mailbox.send(2 * lap))
            #expect(mailbox.send(2 * lap + 1))
            #expect(mailbox.receive() == 2 * lap)
            #expect(mailbox.receive() == 2 * lap + 1)
            #expect(mailbox.receive() == nil)
        }
    }

    @Test func aFullMailboxRefuses() {
        let mailbox = Mailbox<String>(capacity: 2)
        #expect(["a", "b", "c"].map(mailbox.send) == [true, true, false])
        #expect(mailbox.receive() == "a")
        #expect(mailbox.send("d"))
        #expect((0..<3).map { _ in mailbox.receive() } == ["b", "d", nil])
    }

    @Test func whatWasNeverReceivedIsReleased() {
        let element = Element()
        weak let observed = element
        var mailbox: Mailbox<Element>? = Mailbox(capacity: 4)
        #expect(mailbox?.send(consume element) == true)
        #expect(observed != nil)
        mailbox = nil
        #expect(observed == nil)
    }

    @Test func twoThreadsExchangeEverythingInOrder() {
        let mailbox = Mailbox<[Int]>(capacity: 5)
        let received = Result<[Int]>([])
        let count = 20_000
        concurrently(
            {
                for number in 0..<count {
                    var backOff = BackOff()
                    while !mailbox.send([number]) { backOff.wait() }
                }
            },
            {
                var backOff = BackOff()
                while received.value.count < count {
                    if let element = mailbox.receive() {
                        received.value += element
                        backOff = BackOff()
                    } else {
                        backOff.wait()
                    }
                }
            }
        )
        #expect(received.value == Array(0..<count))
    }

    private final class Element: Sendable {}
}
