internal import ArgumentParser
internal import ControlAPI
internal import Glibc

/// `pipctl`: steers a daemon over its socket, and shows what it does.
@main struct Pipctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pipctl",
        abstract: "Steer a pipd daemon and see what it does.",
        discussion: """
            Output is for people; with --json it is the daemon's own JSON.
            Exit codes: 0 done, 1 refused (the reason is on standard error), \
            64 usage, 69 no daemon at that socket, 74 a file cannot be written.

            Examples:
              pipctl status
              pipctl streams add door rtsp://door.local/stream1
              pipctl pip on door --corner top-right --size 0.3
              pipctl show lobby
              pipctl screenshot door --at -3.5
            """,
        version: Version.current,
        subcommands: [
            StatusCommand.self, TopCommand.self, StreamsCommand.self, ShowCommand.self,
            PIPCommand.self, CameraCommand.self, SnapshotCommand.self, ScreenshotCommand.self,
            PhotoCommand.self, EventsCommand.self, PublishCommand.self, MetricsCommand.self,
        ]
    )

    @OptionGroup var options: GlobalOptions

    /// As the protocol's, but for what it says of arguments: they steer no terminal.
    static func main() async {
        do {
            try refuseRepeatedOptions()
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let status = exitCode(for: error)
            guard status != .success, !(error is ExitCode) else { exit(withError: error) }
            Terminal.printErrors(fullMessage(for: error))
            Glibc.exit(status.rawValue)
        }
    }

    private static func refuseRepeatedOptions() throws {
        let name = RepeatedOption.find(
            in: CommandLine.arguments.dropFirst(),
            but: ["--json", "--loop", "--event", "--overwrite", "--library"],
            shortNames: ["-o": "--output"]
        )
        if let name { throw ValidationError("\(name) is given twice; accepted: once.") }
    }
}

/// What every command takes, before its name or after it.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The daemon's socket.",
            discussion: """
                Default: $PIPD_SOCKET, else $RUNTIME_DIRECTORY/pipd.sock, else \
                /run/pipd/pipd.sock as root, else $XDG_RUNTIME_DIR/pipd.sock.
                """,
            valueName: "path"
        )
    )
    var socket: String?

    @Flag(help: "Print the daemon's JSON.")
    var json = false
}
