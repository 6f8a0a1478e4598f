internal import ControlAPI
internal import Media

extension ReportText {
    /// A table of playlists.
    static func playlists(_ reports: [PlaylistReport]) -> String {
        guard !reports.isEmpty else {
            return "No playlists; define one: pipctl playlist load ID URL...\n"
        }
        var table = TextTable([
            .left("PLAYLIST"), .left("STATE"), .right("PLACE"), .left("ITEM"), .name("SHOWS"),
            .right("READY"), .right("HELD"), .left("LOOP"),
        ])
        for report in reports {
            table.append([
                report.id, state(report), place(report), report.current ?? "–",
                name(of: current(report)), "\(ready(report))", bytes(report.preload.bytes),
                loop(report),
            ])
        }
        return table.text
    }

    /// One playlist: what plays, what is ready, how much is held; then its items.
    static func playlist(_ report: PlaylistReport) -> String {
        let position = report.positionSeconds.map { ", at \(duration($0))" } ?? ""
        let held = bytes(report.preload.bytes)
        let head = """
            playlist  \(report.id), \(state(report)), item \(report.current ?? "–"), \
            \(place(report)) in the list\(position), loop \(loop(report))
            preload   \(ready(report)) ready, \(held) of \(bytes(report.preload.budget)) held

            """
        var table = TextTable([
            .left(""), .left("ITEM"), .left("STATE"), .right("LENGTH"), .name("SHOWS"),
            .left("NOTE"),
        ])
        for item in report.items {
            table.append([
                mark(item, report), item.id, item.state,
                item.durationSeconds.map(duration) ?? "–", name(of: item), item.error ?? "",
            ])
        }
        return VisibleText.escapedLines(head) + table.text
    }

    /// What is shown, and what is to be shown as soon as it is ready.
    private static func mark(_ item: PlaylistItemReport, _ report: PlaylistReport) -> String {
        if item.state == "shown" { return "▶" }
        return item.id == report.current ? "→" : " "
    }

    private static func current(_ report: PlaylistReport) -> PlaylistItemReport? {
        report.items.first { $0.id == report.current }
    }

    private static func name(of item: PlaylistItemReport?) -> String {
        item.map { $0.title ?? $0.url } ?? "–"
    }

    /// Such as `3/8`.
    private static func place(_ report: PlaylistReport) -> String {
        let index = report.items.firstIndex { $0.id == report.current }
        return "\(index.map { "\($0 + 1)" } ?? "–")/\(report.items.count)"
    }

    private static func ready(_ report: PlaylistReport) -> Int {
        report.items.count { $0.state == "ready" }
    }

    private static func loop(_ report: PlaylistReport) -> String {
        "\(report.loop)\(report.shuffle ? ", shuffled" : "")"
    }

    private static func state(_ report: PlaylistReport) -> String {
        state(report.state, isPaused: report.paused)
    }
}
