import Media
import Presentation
import TestSupport
import Testing

@Suite struct FrameClockTests {
    /// One row: the last flip, the time asked about, the answer; in
    /// milliseconds, for a display that refreshes every 10 ms.
    @Test(
        arguments: [
            (flip: 100, now: 100, next: 110),  // exactly on a blank: the next one
            (flip: 100, now: 109, next: 110),
            (flip: 100, now: 135, next: 140),  // after missed blanks
            (flip: 100, now: 99, next: 110),  // the flip event came early
        ] as [(flip: Int64, now: Int64, next: Int64)]
    )
    func nextScanoutIsTheFirstBlankAfterNow(flip: Int64, now: Int64, next: Int64) {
        var clock = FrameClock(refreshInterval: .milliseconds(10))
        clock.pageFlipped(at: .milliseconds(flip))
        #expect(clock.nextScanout(after: .milliseconds(now)) == .milliseconds(next))
    }

    @Test func beforeTheFirstFlipEveryMomentIsAScanout() {
        let clock = FrameClock(refreshInterval: .milliseconds(10))
        #expect(clock.nextScanout(after: .milliseconds(7)) == .milliseconds(7))
    }

    @Test func flipsWithoutATimestampOrBackwardsAreIgnored() {
        var clock = FrameClock(refreshInterval: .milliseconds(10))
        clock.pageFlipped(at: .milliseconds(100))
        clock.pageFlipped(at: MonotonicTime(nanoseconds: 0))
        clock.pageFlipped(at: .milliseconds(95))
        #expect(clock.nextScanout(after: .milliseconds(100)) == .milliseconds(110))
    }

    @Test func theMeasuredIntervalReplacesTheNominalOne() {
        var clock = FrameClock(refreshInterval: Hertz.named("60").interval)
        let real = Hertz.named("59.94").interval
        var random = SeededGenerator(seed: 1)
        for index in 1...1000 as ClosedRange<Int64> {
            let error = Nanoseconds(Int64(random.next() % 100_000))
            // Every fourth picture stays for two intervals.
            clock.pageFlipped(at: .milliseconds(1000) + real * (index + index / 3) + error)
        }
        let deviation = (clock.refreshInterval - real).magnitude
        #expect(deviation < Nanoseconds(2_000))
        #expect(clock.nominalInterval == Hertz.named("60").interval)
    }

    @Test func aWrongModeDoesNotMoveTheInterval() {
        var clock = FrameClock(refreshInterval: .milliseconds(10))
        for index in 1...200 as ClosedRange<Int64> {
            clock.pageFlipped(at: .milliseconds(1000 + index * 13))
        }
        #expect(clock.refreshInterval == .milliseconds(10))
    }

    @Test(
        arguments: [
            (asked: 110, flipped: 110, late: 0), (asked: 110, flipped: 114, late: 0),
            (asked: 110, flipped: 120, late: 1), (asked: 110, flipped: 139, late: 3),
            (asked: 120, flipped: 110, late: 0),
        ] as [(asked: Int64, flipped: Int64, late: Int)]
    )
    func aFlipLaterThanAskedForIsCounted(asked: Int64, flipped: Int64, late: Int) {
        var clock = FrameClock(refreshInterval: .milliseconds(10))
        clock.pageFlipped(at: .milliseconds(100))
        let answer = clock.pageFlipped(
            at: .milliseconds(flipped),
            committedFor: .milliseconds(asked)
        )
        #expect(answer == late)
        #expect(clock.missedScanouts == late)
    }

    @Test func anIdleDisplayMissesNothing() {
        var clock = FrameClock(refreshInterval: .milliseconds(10))
        clock.pageFlipped(at: .milliseconds(100))
        clock.pageFlipped(at: .milliseconds(60_000))
        #expect(clock.missedScanouts == 0)
    }

    @Test func aModeWithoutARefreshTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = FrameClock(refreshInterval: .zero)
        }
    }
}
