internal import ArgumentParser
internal import ControlAPI
internal import NIOHTTP1

struct StreamsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streams",
        abstract: "List, add and remove streams.",
        discussion: """
            Examples:
              pipctl streams
              pipctl streams add lobby /srv/video/lobby.mp4 --loop
              pipctl streams remove lobby
            """,
        subcommands: [List.self, Add.self, Remove.self],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the streams.",
            discussion: """
                Examples:
                  pipctl streams
                  pipctl streams --json | jq '.streams[].state'
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await DaemonClient.show("/v1/streams", as: StreamList.self, options) {
                ReportText.streams($0.streams)
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a stream, or replace the one of that ID.",
            discussion: """
                Examples:
                  pipctl streams add lobby /srv/video/lobby.mp4 --loop
                  pipctl streams add door rtsp://door.local/stream1 --transport tcp
                  pipctl streams add door rtsp://door.local/stream1 --lookback 10
                  pipctl streams add desk /dev/video0 --size 1280x720 --fps 30
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "Its ID: letters, digits, '.', '_' and '-'.") var id: String
        @Argument(help: "An address, or a path on the daemon's machine.") var url: String
        @OptionGroup var stream: StreamOptions

        func run() async throws {
            try await DaemonClient.run(options) { daemon in
                var definition = stream.fields.members
                definition["url"] = .string(try daemon.place.address(url))
                let data = try await daemon.send(
                    "/v1/streams/\(DaemonClient.escaped(id))",
                    method: .PUT,
                    json: .object(definition)
                )
                try Answer.print(data, as: StreamReport.self, options) {
                    ReportText.streams([$0])
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a stream.",
            discussion: """
                Example:
                  pipctl streams remove lobby
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "Its ID.") var id: String

        func run() async throws {
            try await DaemonClient.delete("/v1/streams/\(DaemonClient.escaped(id))", options)
        }
    }
}

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a stream in the main view, for good or for a time.",
        discussion: """
            With --for it is shown over what the view is asked for, which comes back when the \
            time is over: what was there before, or what it has been asked for since.

            Examples:
              pipctl show lobby
              pipctl show lobby --gravity resize-aspect-fill --transition fade
              pipctl show door --for 20 --priority 5 --snapshot --toast
              pipctl show --end
              pipctl show --none
            """
    )

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The stream's ID.") var id: String?
    @Option(help: ArgumentHelp(ViewFields.all.gravity.rule)) var gravity: String?
    @Option(help: ArgumentHelp(ViewFields.all.transition.rule)) var transition: String?
    @Option(name: .customLong("for"), help: ArgumentHelp(ShowFields.all.seconds.rule))
    var seconds: Double?
    @Option(help: ArgumentHelp(ShowFields.all.priority.rule)) var priority: Int?
    @Flag(help: ArgumentHelp(ShowFields.all.snapshot.rule)) var snapshot = false
    @Flag(help: ArgumentHelp(ShowFields.all.toast.rule)) var toast = false
    @Flag(help: "Show no stream at all.") var none = false
    @Flag(name: .customLong("end"), help: "End what is shown for a time.") var isToEnd = false
    @Flag(
        name: .customLong("end-all"),
        help: "End what is shown for a time, and what goes on behind it."
    ) var isAllToEnd = false

    func validate() throws {
        let endings = [isToEnd, isAllToEnd, none].count { $0 }
        let isMore =
            id != nil || gravity != nil || transition != nil || seconds != nil || priority != nil
            || snapshot || toast
        if endings > 1 || endings == 1 && isMore {
            throw ValidationError("--end, --end-all and --none go alone.")
        }
        guard endings == 1 || id != nil else { throw ValidationError("Missing the stream's ID.") }
        if seconds == nil, priority != nil || snapshot || toast {
            throw ValidationError("--priority, --snapshot and --toast need --for.")
        }
        if seconds != nil, gravity != nil || transition != nil {
            throw ValidationError(
                "--gravity and --transition are the view's own; they do not go with --for."
            )
        }
    }

    func run() async throws {
        if isToEnd || isAllToEnd {
            let query = isAllToEnd ? "?all=true" : ""
            return try await ViewChange.send("/v1/view/show\(query)", .DELETE, nil, options)
        }
        if none { return try await ViewChange.send(["main": .null], options) }
        guard let id else { return }
        guard let seconds else {
            var patch: [String: JSONValue] = ["main": .string(id)]
            if let gravity { patch["gravity"] = .string(gravity) }
            if let transition { patch["transition"] = .string(transition) }
            return try await ViewChange.send(.object(patch), options)
        }
        var fields = FieldValues<ShowFields>()
        fields.seconds = seconds
        fields.priority = priority
        if snapshot { fields.snapshot = true }
        if toast { fields.toast = true }
        let show = fields.members.merging(["main": .string(id)]) { $1 }
        try await ViewChange.send("/v1/view/show", .POST, .object(show), options)
    }
}

struct PIPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pip",
        abstract: "Show, hide or swap the picture-in-picture window.",
        discussion: """
            Examples:
              pipctl pip on door --corner top-right --size 0.3
              pipctl pip swap
              pipctl pip off
            """,
        subcommands: [On.self, Off.self, Swap.self]
    )

    struct On: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the window.",
            discussion: """
                What is not given stays as it is.

                Examples:
                  pipctl pip on
                  pipctl pip on door --corner top-left --size 0.2 --opacity 0.8
                  pipctl pip on --x 0.5 --y 0.9 --border 0 --radius 24
                  pipctl pip on --aspect 4:3 --gravity resize-aspect
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The ID of the stream to show in it.") var id: String?
        @OptionGroup var window: WindowOptions

        func run() async throws {
            var members = window.fields.members
            members["enabled"] = true
            if let id { members["stream"] = .string(id) }
            try await ViewChange.send(["pip": .object(members)], options)
        }
    }

    struct Off: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Hide the window.",
            discussion: """
                Example:
                  pipctl pip off
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await ViewChange.send(["pip": ["enabled": false]], options)
        }
    }

    struct Swap: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Exchange the streams of the main view and the window.",
            discussion: """
                Example:
                  pipctl pip swap
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await ViewChange.send(["swap": true], options)
        }
    }
}

/// Changes the view and prints what it is then.
enum ViewChange {
    static func send(_ patch: JSONValue, _ options: GlobalOptions) async throws {
        try await send("/v1/view", .PATCH, patch, options)
    }

    static func send(
        _ path: String,
        _ method: HTTPMethod,
        _ body: JSONValue?,
        _ options: GlobalOptions
    ) async throws {
        try await DaemonClient.run(options) { daemon in
            let data = try await daemon.send(path, method: method, json: body)
            try Answer.print(data, as: ViewReport.self, options) { ReportText.view($0) }
        }
    }
}
