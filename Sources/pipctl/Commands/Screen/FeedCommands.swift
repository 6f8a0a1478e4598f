internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import NIOHTTP1

struct FeedsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feeds",
        abstract: "What playlists may take their items from.",
        discussion: """
            A feed is RSS, Atom, JSON Feed, M3U or XSPF, from a server or a file.

            Examples:
              pipctl feeds
              pipctl feeds add news https://example.org/news.xml --refresh 300
              pipctl playlist load reels --feed news
              pipctl feeds refresh news
            """,
        subcommands: [List.self, Add.self, Remove.self, Refresh.self, Items.self],
        defaultSubcommand: List.self
    )

    /// The feed that a command is about.
    struct Target: ParsableArguments {
        @Argument(help: "The feed's ID.") var id: String

        var path: String { "/v1/feeds/\(DaemonClient.escaped(id))" }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "All feeds: how they are, and when they are looked at.",
            discussion: """
                Examples:
                  pipctl feeds list
                  pipctl feeds list --json | jq '.feeds[] | select(.error)'
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await DaemonClient.show("/v1/feeds", as: FeedList.self, options) {
                ReportText.feeds($0.feeds, at: Date.now.timeIntervalSince1970)
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a feed, or change one that was added.",
            discussion: """
                It is looked at at once. One of the configuration is changed there.

                Examples:
                  pipctl feeds add news https://example.org/news.xml
                  pipctl feeds add wall /srv/wall.m3u --refresh 60 --max-items 50
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @Argument(help: "An address, or a path on the daemon's machine.") var url: String
        @OptionGroup var fields: FeedOptions

        func run() async throws {
            var definition = fields.fields.members
            try await DaemonClient.run(options) { daemon in
                definition["url"] = .string(try daemon.place.address(url))
                let body = JSONValue.object(definition)
                let data = try await daemon.send(target.path, method: .PUT, json: body)
                try Answer.print(data, as: FeedReport.self, options) {
                    ReportText.feeds([$0], at: Date.now.timeIntervalSince1970)
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a feed that was added.",
            discussion: """
                Playlists keep what they have of it until they are changed.

                Example:
                  pipctl feeds remove news
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target

        func run() async throws {
            try await DaemonClient.delete(target.path, options)
        }
    }

    struct Refresh: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Look at a feed now, and say what came of it.",
            discussion: """
                Examples:
                  pipctl feeds refresh news
                  pipctl feeds refresh news --json | jq .added
                """
        )

        /// Longer than the daemon waits for a server.
        private static let patience = Duration.seconds(90)

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target

        func run() async throws {
            try await DaemonClient.run(options) { daemon in
                let what = "waiting for the feed \(target.id)"
                let data = try await Progress.standardError.shown(what) {
                    let reply = try await daemon.reply(
                        "\(target.path)/refresh",
                        method: .POST,
                        patience: Self.patience
                    )
                    return reply.body
                }
                try Answer.print(data, as: FeedRefreshReport.self, options) {
                    ReportText.refresh($0)
                }
            }
        }
    }

    struct Items: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What a feed has.",
            discussion: """
                Examples:
                  pipctl feeds items news
                  pipctl feeds items news --category Sports --limit 10
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @Option(help: "Those that the feed files under it.") var category: String?
        @OptionGroup var page: PageOptions

        func run() async throws {
            let query = page.query([("category", category)])
            try await PageOptions.print("\(target.path)/items\(query)", options)
        }
    }
}

struct DiscoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract: "What there is in all feeds.",
        discussion: """
            What was shown to its end here of late, the feeds, what is new, and what it is filed \
            under.

            Examples:
              pipctl discover
              pipctl discover --json | jq '.latest[].title'
            """
    )

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        try await DaemonClient.show("/v1/discover", as: DiscoverReport.self, options) {
            ReportText.discovery($0)
        }
    }
}

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find items of feeds by their words.",
        discussion: """
            Titles, authors and summaries that have all the words, or words that begin with them.

            Examples:
              pipctl search storm
              pipctl search "harbour cam" --limit 5
            """
    )

    @OptionGroup var options: GlobalOptions
    @Argument(help: "Words, or their beginnings.") var text: [String]
    @OptionGroup var page: PageOptions

    func run() async throws {
        let query = page.query([("q", text.joined(separator: " "))])
        try await PageOptions.print("/v1/search\(query)", options)
    }
}

/// Which part of a long list is wanted.
struct PageOptions: ParsableArguments {
    @Option(help: "How many at most, 1 to 500.") var limit: Int?
    @Option(help: "Where to go on: what the part before ended with.") var cursor: String?

    /// The part of an address that asks for it, and for what else is said.
    func query(_ others: [(name: String, value: String?)]) -> String {
        let all = others + [("limit", limit.map { "\($0)" }), ("cursor", cursor)]
        let said = all.compactMap { name, value in
            value.map { "\(name)=\(DaemonClient.escaped($0))" }
        }
        return said.isEmpty ? "" : "?\(said.joined(separator: "&"))"
    }

    /// Shows a part of a list.
    static func print(_ path: String, _ options: GlobalOptions) async throws {
        try await DaemonClient.show(path, as: FeedItemPage.self, options) {
            ReportText.items($0)
        }
    }
}
