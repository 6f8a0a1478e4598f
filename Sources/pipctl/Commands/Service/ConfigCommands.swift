internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import Media
internal import NIOHTTP1
internal import Platform

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Try a configuration on the running daemon, and keep it or take it back.",
        discussion: """
            Examples:
              pipctl config apply pipd.yml
              pipctl config
              pipctl config rollback
            """,
        subcommands: [Status.self, Apply.self, Confirm.self, Rollback.self],
        defaultSubcommand: Status.self
    )

    static let path = "/v1/configuration"

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What is in force, whether it is on trial, and what came of the last trial.",
            discussion: """
                Examples:
                  pipctl config status
                  pipctl config status --json | jq .generation
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await DaemonClient.show(path, as: ConfigurationReport.self, options) {
                ReportText.configuration($0)
            }
        }
    }

    struct Apply: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a configuration in force as a whole, or not at all.",
            discussion: """
                It is confirmed as soon as what people see has been in order for three seconds, \
                and taken back by the daemon where it is not confirmed in time: also where this \
                command is ended, the connection is lost or the daemon ends. With --no-confirm \
                'pipctl config confirm' is for somebody else, who has seen the screen.

                Examples:
                  pipctl config apply pipd.yml
                  pipctl config apply pipd.yml --confirm-within 120 --no-confirm
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The file; - reads it from standard input.") var file: String
        @Option(
            help: ArgumentHelp(ConfigurationFields.all.confirmWithin.rule, valueName: "seconds")
        ) var confirmWithin: Double?
        @Flag(help: "Do not wait, and do not confirm it.") var noConfirm = false

        func run() async throws {
            try await DaemonClient.run(options) { daemon in
                var members: [String: JSONValue] = ["text": .string(try text())]
                if file != "-" { members["name"] = .string(String(file.suffix(255))) }
                members["confirm_within"] = confirmWithin.map { .number($0) }
                guard try JSONText.encode(JSONValue.object(members)).count <= Self.mostBytes else {
                    throw tooLarge
                }
                var data = try await daemon.reply(
                    path,
                    method: .POST,
                    json: .object(members),
                    patience: Self.patience
                ).body
                if !noConfirm {
                    let begun = try Answer.decode(ConfigurationReport.self, from: data)
                    data = try await ConfigurationWait(begun).confirm(daemon)
                }
                try Answer.print(data, as: ConfigurationReport.self, options) {
                    ReportText.configuration($0)
                }
            }
        }

        /// As long as a slow disk takes.
        private static let patience = Duration.seconds(60)
        /// As much as a request may have.
        private static let mostBytes = 128 << 10

        private var tooLarge: CommandFailure {
            .wrongUsage(
                "\(file) is too large; accepted: \(Self.mostBytes >> 10) KiB as it is sent, in JSON."
            )
        }

        private func text() throws(CommandFailure) -> String {
            let bytes: [UInt8]
            do throws(SystemCallError) {
                bytes =
                    try file == "-" ? Terminal.read() : SmallFile.read(file, atMost: Self.mostBytes)
            } catch {
                guard error.errno != .invalidArgument else {
                    throw .wrongUsage(
                        "\(file) is no regular file; accepted: a file, or - for standard input."
                    )
                }
                guard error.errno != .fileTooLarge else { throw tooLarge }
                throw .wrongUsage("\(file): \(error.errno)")
            }
            guard !bytes.isEmpty else {
                throw .wrongUsage("\(file) is empty; accepted: a configuration in YAML.")
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .wrongUsage("\(file) is no text in UTF-8.")
            }
            return text
        }
    }

    struct Confirm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep the configuration that is on trial.",
            discussion: """
                It is refused while what people see is not in order.

                Example:
                  pipctl config confirm
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws { try await ConfigCommand.end("confirm", options) }
    }

    struct Rollback: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put in force again what was before the configuration that is on trial.",
            discussion: """
                Example:
                  pipctl config rollback
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws { try await ConfigCommand.end("rollback", options) }
    }

    private static func end(_ how: String, _ options: GlobalOptions) async throws {
        try await DaemonClient.run(options) { daemon in
            let data = try await daemon.send("\(path)/\(how)", method: .POST)
            try Answer.print(data, as: ConfigurationReport.self, options) {
                ReportText.configuration($0)
            }
        }
    }
}

/// Waits until a configuration on trial can be confirmed, and confirms it.
private struct ConfigurationWait {
    /// How long a daemon that is away may take to come back, beside the trial's time.
    private static let patience = Duration.seconds(20)

    private let begun: ConfigurationReport
    private let deadline: ContinuousClock.Instant

    init(_ begun: ConfigurationReport) {
        self.begun = begun
        let seconds = (begun.trial?.secondsLeft ?? 0).held(to: 0...3600)
        deadline = ContinuousClock.now.advanced(by: .seconds(seconds) + Self.patience)
    }

    /// - Returns: What is in force then.
    /// - Throws: `CommandFailure` where it is not kept, with the reason.
    func confirm(_ daemon: DaemonClient) async throws -> Data {
        let text = "generation \(begun.generation) is on trial"
        return try await Progress.standardError.shown(text) {
            while true {
                if let data = try await look(daemon) { return data }
                try await Task.sleep(nanoseconds: DaemonClient.interval)
            }
        }
    }

    /// nil while it is on trial, and while a daemon that was there before is away. What was in order
    /// a moment ago may not be so when it is confirmed; the daemon says when the time is over.
    private func look(_ daemon: DaemonClient) async throws -> Data? {
        do {
            let data = try await daemon.send(ConfigCommand.path)
            let report = try Answer.decode(ConfigurationReport.self, from: data)
            guard report.generation == begun.generation else {
                throw CommandFailure.refused(
                    MessageText(message: ReportText.end(of: begun, report))
                )
            }
            guard let trial = report.trial else { return data }
            guard trial.healthy else { return nil }
            return try await daemon.send(
                "\(ConfigCommand.path)/confirm",
                method: .POST,
                json: ["generation": .integer(begun.generation)]
            )
        } catch let failure as CommandFailure
            where (failure.isAbsence || failure.isConflict) && ContinuousClock.now < deadline
        {
            return nil
        }
    }
}
