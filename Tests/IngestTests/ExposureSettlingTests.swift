import Media
import Testing

@testable import Capture

/// When a camera that has just started is worth a photo, in virtual time.
@Suite struct ExposureSettlingTests {
    /// Pictures at a rate, and the first one that is taken.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// Mean lumas; the last one goes on for ever. Below zero: not to be told.
        let lumas: [Double]
        var rate: Int64 = 30
        var settle = ExposureSettling.usualTime
        /// Counted from 1.
        let taken: Int
        let isConverged: Bool

        var testDescription: String { name }
    }

    @Test(
        arguments: [
            // 150 ms of 30 pictures a second are five more than the first.
            Case(name: "steady", lumas: [120], taken: 6, isConverged: true),
            Case(
                name: "steady after a start",
                lumas: [10, 60, 100, 119, 120],
                taken: 9,
                isConverged: true
            ),
            Case(name: "noise", lumas: [120, 121.5, 120.2, 121, 120], taken: 6, isConverged: true),
            Case(
                name: "a flash in between",
                lumas: [120, 120, 120, 120, 180, 120],
                taken: 11,
                isConverged: true
            ),
            // Four pictures at least, of a camera so slow that three last long.
            Case(name: "slow", lumas: [120], rate: 5, taken: 4, isConverged: true),
            Case(
                name: "too slow",
                lumas: [120],
                rate: 2,
                settle: .milliseconds(1400),
                taken: 3,
                isConverged: false
            ),
            Case(
                name: "slow, with time",
                lumas: [120],
                rate: 2,
                settle: .milliseconds(3000),
                taken: 4,
                isConverged: true
            ),
            // Steps of every third picture keep still in between.
            Case(
                name: "steps",
                lumas: (0..<60).map { Double($0 / 3 * 5) },
                taken: 45,
                isConverged: false
            ),
            // No two pictures differ by much, all together do.
            Case(
                name: "drifting",
                lumas: (0..<60).map { Double($0) * 0.9 },
                taken: 45,
                isConverged: false
            ),
            Case(name: "unknown", lumas: [-1], taken: 45, isConverged: false),
            Case(name: "no time", lumas: [120], settle: .zero, taken: 1, isConverged: false),
            Case(
                name: "less than no time",
                lumas: [120],
                settle: Nanoseconds(.min),
                taken: 1,
                isConverged: false
            ),
            // Five seconds at most.
            Case(
                name: "endless",
                lumas: (0..<400).map { Double($0 % 2 * 50) },
                settle: Nanoseconds(.max),
                taken: 150,
                isConverged: false
            ),
        ]
    )
    func aPictureIsTakenWhenTheLumaKeepsStillOrTheTimeIsUp(row: Case) throws {
        let start = MonotonicTime.milliseconds(7_000)
        var settling = ExposureSettling(startedAt: start, time: row.settle)
        for number in 1...200 {
            let luma = row.lumas[min(number, row.lumas.count) - 1]
            let time =
                start + Nanoseconds((Int64(number) * 1_000_000_000 + row.rate - 1) / row.rate)
            let verdict = settling.picture(meanLuma: luma < 0 ? nil : luma, at: time)
            guard verdict != .wait else { continue }
            #expect(number == row.taken)
            #expect((verdict == .settled) == row.isConverged)
            return
        }
        Issue.record("no picture was taken")
    }
}
