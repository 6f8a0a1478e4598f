internal import ControlAPI
internal import Media

extension ReportText {
    /// How the clock is kept, and a table of streams.
    static func sync(_ report: SyncReport) -> String {
        clock(report.clock) + streams(report.streams)
    }

    private static func clock(_ clock: ClockReport) -> String {
        let state =
            switch clock.synchronized {
            case true: "kept in step"
            case false: "kept by nobody: run chronyd with rtcsync, or ptp4l"
            case nil: clock.reason ?? "unknown"
            }
        let error = clock.largestErrorMilliseconds.map { ", off by \(decimal($0)) ms at most" }
        return VisibleText.escaped("clock   \(state)\(error ?? "")") + "\n"
    }

    private static func streams(_ streams: [SyncedStreamReport]) -> String {
        guard !streams.isEmpty else { return "No stream has the time of a wall.\n" }
        var table = TextTable([
            .left("STREAM"), .left("WALL"), .left("IN STEP"), .right("ERROR ms"),
            .right("ROUND s"), .left("RESYNCS"), .left("NOTE"),
        ])
        for stream in streams {
            let resyncs = stream.resyncs.sorted { $0.key < $1.key }.filter { $0.value > 0 }
            table.append([
                stream.id, stream.group, stream.inStep ? "yes" : "no",
                stream.errorMilliseconds.map(decimal) ?? "–",
                stream.durationSeconds.map(decimal) ?? "–",
                resyncs.isEmpty
                    ? "–" : resyncs.map { "\($0.value) \($0.key)" }.joined(separator: ", "),
                [stream.item.map { "item \($0)" }, stream.reason].compactMap { $0 }
                    .joined(separator: ": "),
            ])
        }
        return table.text
    }

    private static func decimal(_ number: Double) -> String { fixed(number, places: 1) }
}
