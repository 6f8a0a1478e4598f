internal import ArgumentParser
internal import ControlAPI
internal import NIOHTTP1

struct PauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Hold the picture of a file.",
        discussion: """
            It stays in every view that shows the stream; what is live cannot be paused.

            Example:
              pipctl pause lobby
            """
    )

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The stream's ID.") var id: String

    func run() async throws {
        try await StreamChange.send(to: id, options) { $0.paused = true }
    }
}

struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Let a paused file go on where it was.",
        discussion: """
            Example:
              pipctl resume lobby
            """
    )

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The stream's ID.") var id: String

    func run() async throws {
        try await StreamChange.send(to: id, options) { $0.paused = false }
    }
}

struct SeekCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seek",
        abstract: "Go to a time of a file.",
        discussion: """
            The picture of that time is shown at once, exactly, and stays where the stream is \
            paused. Beyond the end it is the last one.

            Examples:
              pipctl seek lobby 12.5
              pipctl seek lobby 1:02:03
            """
    )

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The stream's ID.") var id: String
    @Argument(help: "From its start: seconds, or [hours:]minutes:seconds.")
    var position: StreamPosition

    func run() async throws {
        try await StreamChange.send(to: id, options) { $0.position = position.seconds }
    }
}

/// A time of a stream, or of a video, as it is typed.
struct StreamPosition: ExpressibleByArgument {
    let seconds: Double

    /// Seconds, `minutes:seconds` or `hours:minutes:seconds`, the seconds with or without a
    /// fraction; behind a colon less than 60.
    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var total = 0.0
        for (place, part) in parts.enumerated() {
            let isLast = place == parts.count - 1
            guard let value = PlainDecimal.value(of: part, fraction: isLast ? 9 : 0),
                place == 0 || value < 60
            else { return nil }
            total = total * 60 + value
        }
        seconds = total
    }
}

/// Steers a stream and prints what it is then.
private enum StreamChange {
    static func send(
        to id: String,
        _ options: GlobalOptions,
        _ edit: (inout FieldValues<StreamPatchFields>) -> Void
    ) async throws {
        var patch = FieldValues<StreamPatchFields>()
        edit(&patch)
        let members = patch.members
        try await DaemonClient.run(options) { daemon in
            let data = try await daemon.send(
                "/v1/streams/\(DaemonClient.escaped(id))",
                method: .PATCH,
                json: .object(members)
            )
            try Answer.print(data, as: StreamReport.self, options) { ReportText.streams([$0]) }
        }
    }
}
