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
    ///
    /// - Parameters:
    ///   - report: What was made.
    ///   - back: How long ago a live stream's picture was to be, in seconds; nil for now.
    /// - Returns: A sentence for each.
    static func warnings(_ report: ImageReport, back: Double? = nil) -> [String] {
        var warnings: [String] = []
        if report.tier != .exact {
            let detail = moments(of: report, back: back).joined(separator: ", ")
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

    /// Which moment a picture is of, and which it is not: nobody knows a live stream by its
    /// own time.
    private static func moments(of report: ImageReport, back: Double?) -> [String] {
        if let age = report.ageMilliseconds {
            guard let back else { return ["\(span(age / 1000, places: 1)) old"] }
            // As many digits as it takes to tell them apart.
            let places = (1...2).first { span(age / 1000, places: $0) != span(back, places: $0) }
            let texts = [age / 1000, back].map { span($0, places: places ?? 3) }
            return ["\(texts[0]) old", "not \(texts[1])"]
        }
        let times = [
            report.actual.map { "of \(second($0))" },
            report.requested.map { "not of \(second($0))" },
        ]
        return times.compactMap(\.self)
    }

    /// Such as `85 ms`, `2.0 s`, `7.9 s`.
    private static func span(_ seconds: Double, places: Int) -> String {
        if seconds < 1, seconds > 0 { return "\(fixed(seconds * 1000, places: 0)) ms" }
        return "\(fixed(seconds, places: places)) s"
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
