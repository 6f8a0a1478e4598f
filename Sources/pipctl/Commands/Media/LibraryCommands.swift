internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import Media
internal import NIOHTTP1

struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "The pictures and videos of the configured folders.",
        discussion: """
            Examples:
              pipctl library
              pipctl library scan
              pipctl library ls --album videos --limit 20
              pipctl library search harbour 2024
              pipctl library favourite 17
              pipctl library select --album videos
              pipctl library play 3
              pipctl library export 17 --to /srv/exports
            """,
        subcommands: [
            Status.self, Scan.self, List.self, Search.self, Show.self, Albums.self,
            Favourite.self, Title.self, Failures.self, Select.self, Selection.self, Preview.self,
            Play.self, Album.self, Export.self, Exports.self, Cancel.self,
        ],
        defaultSubcommand: Status.self
    )

    /// The picture or video that a command is about.
    struct Target: ParsableArguments {
        @Argument(help: "The picture's or video's ID, as 'pipctl library ls' shows it.")
        var id: String

        var path: String { "/v1/library/assets/\(DaemonClient.escaped(id))" }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The folders, what they have, and whether they are there.",
            discussion: """
                Examples:
                  pipctl library status
                  pipctl library status --json | jq '.degraded[]'
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await DaemonClient.show("/v1/library", as: LibraryReport.self, options) {
                ReportText.library($0, at: Date.now.timeIntervalSince1970)
            }
        }
    }

    struct Scan: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Look for what is new and what is gone now, and wait for that.",
            discussion: """
                With --prune what is not there of the folder is gone for good, also where it is \
                empty or another disk is in its place: what was said of it goes, too.

                Examples:
                  pipctl library scan
                  pipctl library scan /srv/media --prune
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "One of the configured folders; all without.") var root: String?
        @Flag(help: "Forget what is not there, even if its disk may be away.") var prune = false
        @Flag(help: "Do not wait.") var noWait = false

        func run() async throws {
            try await DaemonClient.run(options) { daemon in
                var members: [String: JSONValue] = ["prune": .boolean(prune)]
                let root = try root.map { try daemon.place.file($0) }.map(Self.folder)
                members["root"] = root.map { .string($0) }
                let body = JSONValue.object(members)
                var data = try await asked(body, of: daemon)
                let begun = try Answer.decode(LibraryReport.self, from: data)
                guard !begun.roots.isEmpty else {
                    let notes = begun.ownNotes.joined(separator: "; ")
                    let reason = notes.isEmpty ? ReportText.noLibrary : notes
                    throw CommandFailure.refused(MessageText(message: reason))
                }
                if !noWait {
                    data = try await Progress.standardError.shown("looking through the library") {
                        try await end(of: body, root, since: begun, daemon)
                    }
                }
                try Answer.print(data, as: LibraryReport.self, options) {
                    ReportText.library($0, at: Date.now.timeIntervalSince1970)
                }
            }
        }

        /// Waits for what was asked. Where what looks through the library is started again, it has
        /// forgotten that, and is asked again.
        private func end(
            of body: JSONValue,
            _ root: String?,
            since begun: LibraryReport,
            _ daemon: DaemonClient
        ) async throws -> Data {
            var wait = ScanWait(for: root, since: begun)
            while true {
                // While what looks through it is away, it has no answer.
                var outcome = ScanWait.Outcome.forgotten
                do {
                    let data = try await daemon.send("/v1/library")
                    let report = try Answer.decode(LibraryReport.self, from: data)
                    outcome = wait.outcome(report)
                    if outcome == .over {
                        try Self.check(report, of: root)
                        return data
                    }
                } catch let failure as CommandFailure where failure.isPassing {}
                if outcome == .forgotten {
                    let data = try await DaemonClient.patiently {
                        try await asked(body, of: daemon)
                    }
                    let begun = try Answer.decode(LibraryReport.self, from: data)
                    wait = ScanWait(for: root, since: begun)
                }
                try await Task.sleep(nanoseconds: DaemonClient.interval)
            }
        }

        /// The daemon's answer, from which on it is waited. One that was away is looked for all the
        /// same, and may be back.
        private func asked(_ body: JSONValue, of daemon: DaemonClient) async throws -> Data {
            let isSure = noWait || prune || root == nil
            let before = isSure ? nil : try await daemon.send("/v1/library")
            do {
                return try await daemon.send("/v1/library/scan", method: .POST, json: body)
            } catch let failure as CommandFailure {
                guard failure.isConflict, let before else { throw failure }
                return before
            }
        }

        /// As the daemon names folders: without a slash at the end.
        static func folder(_ path: String) -> String {
            var parts: [Substring] = []
            for part in path.split(separator: "/") where part != "." {
                if part == ".." { _ = parts.popLast() } else { parts.append(part) }
            }
            return "/" + parts.joined(separator: "/")
        }

        /// What is new in one of which nothing can be kept was not found, and one that was named and
        /// is not there was not looked through.
        static func check(_ report: LibraryReport, of root: String?) throws(CommandFailure) {
            let asked = report.roots.filter { root == nil || $0.path == root }
            for asked in asked {
                guard let failure = asked.failure else { continue }
                throw .refused("What is in '\(asked.path)' cannot be kept: \(message: failure)")
            }
            guard root != nil, let offline = asked.first(where: { $0.state == .offline }) else {
                return
            }
            let reason = offline.reason.map { ": \($0)" } ?? ""
            throw .refused(MessageText(message: "'\(offline.path)' is offline\(reason)."))
        }
    }

    /// Which of the pictures and videos are meant.
    struct Choice: ParsableArguments {
        @Option(help: "Those of an album, by its ID.") var album: String?
        @Option(help: "photo, video or live.") var type: String?
        @Flag(help: "Favourites alone.") var favourites = false
        @Option(help: "Videos that last so many seconds.") var minDuration: Double?
        @Option(
            name: .customLong("from"),
            help: ArgumentHelp(
                "Taken then or later: 2024, 2024-01, 2024-01-31, 2024-01-31T12:00:00Z (UTC), or "
                    + "seconds since 1970.",
                valueName: "time"
            )
        ) var earliest: Moment?
        @Option(
            name: .customLong("to"),
            help: ArgumentHelp("Taken before, likewise.", valueName: "time")
        ) var end: Moment?

        /// By the names of what a list is asked for; none where nothing is said.
        var members: [(name: String, value: JSONValue)] {
            let all: [(name: String, value: JSONValue?)] = [
                ("album", album.map { .string($0) }), ("type", type.map { .string($0) }),
                ("favourite", favourites ? .boolean(true) : nil),
                ("min_duration", minDuration.map { .number($0) }),
                ("from", earliest.map { .integer($0.seconds) }),
                ("to", end.map { .integer($0.seconds) }),
            ]
            return all.compactMap { name, value in value.map { (name, $0) } }
        }
    }

    /// A part of the list of some of them.
    struct Filter: ParsableArguments {
        @OptionGroup var choice: Choice
        @OptionGroup var page: PageOptions

        func print(_ text: String?, _ options: GlobalOptions) async throws {
            let chosen = choice.members.map { name, value -> (name: String, value: String?) in
                switch value {
                case .string(let text): (name, text)
                case .number(let number): (name, "\(number)")
                case .integer(let number): (name, "\(number)")
                default: (name, "true")
                }
            }
            let query = page.query([("q", text)] + chosen)
            try await DaemonClient.show("/v1/library/assets\(query)", as: AssetPage.self, options) {
                ReportText.assets($0, isSearch: text != nil)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls",
            abstract: "Pictures and videos, the latest first.",
            discussion: """
                Examples:
                  pipctl library ls
                  pipctl library ls --album folder-3 --type video --limit 20
                  pipctl library ls --json | jq -r '.assets[].path'
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var filter: Filter

        func run() async throws { try await filter.print(nil, options) }
    }

    struct Search: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Pictures and videos by words of name, folder or title, or parts of names.",
            discussion: """
                Examples:
                  pipctl library search harbour
                  pipctl library search img 2024 --type photo
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "Words, or how they begin; or parts of names, of three letters and more.")
        var text: [String]
        @OptionGroup var filter: Filter

        func run() async throws {
            try await filter.print(text.joined(separator: " "), options)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What is known of a picture or video.",
            discussion: """
                Example:
                  pipctl library show 17
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target

        func run() async throws {
            try await DaemonClient.show(target.path, as: AssetReport.self, options) {
                ReportText.asset($0)
            }
        }
    }

    struct Albums: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The albums, with how much is in each.",
            discussion: """
                Example:
                  pipctl library albums
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var page: PageOptions

        func run() async throws {
            try await DaemonClient.show(
                "/v1/library/albums\(page.query([]))",
                as: AlbumList.self,
                options
            ) {
                ReportText.albums($0)
            }
        }
    }

    struct Favourite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a picture or video a favourite, or none any more.",
            discussion: """
                Examples:
                  pipctl library favourite 17
                  pipctl library favourite 17 --off
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @Flag(help: "It is none any more.") var off = false

        func run() async throws {
            try await LibraryCommand.change(target, ["favourite": .boolean(!off)], options)
        }
    }

    struct Title: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a picture or video a title; without one its own goes.",
            discussion: """
                The file is not changed.

                Examples:
                  pipctl library title 17 "Harbour at night"
                  pipctl library title 17
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @Argument(help: "The title.") var title: String?

        func run() async throws {
            let value = title.map { JSONValue.string($0) } ?? .null
            try await LibraryCommand.change(target, ["title": value], options)
        }
    }

    struct Failures: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Files that cannot be shown, and why.",
            discussion: """
                They are looked into again when they have changed.

                Examples:
                  pipctl library failures
                  pipctl library failures --json | jq -r '.assets[].path'
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var page: PageOptions

        func run() async throws {
            let query = page.query([("state", AssetReport.State.failed.rawValue)])
            try await DaemonClient.show("/v1/library/assets\(query)", as: AssetPage.self, options) {
                ReportText.failures($0)
            }
        }
    }

    private static func change(
        _ target: Target,
        _ members: [String: JSONValue],
        _ options: GlobalOptions
    ) async throws {
        try await DaemonClient.run(options) { daemon in
            let body = JSONValue.object(members)
            let data = try await daemon.send(target.path, method: .PATCH, json: body)
            try Answer.print(data, as: AssetReport.self, options) { ReportText.asset($0) }
        }
    }
}

/// A time that is typed: where a year, a month or a day of it begins in UTC, a moment, or seconds
/// since 1970. A number of four digits is a year.
struct Moment: ExpressibleByArgument {
    let seconds: Int

    init?(argument: String) {
        let rests = ["", "T00:00:00Z", "-01T00:00:00Z", "-01-01T00:00:00Z"]
        let moment = rests.lazy.compactMap { UTCText.seconds(argument + $0) }.first
        let number = argument.utf8.count == 4 ? nil : Int(argument)
        guard let seconds = moment ?? number, seconds >= 0 else { return nil }
        self.seconds = seconds
    }
}
