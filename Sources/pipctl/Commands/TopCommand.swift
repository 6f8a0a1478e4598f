internal import ArgumentParser
internal import ControlAPI
internal import Glibc

struct TopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Watch the daemon live, until Ctrl-C.",
        discussion: """
            FPS is what was presented since the last look. What the terminal has no rows for is \
            counted in its last one. Into a pipe or file, each look is appended.

            Examples:
              pipctl top
              pipctl top --interval 5 --count 12 > minute.txt
            """
    )

    @OptionGroup var options: GlobalOptions

    @Option(help: ArgumentHelp("Seconds between two looks.", valueName: "seconds"))
    var interval = 1.0

    @Option(help: ArgumentHelp("Stop after so many looks.", valueName: "number"))
    var count: Int?

    func validate() throws {
        guard (0.1...3600).contains(interval) else {
            throw ValidationError("--interval is from 0.1 to 3600 seconds.")
        }
        guard count ?? 1 > 0 else { throw ValidationError("--count is at least 1.") }
    }

    func run() async throws {
        try await DaemonClient.run(options) { daemon in
            let fullScreen = Terminal.isInteractive && !options.json
            if fullScreen { Terminal.enterFullScreen() }
            defer { if fullScreen { Terminal.leaveFullScreen() } }
            try await watch(daemon, fullScreen: fullScreen)
        }
    }

    private func watch(_ daemon: DaemonClient, fullScreen: Bool) async throws {
        var meter = RateMeter()
        var looks = 0
        while true {
            let data = try await daemon.send("/v1/status")
            try Answer.print(
                data,
                as: StatusReport.self,
                options,
                { report in
                    let text = ReportText.status(report, rates: meter.rates(at: report))
                    return fullScreen ? text : text + "\n"
                },
                show: fullScreen ? Terminal.redraw : Terminal.write(_:)
            )
            looks += 1
            if looks == count { return }
            try await Task.sleep(nanoseconds: UInt64(interval * 1e9))
        }
    }
}

/// Frames a second from the counters of two reports.
struct RateMeter {
    private var last: StatusReport?

    /// The rates since the last report, by the daemon's own clock; empty for
    /// the first one, and without a stream whose counter started again.
    mutating func rates(at report: StatusReport) -> [String: Double] {
        defer { last = report }
        guard let last else { return [:] }
        let seconds = report.uptimeSeconds - last.uptimeSeconds
        guard seconds > 0 else { return [:] }
        let before = Dictionary(last.streams.map { ($0.id, $0.presented) }) { $1 }
        var rates: [String: Double] = [:]
        for stream in report.streams {
            guard let count = before[stream.id], count <= stream.presented else { continue }
            rates[stream.id] = (Double(stream.presented) - Double(count)) / seconds
        }
        return rates
    }
}
