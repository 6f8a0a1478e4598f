import Foundation
import Media
import Presentation
import Testing

/// The first decisions for every row of the acceptance table, to the picture.
///
/// A change of the limiter that keeps the contract but decides differently
/// shows here. `PIPD_REGENERATE_GOLDEN=1 swift test` writes the file anew; the
/// difference belongs into the review.
@Suite struct RateLimiterGoldenTests {
    private static let decisionsPerRow = 360

    @Test func decisionsAreThoseOfTheGoldenLog() throws {
        let log = LimiterRow.all.map(Self.log).joined(separator: "\n")
        if ProcessInfo.processInfo.environment["PIPD_REGENERATE_GOLDEN"] != nil {
            let source = URL(filePath: #filePath).deletingLastPathComponent()
            try log.write(
                to: source.appending(path: "Golden/rate-limiter.txt"),
                atomically: true,
                encoding: .utf8
            )
        }
        let golden = try #require(
            Bundle.module.url(
                forResource: "rate-limiter",
                withExtension: "txt",
                subdirectory: "Golden"
            )
        )
        let expected = try String(contentsOf: golden, encoding: .utf8)
        let lines = log.split(separator: "\n", omittingEmptySubsequences: false)
        let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == expectedLines.count)
        for (line, expectedLine) in zip(lines, expectedLines) where line != expectedLine {
            Issue.record("\(line) is not \(expectedLine)")
        }
    }

    /// The row's name, then `#` for admitted and `.` for dropped, 60 a line.
    private static func log(_ row: LimiterRow) -> String {
        var limiter = RateLimiter(maximumRate: .thirty)
        let pictures = row.source.pictures(seconds: 20).prefix(decisionsPerRow)
        let marks = pictures.map { limiter.admits($0.pts, arrival: $0.arrived) ? "#" : "." }
        let lines = stride(from: 0, to: marks.count, by: 60).map { start in
            marks[start..<min(start + 60, marks.count)].joined()
        }
        return ([row.testDescription] + lines).joined(separator: "\n") + "\n"
    }
}
