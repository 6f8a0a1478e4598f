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
            try await DaemonClient.run(options) { daemon in
                let data = try await daemon.send("/v1/streams")
                try Answer.print(data, as: StreamList.self, options) {
                    ReportText.streams($0.streams)
                }
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
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "Its ID: letters, digits, '.', '_' and '-'.") var id: String
        @Argument(help: "An address, or a path on the daemon's machine.") var url: String
        @Flag(help: "Start again at the end.") var loop = false
        @Option(help: "How RTSP sends its packets: auto, tcp or udp.") var transport: String?
        @Option(help: "Seconds without data after which it counts as lost.")
        var timeout: Double?
        @Option(help: "Seconds of a live stream's past to keep for screenshots, 0 to 60.")
        var lookback: Double?

        func run() async throws {
            try await DaemonClient.run(options) { daemon in
                var definition: [String: JSONValue] = ["url": .string(url)]
                if loop { definition["loop"] = true }
                if let transport { definition["transport"] = .string(transport) }
                if let timeout { definition["timeout"] = .number(timeout) }
                if let lookback { definition["lookback"] = .number(lookback) }
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
            try await DaemonClient.run(options) { daemon in
                _ = try await daemon.send(
                    "/v1/streams/\(DaemonClient.escaped(id))",
                    method: .DELETE
                )
            }
        }
    }
}

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a stream in the main view.",
        discussion: """
            Examples:
              pipctl show lobby
              pipctl show lobby --gravity resize-aspect-fill
            """
    )

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The stream's ID.") var id: String
    @Option(help: "How it fills the view: resize, resize-aspect or resize-aspect-fill.")
    var gravity: String?

    func run() async throws {
        var patch: [String: JSONValue] = ["main": .string(id)]
        if let gravity { patch["gravity"] = .string(gravity) }
        try await ViewChange.send(.object(patch), options)
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
        @Option(help: "top-left, top-right, bottom-left or bottom-right.") var corner: String?
        @Option(help: "Its width as a fraction of the output's, 0.1 to 0.5.") var size: Double?
        @Option(help: "The distance from the corner, as a fraction of the output's width.")
        var margin: Double?
        @Option(help: "Its place without a corner: 0 is the left edge, 1 the right one.")
        var x: Double?
        @Option(help: "Its place without a corner: 0 is the top edge, 1 the bottom one.")
        var y: Double?
        @Option(help: "The border's width: pixels of an output 1080 high, 0 to 256.")
        var border: Int?
        @Option(help: "The corners' radius: pixels of an output 1080 high, 0 to 256.")
        var radius: Int?
        @Option(help: "From 0, invisible, to 1.") var opacity: Double?
        @Option(help: "How it is filled: resize, resize-aspect or resize-aspect-fill.")
        var gravity: String?
        @Option(help: "Its shape: source, the picture's own, or a ratio such as 16:9.")
        var aspect: String?

        func run() async throws {
            var window: [String: JSONValue] = ["enabled": true]
            if let id { window["stream"] = .string(id) }
            if let corner { window["corner"] = .string(corner) }
            if let size { window["size"] = .number(size) }
            if let margin { window["margin"] = .number(margin) }
            if let x { window["x"] = .number(x) }
            if let y { window["y"] = .number(y) }
            if let border { window["border"] = .integer(border) }
            if let radius { window["radius"] = .integer(radius) }
            if let opacity { window["opacity"] = .number(opacity) }
            if let gravity { window["gravity"] = .string(gravity) }
            if let aspect { window["aspect"] = .string(aspect) }
            try await ViewChange.send(["pip": .object(window)], options)
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
        try await DaemonClient.run(options) { daemon in
            let data = try await daemon.send(
                "/v1/view",
                method: .PATCH,
                json: patch
            )
            try Answer.print(data, as: ViewReport.self, options) { ReportText.view($0) }
        }
    }
}
