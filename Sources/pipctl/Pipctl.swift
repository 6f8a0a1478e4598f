internal import ArgumentParser
internal import CommandLines
internal import ControlAPI

/// `pipctl`: steers a daemon over its socket or a port, and shows what it does.
@main struct Pipctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pipctl",
        abstract: "Steer a pipd daemon and see what it does.",
        discussion: """
            Output is for people; with --json it is the daemon's own JSON, and what goes wrong \
            {"error":{"detail":…}} on standard error.
            Exit codes: 0 done, 1 refused (the reason is on standard error), \
            64 usage, 69 no daemon there, 74 a file cannot be written.

            Examples:
              pipctl status
              pipctl streams add door rtsp://door.local/stream1
              pipctl pip on door --corner top-right --size 0.3
              pipctl show lobby
              pipctl screenshot door --at -3.5
              pipctl --url http://kiosk.local:8080 --token-file ~/.kiosk.token status
            """,
        version: Version.current,
        subcommands: [
            StatusCommand.self, TopCommand.self, StreamsCommand.self, ShowCommand.self,
            PIPCommand.self, OverlayCommand.self, SayCommand.self, SyncCommand.self,
            PlaylistCommand.self,
            FeedsCommand.self, DiscoverCommand.self,
            LibraryCommand.self,
            SearchCommand.self, PauseCommand.self, ResumeCommand.self,
            SeekCommand.self,
            CameraCommand.self, SnapshotCommand.self, ScreenshotCommand.self, PhotoCommand.self,
            EventsCommand.self, PublishCommand.self, MetricsCommand.self, TokenCommand.self,
            ConsoleCommand.self, MQTTCommand.self, ConfigCommand.self,
        ]
    )

    /// What the parser's complaints begin with, as all others do.
    static let _errorPrefix = "pipctl: "

    @OptionGroup var options: GlobalOptions

    static func main() async {
        do {
            var command = try parseOnce()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let isJSON = FailureText.isAskedFor
            end(with: error, isAlone: isJSON) { message in
                Terminal.writeError(isJSON ? FailureText.json(message) : message + "\n")
            }
        }
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

    @Option(
        help: ArgumentHelp(
            "Another machine's daemon, such as http://kiosk.local:8080, in place of a socket's.",
            discussion: "Default: $PIPD_URL.",
            valueName: "url"
        )
    )
    var url: String?

    @Option(
        help: ArgumentHelp(
            "The file with the token that lets in there, yours alone.",
            discussion: "Default: $PIPD_TOKEN_FILE.",
            valueName: "file"
        )
    )
    var tokenFile: String?

    @Flag(help: "Print the daemon's JSON.")
    var json = false
}
