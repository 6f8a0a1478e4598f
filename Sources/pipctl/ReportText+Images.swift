internal import ControlAPI
internal import Media

extension ReportText {
    /// An image on one line: where it is, and what.
    static func image(_ report: ImageReport, at path: String) -> String {
        var parts = [
            path, "\(report.width)x\(report.height)", decimalBytes(report.bytes),
            report.tier.rawValue,
        ]
        if let actual = report.actual, report.requested != nil {
            parts.append("at \(second(actual))")
        }
        if let age = report.ageMilliseconds {
            let text = age < 1000 ? "\(fixed(age, places: 0)) ms" : second(age / 1000)
            parts.append("age \(text)")
        }
        if let mode = report.photo?.cameraMode { parts.append(mode) }
        return VisibleText.escaped(parts.joined(separator: "  ")) + "\n"
    }

    /// What of a request could not be met.
    static func warnings(_ report: ImageReport) -> [String] {
        var warnings: [String] = []
        if report.tier != .exact {
            let times = [
                report.actual.map { "of \(second($0))" },
                report.requested.map { "not of \(second($0))" },
            ]
            let detail = times.compactMap(\.self).joined(separator: ", ")
            let reason = report.tier == .relaxed ? "inside the tolerance" : "the nearest there is"
            warnings.append("the picture is \(detail.isEmpty ? "" : "\(detail): ")\(reason)")
        }
        if report.scaledDown {
            warnings.append(
                "the picture was scaled down to \(report.width)x\(report.height) to keep to the "
                    + "bytes that it may have"
            )
        }
        if report.photo?.converged == false {
            warnings.append(
                "the camera's exposure had not settled; --settle-ms allows it more time"
            )
        }
        return warnings
    }

    /// An image that became an event.
    static func snapshotEvent(_ report: SnapshotEventReport) -> String {
        "event \(report.eventID)  \(report.width)x\(report.height)  "
            + "\(decimalBytes(report.bytes))  sent to \(receivers(report.subscribers))\n"
    }

    /// An event of one's own.
    static func event(_ report: EventReport) -> String {
        "event \(report.eventID)  sent to \(receivers(report.subscribers))\n"
    }

    private static func receivers(_ count: Int) -> String {
        count == 1 ? "1 subscriber" : "\(count) subscribers"
    }

    /// A size in the units of files: `512 B`, `85 kB`, `1.2 MB`.
    static func decimalBytes(_ count: Int) -> String {
        switch count {
        case ..<1000: "\(count) B"
        case ..<10_000: "\(fixed(Double(count) / 1e3, places: 1)) kB"
        case ..<999_500: "\(fixed(Double(count) / 1e3, places: 0)) kB"
        default: "\(fixed(Double(count) / 1e6, places: 1)) MB"
        }
    }

    private static func second(_ seconds: Double) -> String { "\(fixed(seconds, places: 3)) s" }
}
