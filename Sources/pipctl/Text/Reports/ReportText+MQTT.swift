internal import ControlAPI
internal import Media

extension ReportText {
    /// How it stands with the broker.
    static func mqtt(_ report: MQTTReport) -> String {
        guard report.state != .off else {
            return "No broker; name one: mqtt: { url: mqtt://HOST } in the configuration\n"
        }
        let groups =
            report.groups.isEmpty ? "" : ", groups \(report.groups.joined(separator: ", "))"
        var lines = [
            "broker  \(report.broker ?? "–"), \(connection(report))",
            "topic   \(report.topic ?? "–")\(groups)",
            "sent    \(report.sent), lost \(report.lost)",
            "came    \(report.received)\(ignored(report.ignored))",
        ]
        if !report.refused.isEmpty {
            lines.append("refused \(report.refused.joined(separator: ", ")): nothing comes there")
        }
        if let reason = report.reason { lines.insert("        \(reason)", at: 1) }
        return lines.map { VisibleText.escaped($0) + "\n" }.joined()
    }

    private static func connection(_ report: MQTTReport) -> String {
        let again =
            switch report.reconnects {
            case 0: ""
            case 1: ", once anew"
            case let count: ", \(count) times anew"
            }
        let since = report.connectedSeconds.map { " for \(duration($0))" }
        let next = report.nextAttemptSeconds.map { ", tried in \(duration($0.rounded(.up)))" }
        return "\(report.state.rawValue)\(since ?? next ?? "")\(again)"
    }

    private static func ignored(_ counts: [String: Int]) -> String {
        let list = counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
            .map { "\($0.value) \($0.key)" }
        return list.isEmpty ? "" : ", not obeyed: \(list.joined(separator: ", "))"
    }
}
