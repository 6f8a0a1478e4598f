internal import ControlAPI
internal import Media

/// Reports of the daemon as text for people.
enum ReportText {
    /// Everything, a table of the streams last.
    static func status(_ report: StatusReport, rates: [String: Double] = [:]) -> String {
        let output = report.output
        let place = output.connector.map { " \($0)" } ?? ""
        var lines = [
            "pipd \(report.version), up \(duration(report.uptimeSeconds))",
            "output  \(output.kind)\(place) \(output.mode), "
                + "\(output.compositor) (\(output.renderer))",
            "memory  \(bytes(report.memory.residentBytes)), "
                + "pictures \(bytes(report.memory.poolBytes))",
        ]
        if report.configGeneration > 0 {
            lines.append("config  generation \(report.configGeneration)")
        }
        if let waiting = output.waiting {
            lines.insert("        nothing is shown: \(waiting)", at: 2)
        }
        if let reason = output.reason { lines.insert("        \(reason)", at: 2) }
        let head = lines.map { VisibleText.escaped($0) + "\n" }.joined()
        return head + view(report.view) + "\n" + streams(report.streams, rates: rates)
    }

    /// Which stream is where.
    static func view(_ report: ViewReport) -> String {
        let fades = report.transition == "cut" ? "" : ", \(report.transition)"
        let main = "main    \(report.main ?? "–") (\(report.gravity)\(fades))"
        let lines = [show(report.show), main, window(report.pip)].compactMap { $0 }
        return lines.map { VisibleText.escaped($0) + "\n" }.joined()
    }

    private static func show(_ show: ShowReport?) -> String? {
        guard let show else { return nil }
        let left = duration(show.seconds.rounded(.up))
        let covered = show.covered ?? 0
        let behind = covered == 0 ? "" : ", \(covered) behind it"
        return "shown   \(show.main) for \(left) (priority \(show.priority)\(behind))"
    }

    private static func window(_ pip: PIPReport) -> String {
        let state = pip.enabled ? "on" : "off"
        let corner = pip.corner ?? "at \(percent(pip.x ?? 0)), \(percent(pip.y ?? 0))"
        let size = pip.window.map { "\($0.width)x\($0.height)" }
        var parts = [corner, size ?? "\(percent(pip.size)) wide"]
        if pip.opacity < 1 { parts.append("opacity \(percent(pip.opacity))") }
        return "pip     \(state), \(pip.stream ?? "–") (\(parts.joined(separator: ", ")))"
    }

    /// A table of streams.
    ///
    /// - Parameters:
    ///   - reports: One row each.
    ///   - rates: Frames a second that were presented lately, by ID; where it
    ///     is missing the stream's own rate is shown.
    /// - Returns: Lines with their newlines.
    static func streams(_ reports: [StreamReport], rates: [String: Double] = [:]) -> String {
        guard !reports.isEmpty else { return "No streams; add one: pipctl streams add ID URL\n" }
        var table = TextTable([
            .left("STREAM"), .left("STATE"), .left("IN"), .left("CODEC"), .right("SIZE"),
            .right("FPS"), .right("PRESENTED"), .right("HIDDEN"), .right("DROPPED"),
            .right("RECONNECTS"), .left("POSITION"), .left("SCREENSHOT"), .left("NOTE"),
        ])
        for report in reports {
            table.append([
                report.id, state(report.state, isPaused: report.paused), list(report.shownIn),
                report.codec ?? "–",
                size(report), fps(rates[report.id] ?? report.frameRate),
                String(report.presented), String(hidden(report)), String(dropped(report)),
                String(report.reconnects), position(report), screenshot(report), note(report),
            ])
        }
        return table.text
    }

    /// One event: when, what, and its members in the order of their names.
    static func event(kind: String, data: JSONValue) -> String {
        guard case .object(let members) = data else { return VisibleText.escaped(kind) + "\n" }
        // An image would fill the screen; how large it is stays.
        let hidden: Set =
            kind == "snapshot" ? ["id", "time", "data", "sha256"] : ["id", "time"]
        let parts = members.filter { !hidden.contains($0.key) }
            .sorted { $0.key < $1.key }
            .map { "\($0.key)=\(plain($0.value))" }
        let time = clock(data["time"]?.doubleValue ?? 0)
        return VisibleText.escaped(([time, kind] + parts).joined(separator: " ")) + "\n"
    }

    private static func plain(_ value: JSONValue) -> String {
        if let text = value.stringValue {
            guard text.contains(where: { $0 == " " || $0 == "\"" }) else { return text }
            let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\"\(escaped)\""
        }
        let data = try? JSONText.encode(value)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Paused, where it would play else.
    static func state(_ state: String, isPaused: Bool) -> String {
        isPaused && state == "playing" ? "paused" : state
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "–" : names.joined(separator: "+")
    }

    /// As shown, which is what people see.
    private static func size(_ report: StreamReport) -> String {
        let (width, height) = (report.displayWidth, report.displayHeight)
        guard let width = width ?? report.width, let height = height ?? report.height else {
            return "–"
        }
        return "\(width)x\(height)"
    }

    /// Frames that nobody could see: no view showed the stream, or there was no display.
    private static func hidden(_ report: StreamReport) -> Int { report.dropped["no_output"] ?? 0 }

    private static func dropped(_ report: StreamReport) -> Int {
        report.dropped.filter { $0.key != "no_output" }.values.reduce(0) { sum, count in
            let (result, overflow) = sum.addingReportingOverflow(count)
            return overflow ? .max : result
        }
    }

    /// Whether one can be taken, and how far back.
    private static func screenshot(_ report: StreamReport) -> String {
        guard report.screenshotPossible else { return "no" }
        guard let seconds = report.lookbackSeconds else { return "yes" }
        return "yes, \(duration(seconds)) back"
    }

    /// What is wrong with a stream, else where it comes from.
    private static func note(_ report: StreamReport) -> String {
        var notes = report.reason.map { [$0] } ?? []
        if let reason = report.screenshotReason, reason != report.reason {
            notes.append("no screenshot: \(reason)")
        }
        if let reason = report.placeholderReason { notes.append("placeholder: \(reason)") }
        return notes.isEmpty ? report.url : notes.joined(separator: "; ")
    }

    private static func position(_ report: StreamReport) -> String {
        guard let position = report.positionSeconds else { return report.live ? "live" : "–" }
        let total = report.durationSeconds.map { "/\(duration($0))" } ?? ""
        return report.live ? "live" : duration(position) + total
    }
}
