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
        try await DaemonClient.show("/v1/status", as: StatusReport.self, options) {
            ReportText.status($0)
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

    func validate() throws {
        guard !options.json else {
            throw ValidationError("Metrics are not to be had as JSON: without --json.")
        }
    }

    func run() async throws {
        try await DaemonClient.run(options) { daemon in
            Terminal.write(document: try await daemon.send("/metrics", as: .text))
        }
    }
}

struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Follow what happens, until Ctrl-C.",
        discussion: """
            Times are UTC. With --json each line is one event, with the image of a snapshot as \
            base64. Ends with 69 when the daemon stops, and with 1 when the token is revoked.

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
                guard let event = try parser.append(line) else { return }
                Terminal.write(options.json ? event.jsonLine : event.text)
                if let save { try Self.keep(event, in: save) }
            }
            throw await daemon.reasonOfEnd()
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
        show(text(try decode(type, from: data)))
    }

    /// What an answer says.
    ///
    /// - Throws: `CommandFailure` where it does not say what it should.
    static func decode<Report: Decodable>(
        _ type: Report.Type,
        from data: Data
    ) throws(CommandFailure) -> Report {
        do { return try JSONText.decode(type, from: data) } catch {
            throw .refused(
                "The daemon's answer is not understood: it may be of another version, "
                    + "or no pipd's; --json prints it."
            )
        }
    }
}
