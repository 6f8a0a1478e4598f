import Media
import Platform
import Testing

@testable import pipd

@Suite struct StopPatienceTests {
    private func time(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test(arguments: [Signal.terminate, .interrupt], [Signal.terminate, .interrupt])
    func theSecondRequestEndsTheProcessAtOnce(first: Signal, second: Signal) {
        var patience = StopPatience()
        var ends: [Bool] = []
        for (number, signal) in [.hangUp, first, .hangUp, second].enumerated() {
            ends.append(patience.received(signal, at: time(Int64(number))))
        }
        #expect(ends == [false, false, false, true])
    }

    @Test func aStopThatTakesFourSecondsIsGivenUp() {
        var patience = StopPatience()
        #expect(patience.deadline == nil)
        #expect(!patience.isOver(at: time(1_000_000)))
        _ = patience.received(.terminate, at: time(100))
        #expect(patience.deadline == time(4_100))
        #expect(!patience.isOver(at: time(4_099)))
        #expect(patience.isOver(at: time(4_100)))
    }
}
