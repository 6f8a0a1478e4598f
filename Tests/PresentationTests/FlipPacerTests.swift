import Media
import Presentation
import Testing

@Suite struct FlipPacerTests {
    private static func pacer(hasVerticalBlank: Bool) -> FlipPacer {
        FlipPacer(
            refreshInterval: .milliseconds(10),
            hasVerticalBlank: hasVerticalBlank,
            startingAt: .milliseconds(100)
        )
    }

    private static func flip(_ time: Int64, observed: Int64? = nil, missed: Int = 0) -> Flip {
        Flip(
            time: .milliseconds(time),
            observed: .milliseconds(observed ?? time),
            missed: missed
        )
    }

    /// Woken at, then the beat: its time, and the scanouts slept through.
    @Test(
        arguments: [
            (now: 110, time: 110, missed: 0),
            (now: 113, time: 110, missed: 0),
            (now: 119, time: 110, missed: 0),
            (now: 120, time: 120, missed: 1),
            (now: 155, time: 150, missed: 4),
            (now: 109, time: 110, missed: 0),
        ] as [(now: Int64, time: Int64, missed: Int)]
    )
    func timerKeepsTheGridHoweverLateTheThreadWakes(now: Int64, time: Int64, missed: Int) {
        var pacer = Self.pacer(hasVerticalBlank: false)
        let beat = pacer.timerFired(at: .milliseconds(now))
        #expect(beat == Self.flip(time, observed: max(now, time), missed: missed))
        #expect(pacer.deadline == .milliseconds(time + 10))
    }

    @Test func aCommitIsFollowedByItsFlipAndNoTimer() {
        var pacer = Self.pacer(hasVerticalBlank: true)
        pacer.committed()
        #expect(pacer.deadline == nil)
        let beat = pacer.flipped(at: .milliseconds(112), now: .milliseconds(113))
        #expect(beat == Self.flip(112))
        #expect(pacer.deadline == .milliseconds(122))
    }

    /// The kernel's timestamp, when it was read, the beat's time, scanouts missed.
    @Test(
        arguments: [
            (stamp: 110, now: 111, time: 110, missed: 0),
            (stamp: 131, now: 131, time: 131, missed: 2),
            (stamp: 0, now: 112, time: 112, missed: 0),
            (stamp: 90, now: 111, time: 100, missed: 0),
            (stamp: 500, now: 111, time: 111, missed: 0),
        ] as [(stamp: Int64, now: Int64, time: Int64, missed: Int)]
    )
    func aFlipIsBelievedAsFarAsItCanBeTrue(stamp: Int64, now: Int64, time: Int64, missed: Int) {
        var pacer = Self.pacer(hasVerticalBlank: true)
        pacer.committed()
        let beat = pacer.flipped(at: .milliseconds(stamp), now: .milliseconds(now))
        #expect(beat == Self.flip(time, missed: missed))
    }

    @Test func withoutVerticalBlanksAFlipAtOnceWaitsForTheGrid() {
        var pacer = Self.pacer(hasVerticalBlank: false)
        pacer.committed()
        #expect(pacer.flipped(at: .milliseconds(101), now: .milliseconds(101)) == nil)
        #expect(pacer.deadline == .milliseconds(110))
        #expect(pacer.timerFired(at: .milliseconds(110)) == Self.flip(110))
    }

    @Test func withoutVerticalBlanksALateFlipIsTheBeat() {
        var pacer = Self.pacer(hasVerticalBlank: false)
        pacer.committed()
        let beat = pacer.flipped(at: .milliseconds(124), now: .milliseconds(125))
        #expect(beat == Self.flip(120, observed: 125, missed: 1))
    }

    @Test func aDisplayThatIsSlowerThanItsModeIsFollowed() throws {
        var pacer = Self.pacer(hasVerticalBlank: true)
        for index in 1...200 as ClosedRange<Int64> {
            pacer.committed()
            let time = MonotonicTime(nanoseconds: 100_000_000 + index * 10_050_000)
            #expect(pacer.flipped(at: time, now: time)?.missed == 0)
        }
        let deadline = try #require(pacer.deadline)
        #expect(deadline == MonotonicTime(nanoseconds: 100_000_000 + 201 * 10_050_000))
    }
}
