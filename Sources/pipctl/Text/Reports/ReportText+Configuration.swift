internal import ControlAPI
internal import Media

extension ReportText {
    /// What is in force, and what came of the last trial.
    static func configuration(_ report: ConfigurationReport) -> String {
        let what = report.source == .file ? "the file" : "generation \(report.generation)"
        var lines = ["\(what) is in force"]
        if let trial = report.trial {
            let left = duration(trial.secondsLeft.held(to: 0...1e12).rounded(.up))
            lines[0] += ", on trial for another \(left)"
            lines.append(
                trial.healthy
                    ? "'pipctl config confirm' keeps it"
                    : "it cannot be confirmed yet: \(trial.reason ?? "it is not healthy")"
            )
        }
        if let last = report.last, report.trial != nil || last.result != .confirmed {
            lines.append(outcome(last))
        }
        return lines.map { VisibleText.escaped($0) + "\n" }.joined()
    }

    private static func outcome(_ outcome: ConfigurationOutcome) -> String {
        let what =
            switch outcome.result {
            case .confirmed: "confirmed"
            case .rolledBack: "rolled back"
            case .superseded: "superseded"
            }
        let why = outcome.reason.map { ": \($0)" } ?? ""
        let lost =
            outcome.leftOut.map { "; not there any more: \($0.joined(separator: ", "))" } ?? ""
        return "generation \(outcome.generation) was \(what)\(why)\(lost)"
    }

    /// Why one that was on trial is not in force any more.
    ///
    /// - Parameters:
    ///   - begun: What was said of it when it was applied.
    ///   - report: What is said now.
    /// - Returns: A sentence.
    static func end(of begun: ConfigurationReport, _ report: ConfigurationReport) -> String {
        guard let last = report.last, last.generation == begun.generation else {
            return "Generation \(begun.generation) is not in force any more."
        }
        let text = outcome(last)
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}
