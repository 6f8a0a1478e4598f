import Media
import Testing

@testable import Ingest

/// Timestamps and durations are in milliseconds.
@Suite struct TimestampRepairTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let given: [Int64?]
        let expected: [Int64]
        /// Which of them begin a new timeline.
        var breaks: [Int] = [0]
    }

    private static let rows = [
        Row(testDescription: "regular", given: [0, 40, 80], expected: [0, 40, 80]),
        Row(testDescription: "starts late", given: [900, 940], expected: [900, 940]),
        Row(testDescription: "none at all", given: [nil, nil, nil], expected: [0, 40, 80]),
        Row(testDescription: "gaps", given: [0, nil, nil, 120], expected: [0, 40, 80, 120]),
        Row(testDescription: "variable", given: [0, 10, 300, 301], expected: [0, 10, 300, 301]),
        Row(testDescription: "repeated", given: [0, 40, 40, 120], expected: [0, 40, 80, 120]),
        Row(testDescription: "constant", given: [5, 5, 5, 5], expected: [5, 45, 85, 125]),
        Row(
            testDescription: "one step back",
            given: [0, 40, 30, 120],
            expected: [0, 40, 80, 120]
        ),
        Row(testDescription: "far ahead", given: [0, 40, 9000], expected: [0, 40, 9000]),
        Row(
            testDescription: "far back",
            given: [5000, 5040, 0, 40],
            expected: [5000, 5040, 0, 40],
            breaks: [0, 2]
        ),
        Row(
            testDescription: "stays back",
            given: [400, 10, 50, 90, 130, 170, 210, 250, 290, 330],
            expected: [400, 440, 480, 520, 560, 600, 640, 680, 720, 330],
            breaks: [0, 9]
        ),
    ]

    @Test(arguments: rows) func everyPictureGetsAUsableTimestamp(row: Row) {
        var repair = TimestampRepair(frameInterval: .milliseconds(40))
        let results = row.given.map { given in
            repair.next(given.map(MediaTime.milliseconds), duration: .zero)
        }
        #expect(results.map(\.pts) == row.expected.map(MediaTime.milliseconds))
        #expect(results.indices.filter { results[$0].isDiscontinuous } == row.breaks)
    }

    @Test func durationsAreTheDecodersElseTheStreamsElseUnknown() {
        var known = TimestampRepair(frameInterval: .milliseconds(40))
        let first = known.next(.zero, duration: .milliseconds(20))
        let second = known.next(nil, duration: .zero)
        #expect(first.duration == .milliseconds(20))
        #expect(second.pts == .milliseconds(20))
        #expect(second.duration == .milliseconds(40))
        var unknown = TimestampRepair(frameInterval: nil)
        let untold = unknown.next(.zero, duration: .zero)
        let guessed = unknown.next(nil, duration: .zero)
        #expect(untold.duration == .zero)
        #expect(guessed.pts == .milliseconds(40))
    }
}

@Suite struct LossWatchTests {
    @Test func aPlaceholderIsDueTwoSecondsAfterTheLastPicturesLoss() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        #expect(watch.placeholderDeadline(after: .milliseconds(0)) == .milliseconds(2000))
        _ = watch.picture(at: .milliseconds(1500))
        #expect(!watch.isPlaceholderDue(at: .milliseconds(9000)))
        watch.lost(at: .milliseconds(9000))
        #expect(!watch.isPlaceholderDue(at: .milliseconds(10_999)))
        #expect(watch.isPlaceholderDue(at: .milliseconds(11_000)))
        #expect(watch.placeholderDeadline(after: .milliseconds(11_000)) == nil)
    }

    @Test func theSamePlaceholderIsDrawnOnce() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        #expect(watch.isNews("refused"))
        watch.placeholderShown("refused")
        #expect(!watch.isNews("refused"))
        #expect(watch.isNews("timeout"))
        _ = watch.picture(at: .milliseconds(5000))
        #expect(watch.isNews("refused"))
    }

    @Test func aStallBeginsOnceAndEndsWithAPicture() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        watch.connected(at: .milliseconds(0), frameInterval: .milliseconds(40))
        // Before the first picture the connection's own limit applies.
        #expect(stalls(&watch, at: [5000]) == [false])
        #expect(endsStall(&watch, at: 5000) == false)
        #expect(stalls(&watch, at: [5499, 5500, 6000]) == [false, true, false])
        #expect(endsStall(&watch, at: 6100))
        #expect(endsStall(&watch, at: 6140) == false)
    }

    @Test func aLostConnectionDoesNotStall() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        #expect(endsStall(&watch, at: 100) == false)
        watch.lost(at: .milliseconds(140))
        #expect(stalls(&watch, at: [600, 5000]) == [false, false])
    }

    @Test func timeSpentWaitingForTheConsumerIsNoStall() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        #expect(endsStall(&watch, at: 0) == false)
        watch.restarted(at: .milliseconds(60_000))
        #expect(!watch.isOverdue(at: .milliseconds(60_400), .milliseconds(5000)))
        #expect(stalls(&watch, at: [60_400, 60_500]) == [false, true])
    }

    private func stalls(_ watch: inout LossWatch, at times: [Int64]) -> [Bool] {
        times.map { watch.stalls(at: .milliseconds($0)) }
    }

    private func endsStall(_ watch: inout LossWatch, at time: Int64) -> Bool {
        watch.picture(at: .milliseconds(time))
    }
}

@Suite struct PlaceholderPictureTests {
    @Test(
        arguments: [
            ("", 10, []),
            ("one two", 10, ["one two"]),
            ("one two three", 8, ["one two", "three"]),
            ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
            ("a  b", 3, ["a b"]),
        ] as [(String, Int, [String])]
    )
    func textIsBrokenAtSpaces(text: String, width: Int, lines: [String]) {
        #expect(PlaceholderPicture.wrapped(text, width: width) == lines)
    }
}
