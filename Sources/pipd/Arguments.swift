internal import ArgumentParser

/// The command line, as typed; what it means together with the configuration
/// file is `Settings`.
struct Arguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Configuration file (default: /etc/pipd/pipd.yml if there).",
            valueName: "file"
        )
    )
    var config: String?

    @Option(
        name: .customLong("stream"),
        parsing: .singleValue,
        help: ArgumentHelp(
            "Show a stream: a configured ID, demo, ID=URL, or a URL, path or test:WxH@R. Repeatable.",
            valueName: "id|id=url|url"
        )
    )
    var streams: [String] = []

    @Option(name: .long, help: ArgumentHelp("The stream in the main view.", valueName: "id"))
    var main: String?

    @Flag(name: .long, help: "Show the first --stream as picture in picture.")
    var pip = false

    @Option(
        name: .long,
        help: ArgumentHelp("auto, kms[:CONNECTOR] or headless[:WxH@R].", valueName: "output")
    )
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp("auto, planes, gles or cpu.", valueName: "compositor")
    )
    var compositor: String?

    @Option(
        name: .customLong("max-fps"),
        help: ArgumentHelp(
            "Frame rate cap of each stream; 0 lifts it (default: 30).",
            valueName: "n"
        )
    )
    var maxFPS: String?

    @Option(name: .long, help: ArgumentHelp("Control socket (see SOCKET).", valueName: "path"))
    var socket: String?

    /// What is in its place is said where it is refused.
    @Option(name: .long, help: .hidden) var listen: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "realtime, or virtual: as fast as the machine can, in media time.",
            valueName: "clock"
        )
    )
    var clock: ClockKind = .realtime

    @Flag(
        name: .long,
        help: ArgumentHelp(
            """
            Exit when the main stream has ended and its last frame was shown; under a main \
            stream without an end, such as demo, when the PIP stream has.
            """
        )
    )
    var once = false

    @Option(name: .long, help: ArgumentHelp("Exit after this long.", valueName: "seconds"))
    var duration: Double?

    @Option(
        name: .customLong("frame-log"),
        help: ArgumentHelp(
            "Write a JSON line for each frame and decision; - is standard output.",
            valueName: "file"
        )
    )
    var frameLog: String?

    @Flag(name: .customLong("frame-hash"), help: "Add each frame's MD5 to the frame log.")
    var frameHash = false

    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp("trace, debug, info, warning or error.", valueName: "level")
    )
    var logLevel: LogLevel = .info

    @Flag(name: .customLong("check-config"), help: "Check the configuration and exit.")
    var checkConfig = false

    @Flag(
        name: .customLong("status-line"),
        help: ArgumentHelp(
            "Keep a line with the streams' state and rates on standard error.",
            visibility: .default
        )
    )
    var statusLine = false
}

/// How time passes.
enum ClockKind: String, ExpressibleByArgument, CaseIterable {
    case realtime
    case virtual
}

/// How much is logged.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case trace
    case debug
    case info
    case warning
    case error
}
