import Media
import MediaLink
import Testing

@testable import pipd

/// When pipd-media is started and given up, in virtual time.
@Suite struct ProcessWatchTests {
    @Test func nobodyWantsItAndItRests() {
        var watch = ProcessWatch()
        #expect(watch.next(at: at(0)) == .wait(until: nil))
        watch.want()
        #expect(watch.next(at: at(1)) == .start)
    }

    @Test func itComesBackLaterAndLaterAndAtOnceWhenItHasRunForLong() {
        var watch = ProcessWatch()
        watch.want()
        var (now, delays) = (0, [Int]())
        for _ in 0..<8 {
            #expect(watch.next(at: at(now)) == .start)
            watch.end(at: at(now), because: MediaFailure("signal 9"))
            #expect(watch.absence?.reason == "signal 9")
            guard case .wait(let time?) = watch.next(at: at(now)) else {
                return #expect(Bool(false), "it is not waited for")
            }
            let delay = Int((time - at(now)).count / 1_000_000)
            delays.append(delay)
            now += delay
        }
        #expect(delays == [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
        #expect(watch.next(at: at(now)) == .start)
        #expect(watch.absence == nil)
        watch.end(at: at(now + 10_000), because: MediaFailure("exit 1"))
        #expect(watch.next(at: at(now + 10_000)) == .wait(until: at(now + 10_250)))
    }

    @Test func thatItEndsIsToldOnceForEachReason() {
        var watch = ProcessWatch()
        watch.want()
        let ends = [
            (0, "signal 9", true), (0, "signal 9", false), (0, "exit 1", true),
            (0, "exit 1", false), (10_000, "exit 1", true), (0, "exit 1", false),
        ]
        var now = 0
        for (lasting, reason, isNews) in ends {
            now += 10_000
            #expect(watch.next(at: at(now)) == .start)
            now += lasting
            #expect(watch.end(at: at(now), because: MediaFailure(reason)) == isNews)
        }
    }

    @Test func whoEndsAsItIsAskedToBeginsAnewAtOnce() {
        var watch = ProcessWatch()
        watch.want()
        for _ in 0..<3 {
            #expect(watch.next(at: at(0)) == .start)
            watch.end()
            #expect(watch.absence == nil)
        }
        #expect(watch.next(at: at(0)) == .start)
    }

    @Test func whatSaysNothingIsAskedAndThenKilled() {
        var watch = ProcessWatch()
        watch.want()
        #expect(watch.next(at: at(0)) == .start)
        watch.hear(at: at(5_000))
        #expect(watch.next(at: at(20_000)) == .wait(until: at(25_000)))
        #expect(watch.next(at: at(25_000)) == .ask)
        #expect(watch.next(at: at(44_999)) == .wait(until: at(45_000)))
        #expect(watch.next(at: at(45_000)) == .kill)
    }

    @Test func itsFirstWordMayTakeLonger() {
        var watch = ProcessWatch()
        watch.want()
        #expect(watch.next(at: at(0)) == .start && !watch.isHeard)
        #expect(watch.next(at: at(1)) == .wait(until: at(120_000)))
        #expect(watch.next(at: at(119_999)) == .wait(until: at(120_000)))
        #expect(watch.next(at: at(120_000)) == .kill)
        watch.hear(at: at(120_000))
        #expect(watch.isHeard)
    }

    @Test func anAnswerSavesIt() {
        var watch = ProcessWatch()
        watch.want()
        _ = watch.next(at: at(0))
        watch.hear(at: at(0))
        #expect(watch.next(at: at(20_000)) == .ask)
        watch.hear(at: at(39_000))
        #expect(watch.next(at: at(40_000)) == .wait(until: at(59_000)))
    }

    private func at(_ milliseconds: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(milliseconds) * 1_000_000)
    }
}
