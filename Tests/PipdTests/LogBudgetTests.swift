import Logging
import Media
import Synchronization
import Testing

@testable import pipd

@Suite struct LogBudgetTests {
    private let door: StreamID
    private let lobby: StreamID

    init() throws {
        door = try #require(StreamID("door"))
        lobby = try #require(StreamID("lobby"))
    }

    @Test func aStreamThatSaysLittleIsHeardInFull() {
        var budget = LogBudget<StreamID>(burst: 20)
        for minute in 0..<600 {
            let now = MonotonicTime.milliseconds(Int64(minute) * 60_000)
            #expect(budget.spend(door, at: now) == .write(leftOut: 0))
        }
    }

    /// Thirty lines a second for five minutes: the burst, then one every five seconds,
    /// each telling how many were left out before it. None is lost uncounted.
    @Test func aStreamThatSaysMuchIsCut() {
        var budget = LogBudget<StreamID>(burst: 20)
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
        var budget = LogBudget<StreamID>(burst: 20)
        for _ in 0..<100 { _ = budget.spend(door, at: .milliseconds(0)) }
        let later = MonotonicTime.milliseconds(1_000_000)
        #expect(budget.spend(door, at: later) == .write(leftOut: 80))
        for _ in 1..<20 { #expect(budget.spend(door, at: later) == .write(leftOut: 0)) }
        #expect(budget.spend(door, at: later) == .leaveOut)
    }

    @Test func eachStreamHasItsOwn() {
        var budget = LogBudget<StreamID>(burst: 20)
        for _ in 0..<100 { _ = budget.spend(door, at: .milliseconds(0)) }
        #expect(budget.spend(lobby, at: .milliseconds(0)) == .write(leftOut: 0))
        budget.forget(door, present: [lobby])
        #expect(budget.spend(door, at: .milliseconds(0)) == .write(leftOut: 0))
        #expect(budget.spend(lobby, at: .milliseconds(0)) == .write(leftOut: 0))
    }

    @Test func whoSpeaksAfterItsRemovalIsForgottenToo() {
        var budget = LogBudget<StreamID>(burst: 20)
        for _ in 0..<100 { _ = budget.spend(door, at: .milliseconds(0)) }
        budget.forget(lobby, present: [lobby])
        #expect(budget.spend(door, at: .milliseconds(0)) == .write(leftOut: 0))
    }
}

@Suite struct SignalLogTests {
    /// Keeps what is logged.
    private final class Lines: Sendable {
        let lines = Mutex<[String]>([])
    }

    private struct Handler: LogHandler {
        let kept: Lines
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { kept.lines.withLock { $0.append("\(event.message)") } }
    }

    private let kept = Lines()
    private let log: SignalLog

    init() {
        let kept = kept
        log = SignalLog(logger: Logger(label: "test") { _ in Handler(kept: kept) })
    }

    @Test func aStormIsCounted() {
        for number in 0..<500 {
            log.write(.noSnapshot, .warning, "none", at: .milliseconds(Int64(number) * 4))
        }
        #expect(kept.lines.withLock { $0 } == Array(repeating: "none", count: 5))
        log.write(.noSnapshot, .warning, "none", at: .milliseconds(100_000))
        #expect(
            kept.lines.withLock { $0.suffix(2) } == ["none", "495 messages like the last left out"]
        )
    }

    @Test func whatSaysSomethingElseIsHeard() {
        for _ in 0..<100 { log.write(.reloaded, .info, "reloaded", at: .milliseconds(0)) }
        log.write(.notReloaded, .error, "not reloaded", at: .milliseconds(0))
        #expect(kept.lines.withLock { $0.last } == "not reloaded")
    }
}
