import Foundation
import Media
import Presentation
import TestSupport
import Testing

/// Walls of eight screens in virtual time, for a day, each with the display layer, the timeline and
/// the pursuit of a stream.
///
/// In every run each flip is judged of three parts of the day, which are long enough for the
/// fastest crystal to drift by more than a refresh interval, and those around the ends of the
/// file's rounds. With `PIPD_WALL_HOURS` all flips of so many hours are.
@Suite struct WallTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: Int64
        var display: Int64
        var testDescription: String { "\(file) fps at \(display) Hz" }
    }

    /// By how many millionths the displays of eight screens are faster.
    static let drifts: [Double] = [-100, -60, -21, -3, 3, 21, 60, 100]
    /// Of how many all flips are judged; nil: of parts of a day.
    static let hours = ProcessInfo.processInfo.environment["PIPD_WALL_HOURS"]
        .flatMap(Int64.init)

    @Test(arguments: [
        Case(file: 60, display: 60), Case(file: 30, display: 60), Case(file: 24, display: 60),
        Case(file: 60, display: 30),
    ])
    func thoseThatDriftChooseTheSameFrame(row: Case) throws {
        let frame = Nanoseconds(1_000_000_000 / row.file)
        let refresh = Nanoseconds(1_000_000_000 / row.display)
        // Of no whole number of minutes, nor of refresh intervals.
        let count = row.file * 613 + 7
        var outcome = WallOutcome(refresh: refresh, screens: Self.drifts.count)
        var screens = try Self.drifts.enumerated().map { number, drift in
            try VirtualScreen(number, drift: drift, refresh: refresh, frame: frame, count: count)
        }
        let parts = Self.hours.map(Self.allParts) ?? Self.chosenParts(round: frame * count)
        for part in parts {
            for index in screens.indices {
                if part.isFirst {
                    screens[index].skip(to: part.start)
                    outcome.begin(index)
                }
                while let flip = screens[index].flip(before: part.end) {
                    outcome.note(flip, on: index)
                }
            }
            outcome.compare()
        }
        #expect(screens.allSatisfy { $0.seeks == (Self.hours == nil ? parts.count : 1) })
        #expect(outcome.pictures > 3 * 1000)
        #expect(outcome.verdict == .met, "\(outcome)")
        if Self.hours != nil { print("\(row): \(outcome)") }
    }

    /// A part of the day, in true time.
    private struct Part {
        var start: Nanoseconds
        var end: Nanoseconds
        /// Whether nothing was judged right before it.
        var isFirst = true
    }

    private static func chosenParts(round: Nanoseconds) -> [Part] {
        let parts = [(0, 190), (11, 60), (23, 190)].map { (hour: Int64, seconds: Int64) in
            let start = Nanoseconds.seconds(Double(hour) * 3600 + 1000)
            return Part(start: start, end: start + .milliseconds(seconds * 1000))
        }
        let count = Nanoseconds.seconds(86_400).count / round.count
        let ends = (1...count).map { number in
            Part(
                start: round * number - .milliseconds(1000),
                end: round * number + .milliseconds(500)
            )
        }
        return parts + ends
    }

    /// By the minute, for `WallOutcome.compare`.
    private static func allParts(hours: Int64) -> [Part] {
        (0..<(hours * 60)).map { minute in
            let start = Nanoseconds.milliseconds((minute + 10) * 60_000)
            return Part(start: start, end: start + .milliseconds(60_000), isFirst: minute == 0)
        }
    }
}
