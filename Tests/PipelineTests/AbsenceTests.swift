import Media
import Testing

@testable import Pipeline

/// Which pictures of a hidden live stream are of the past when it is shown again.
@Suite struct AbsenceTests {
    /// Hidden at 10 s of the presentation's time, in milliseconds.
    private static let hidden: Int64 = 10_000

    @Test(
        arguments: [
            // Of 30 a second: hidden for five scanouts, for one, with a new picture.
            (9_990, 33, 10_200, true), (9_800, 33, 10_017, false), (10_100, 33, 10_200, false),
            // One a second: the next one need not have come.
            (9_200, 1_000, 10_100, false), (9_200, 1_000, 11_100, true),
            // A duration that is none, and none at all.
            (9_200, 3_600_000, 12_100, true), (9_200, 0, 10_001, true),
        ] as [(Int64, Int64, Int64, Bool)]
    )
    func aPictureIsOutdatedBehindItsNext(
        decoded: Int64,
        duration: Int64,
        now: Int64,
        isOutdated: Bool
    ) {
        var absence = Absence()
        absence.prepare(for: .milliseconds(Self.hidden - 17), isShown: true)
        absence.prepare(for: .milliseconds(Self.hidden), isShown: false)
        absence.prepare(for: .milliseconds(Self.hidden + 17), isShown: false)
        let answer = absence.outdates(
            .milliseconds(decoded),
            lasting: .milliseconds(duration),
            at: .milliseconds(now)
        )
        #expect(answer == isOutdated)
    }

    /// Hidden and shown by commands between two scanouts, or shown since.
    @Test func whatNoScanoutMissedIsNotOutdated() {
        var absence = Absence()
        let outdates = { (absence: Absence) in
            absence.outdates(.milliseconds(0), lasting: .zero, at: .milliseconds(60_000))
        }
        #expect(!outdates(absence))
        absence.prepare(for: .milliseconds(100), isShown: false)
        #expect(outdates(absence))
        absence.prepare(for: .milliseconds(117), isShown: true)
        #expect(!outdates(absence))
    }
}
