internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import Media
internal import NIOHTTP1
internal import Synchronization

extension LibraryCommand {
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Copy pictures and videos, a selection, or a part of a video, to a directory.",
            discussion: """
                The directory is one that the configuration allows (library.exports), or one below. \
                Nothing is replaced: where a name is taken, a number is added. A part begins with a \
                key picture; what lies between that and --in is hidden in MP4 and MOV, and seen in \
                Matroska and WebM. The daemon goes on where this command is ended; 'pipctl library \
                cancel' ends the export.

                Examples:
                  pipctl library export 17 --to /srv/exports
                  pipctl library export 17 18 19 --to /media/stick
                  pipctl library export --selection 3 --to /media/stick
                  pipctl library export 17 --to /srv/exports --in 12.5 --out 1:30
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The IDs, as 'pipctl library ls' shows them.") var ids: [String] = []
        @Option(help: ArgumentHelp("All of a selection in their place.", valueName: "id"))
        var selection: String?
        @Option(help: ArgumentHelp("Where to.", valueName: "directory")) var to: String
        @Option(
            name: .customLong("in"),
            help: ArgumentHelp(
                "The part begins there, from the start: seconds, or [hours:]minutes:seconds.",
                valueName: "time"
            )
        ) var start: StreamPosition?
        @Option(
            name: .customLong("out"),
            help: ArgumentHelp("The part ends there, likewise.", valueName: "time")
        ) var end: StreamPosition?
        @Flag(help: "Do not wait.") var noWait = false

        func validate() throws {
            guard ids.isEmpty != (selection == nil) else {
                throw ValidationError("Say which: IDs, or --selection.")
            }
            guard start == nil && end == nil || selection == nil else {
                throw ValidationError("--in and --out are of one video; accepted is one ID.")
            }
            guard ids.count <= SelectionLimits.idsAtOnce else {
                throw Content.hasTooManyIDs("--selection")
            }
        }

        func run() async throws {
            var members: [String: JSONValue] = [:]
            if let selection {
                members["selection"] = .string(selection)
            } else {
                members["assets"] = .array(ids.map { .string($0) })
            }
            members["in"] = start.map { .number($0.seconds) }
            members["out"] = end.map { .number($0.seconds) }
            try await DaemonClient.run(options) { daemon in
                members["to"] = .string(try daemon.place.file(to))
                var data = try await daemon.reply(
                    "/v1/library/exports",
                    method: .POST,
                    json: .object(members),
                    patience: Self.patience
                ).body
                let begun = try Answer.decode(ExportReport.self, from: data)
                if !noWait { data = try await ExportWait(begun).wait(daemon) }
                try Answer.print(data, as: ExportReport.self, options) { ReportText.export($0) }
            }
        }

        /// As long as the daemon looks into files.
        private static let patience = Duration.seconds(90)
    }

    struct Exports: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What is being exported, and was of late.",
            discussion: """
                Examples:
                  pipctl library exports
                  pipctl library exports --json | jq '.exports[] | select(.state == "failed")'
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await DaemonClient.show("/v1/library/exports", as: ExportList.self, options) {
                ReportText.exports($0)
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give an export up, or forget one that is over.",
            discussion: """
                What it has exported as a whole stays.

                Example:
                  pipctl library cancel 3
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The export's ID, as 'pipctl library exports' shows it.") var id: String

        func run() async throws {
            let path = "/v1/library/exports/\(DaemonClient.escaped(id))"
            try await DaemonClient.delete(path, options)
        }
    }
}

/// Waits for an export, and tells how far it is meanwhile.
private final class ExportWait: Sendable {
    private let id: String
    private let path: String
    private let last: Mutex<ExportReport>

    init(_ begun: ExportReport) {
        id = begun.id
        path = "/v1/library/exports/\(DaemonClient.escaped(begun.id))"
        last = Mutex(begun)
    }

    /// - Returns: What the daemon says of it when it is done.
    /// - Throws: `CommandFailure` where it fails, or is cancelled.
    func wait(_ daemon: DaemonClient) async throws -> Data {
        let text = { @Sendable [self] in last.withLock { ReportText.progress($0) } }
        return try await Progress.standardError.shown(text) {
            while true {
                let data = try await look(daemon)
                let report = try Answer.decode(ExportReport.self, from: data)
                last.withLock { $0 = report }
                if report.state == .done { return data }
                if report.state.isOver {
                    throw CommandFailure.refused(MessageText(message: ReportText.end(of: report)))
                }
                try await Task.sleep(nanoseconds: DaemonClient.interval)
            }
        }
    }

    /// Where what exports is started again, it goes on with an export where it was.
    private func look(_ daemon: DaemonClient) async throws -> Data {
        do {
            return try await DaemonClient.patiently { try await daemon.send(path) }
        } catch let failure as CommandFailure {
            throw unknown(failure)
        }
    }

    /// What became of it is not known: it may go on.
    private func unknown(_ failure: CommandFailure) -> CommandFailure {
        var unknown = failure
        unknown.message =
            "Export \(id) may go on; 'pipctl library exports' tells. \(failure.message)"
        return unknown
    }
}
