internal import ControlAPI
internal import Media

extension ReportText {
    /// A table of tokens.
    ///
    /// - Parameters:
    ///   - reports: What the daemon says of them.
    ///   - now: Seconds since 1970.
    /// - Returns: Lines.
    static func tokens(_ reports: [TokenReport], at now: Double) -> String {
        guard !reports.isEmpty else {
            return "No tokens; make one: pipctl token create --role viewer\n"
        }
        var table = TextTable([.left("TOKEN"), .left("ROLE"), .left("MADE"), .left("NAME")])
        for report in reports {
            table.append([
                report.id, report.role.rawValue,
                "\(duration(max(now - report.created, 0))) ago", report.name ?? "–",
            ])
        }
        return table.text
    }

    /// What lets somebody in: an address, or the secret where no port is listened on.
    static func newToken(_ report: NewTokenReport) -> String {
        VisibleText.escaped(report.url ?? report.secret) + "\n"
    }
}
