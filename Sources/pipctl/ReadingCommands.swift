internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import Media

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "What the daemon is, shows and uses.",
        discussion: """
            Examples:
              pipctl status
              pipctl status --json | jq .output
            """
    )

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        try await DaemonClient.run(options) { daemon in
            let data = try await daemon.send("/v1/status")
            try Answer.print(data, as: StatusReport.self, options) { ReportText.status($0) }
        }
    }
}

struct MetricsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Metrics as Prometheus text.",
        discussion: """
            Examples:
              pipctl metrics | grep dropped
              pipctl metrics | promtool check metrics
            """
    )

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        try await DaemonClient.run(options) { daemon in
            Terminal.write(document: try await daemon.send("/metrics", accept: "text/plain"))
        }
    }
}

struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Follow what happens, until Ctrl-C.",
        discussion: """
            Times are UTC. With --json each line is one event, with the image of a snapshot as \
            base64. Ends with 69 when the daemon stops.

            Examples:
              pipctl events
              pipctl events --save /srv/snapshots
              pipctl events --json | jq 'select(.event == "stream-lost")'
            """
    )

    @OptionGroup var options: GlobalOptions

    @Option(
        help: ArgumentHelp("Write the images of snapshots there.", valueName: "directory")
    )
    var save: String?

    func run() async throws {
        try await DaemonClient.run(options) { daemon in
            if let save { try OutputFile.checkDirectory(save) }
            var parser = EventParser()
            try await daemon.follow("/v1/events") { line in
                guard let event = parser.append(line) else { return }
                Terminal.write(options.json ? event.jsonLine : event.text)
                if let save { try Self.keep(event, in: save) }
            }
            throw CommandFailure.noDaemon("The daemon ended the event stream.")
        }
    }

    private static func keep(_ event: EventParser.Event, in directory: String) throws {
        guard event.kind == "snapshot" else { return }
        guard let image = SnapshotImage(event) else {
            return Terminal.printError("pipctl: The image of a snapshot is damaged.")
        }
        Terminal.printError("pipctl: wrote \(try image.save(in: directory))")
    }
}

/// Reads server-sent events line by line.
struct EventParser {
    struct Event: Hashable {
        let kind: String
        let data: JSONValue

        var text: String { ReportText.event(kind: kind, data: data) }

        /// The event's data, with its kind as `event`, on one line.
        var jsonLine: String {
            var members: [String: JSONValue] = ["event": .string(kind)]
            if case .object(let others) = data { members.merge(others) { own, _ in own } }
            let bytes = try? JSONText.encode(JSONValue.object(members))
            return bytes.map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
        }
    }

    private var kind = ""
    private var data = ""

    /// The event that `line`, an empty one, completes. Comments and fields that
    /// are not needed are skipped, as is data that is not JSON.
    mutating func append(_ line: String) -> Event? {
        if line.isEmpty {
            defer { (kind, data) = ("", "") }
            guard !data.isEmpty,
                let value = try? JSONText.decode(JSONValue.self, from: Data(data.utf8))
            else { return nil }
            return Event(kind: kind.isEmpty ? "message" : kind, data: value)
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let value = parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]
        switch parts[0] {
        case "event": kind = String(value)
        case "data": data += (data.isEmpty ? "" : "\n") + value
        default: break
        }
        return nil
    }
}

/// Prints an answer, for people or as it is.
enum Answer {
    static func print<Report: Decodable>(
        _ data: Data,
        as type: Report.Type,
        _ options: GlobalOptions,
        _ text: (Report) -> String,
        show: (String) -> Void = Terminal.write(_:)
    ) throws {
        if options.json { return Terminal.write(document: data) }
        do {
            show(text(try JSONText.decode(type, from: data)))
        } catch is DecodingError {
            throw CommandFailure.refused(
                "The daemon's answer is not understood: it may be of another version; "
                    + "--json prints it."
            )
        }
    }
}
