internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import NIOHTTP1

struct PlaylistCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlist",
        abstract: "Define, change and steer playlists.",
        discussion: """
            A playlist is a stream: pipctl show, pip, screenshot and seek take its ID.

            Examples:
              pipctl playlist
              pipctl playlist load lobby /srv/a.mp4 /srv/menu.png /srv/b.mp4
              pipctl show lobby
              pipctl playlist next lobby
            """,
        subcommands: [
            Show.self, Load.self, Change.self, Add.self, Remove.self, Move.self, Play.self,
            Action<Next>.self, Action<Previous>.self, Action<Pause>.self, Action<Resume>.self,
            Action<Shuffle>.self, Delete.self,
        ],
        defaultSubcommand: Show.self
    )

    /// The playlist that a command is about.
    struct Target: ParsableArguments {
        @Argument(help: "The playlist's ID.") var id: String

        var path: String { "/v1/playlists/\(DaemonClient.escaped(id))" }

        /// - Returns: The path of an item.
        func path(of item: String) -> String { "\(path)/items/\(DaemonClient.escaped(item))" }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What plays, what is ready, and what that takes.",
            discussion: """
                Examples:
                  pipctl playlist show
                  pipctl playlist show lobby
                  pipctl playlist show lobby --json | jq .current
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The playlist's ID; all without one.") var id: String?

        func run() async throws {
            try await DaemonClient.run(options) { daemon in
                guard let id else {
                    let data = try await daemon.send("/v1/playlists")
                    return try Answer.print(data, as: PlaylistList.self, options) {
                        ReportText.playlists($0.playlists)
                    }
                }
                let data = try await daemon.send("/v1/playlists/\(DaemonClient.escaped(id))")
                try Answer.print(data, as: PlaylistReport.self, options) {
                    ReportText.playlist($0)
                }
            }
        }
    }

    struct Load: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Define a playlist, or say what it consists of.",
            discussion: """
                One that plays goes on: items that it keeps are not opened anew. What is not \
                said of how it is played is as usual.

                Examples:
                  pipctl playlist load lobby /srv/a.mp4 /srv/menu.png --image-duration 10
                  pipctl playlist load wall /srv/clips/*.mp4 --shuffle
                  pipctl playlist load reels --feed news --feed sports
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @Argument(help: "Addresses, or paths on the daemon's machine.") var urls: [String] = []
        @Option(help: ArgumentHelp("A feed whose items follow; any number.", valueName: "id"))
        var feed: [String] = []
        @OptionGroup var fields: PlaylistOptions

        func validate() throws {
            guard !urls.isEmpty || !feed.isEmpty else {
                throw ValidationError("An address or a --feed is missing.")
            }
        }

        func run() async throws {
            try await PlaylistChange.send(options) { place in
                requests(for: try urls.map { try place.address($0) })
            }
        }

        private func requests(for urls: [String]) -> [PlaylistChange.Request] {
            var definition = fields.fields.members
            if !urls.isEmpty {
                let items = urls.prefix(PlaylistLimits.itemsAtOnce)
                definition["items"] = .array(items.map { .string($0) })
            }
            if !feed.isEmpty { definition["feeds"] = .array(feed.map { .string($0) }) }
            var requests: [PlaylistChange.Request] = [(.PUT, target.path, .object(definition))]
            var rest = urls.dropFirst(PlaylistLimits.itemsAtOnce)
            while !rest.isEmpty {
                let items = rest.prefix(PlaylistLimits.itemsAtOnce).map { JSONValue.string($0) }
                requests.append((.POST, target.path + "/items", ["items": .array(items)]))
                rest = rest.dropFirst(items.count)
            }
            return requests
        }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change how a playlist is played.",
            discussion: """
                Examples:
                  pipctl playlist set lobby --loop none
                  pipctl playlist set lobby --no-shuffle --image-duration 8
                  pipctl playlist set lobby --no-sync
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @OptionGroup var fields: PlaylistOptions
        @Flag(help: "Take it off its wall: it has its own time again.") var noSync = false

        func validate() throws {
            guard !noSync || fields.sync == nil else {
                throw ValidationError("--sync and --no-sync are both given; accepted: one of them.")
            }
        }

        func run() async throws {
            var members = fields.fields.members
            if noSync { members[PlaylistFields.all.sync.rule.name] = .null }
            try await PlaylistChange.send(.PATCH, target.path, .object(members), options)
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add items.",
            discussion: """
                Examples:
                  pipctl playlist add lobby /srv/c.mp4 /srv/d.mp4
                  pipctl playlist add lobby /srv/now.png --at next
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @Argument(help: "Addresses, or paths on the daemon's machine.") var urls: [String]
        @Option(help: "Where: next, end, or the item that they are put before.") var at = "end"
        @Option(help: "What people call it; with one item.") var title: String?
        @Option(help: ArgumentHelp(PlaylistItemFields.all.seconds.rule)) var seconds: Double?

        func validate() throws {
            guard title == nil || urls.count == 1 else {
                throw ValidationError("--title is for one item.")
            }
        }

        func run() async throws {
            var fields = FieldValues<PlaylistItemFields>()
            fields.seconds = seconds
            try await PlaylistChange.send(options) { place in
                let items = try urls.map {
                    PlaylistItemDefinition(url: try place.address($0), title: title, fields).json
                }
                let body: JSONValue = ["items": .array(items), "at": .string(at)]
                return [(.POST, target.path + "/items", body)]
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an item.",
            discussion: """
                Example:
                  pipctl playlist remove lobby 3
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @Argument(help: "The item's ID.") var item: String

        func run() async throws {
            try await PlaylistChange.send(.DELETE, target.path(of: item), nil, options)
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move an item.",
            discussion: """
                Examples:
                  pipctl playlist move lobby 3 next
                  pipctl playlist move lobby 3 1
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @Argument(help: "The item's ID.") var item: String
        @Argument(help: "Where: next, end, or the item that it is put before.") var place: String

        func run() async throws {
            let body: JSONValue = ["at": .string(place)]
            try await PlaylistChange.send(.PATCH, target.path(of: item), body, options)
        }
    }

    struct Play: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show an item as soon as it is ready.",
            discussion: """
                Example:
                  pipctl playlist play lobby 3
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @Argument(help: "The item's ID.") var item: String

        func run() async throws {
            let body: JSONValue = ["item": .string(item)]
            try await PlaylistChange.send(.POST, target.path + "/play", body, options)
        }
    }

    /// What takes the playlist's ID alone.
    struct Action<Kind: PlaylistActionKind>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: Kind.name,
                abstract: Kind.abstract,
                discussion: """
                    Example:
                      pipctl playlist \(Kind.name) lobby
                    """
            )
        }

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target

        func run() async throws {
            try await PlaylistChange.send(.POST, "\(target.path)/\(Kind.name)", nil, options)
        }
    }

    enum Next: PlaylistActionKind {
        static let name = "next"
        static let abstract = "Show the next item."
    }

    enum Previous: PlaylistActionKind {
        static let name = "previous"
        static let abstract = "Show the item before."
    }

    enum Pause: PlaylistActionKind {
        static let name = "pause"
        static let abstract = "Hold the picture."
    }

    enum Resume: PlaylistActionKind {
        static let name = "resume"
        static let abstract = "Go on."
    }

    enum Shuffle: PlaylistActionKind {
        static let name = "shuffle"
        static let abstract = "Show every item once, in any order, before one comes again."
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a playlist.",
            discussion: """
                Example:
                  pipctl playlist delete lobby
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target

        func run() async throws {
            try await DaemonClient.delete(target.path, options)
        }
    }
}

/// A word that is a route of a playlist, too.
protocol PlaylistActionKind {
    static var name: String { get }
    static var abstract: String { get }
}

/// Changes or steers a playlist and prints what it is then.
private enum PlaylistChange {
    typealias Request = (method: HTTPMethod, target: String, json: JSONValue?)

    static func send(
        _ method: HTTPMethod,
        _ target: String,
        _ json: JSONValue?,
        _ options: GlobalOptions
    ) async throws {
        try await send(options) { _ in [(method, target, json)] }
    }

    /// One after another; what it is after the last one is printed.
    static func send(
        _ options: GlobalOptions,
        _ requests: (DaemonPlace) throws -> [Request]
    ) async throws {
        try await DaemonClient.run(options) { daemon in
            var data: Data?
            for request in try requests(daemon.place) {
                data = try await daemon.send(
                    request.target,
                    method: request.method,
                    json: request.json
                )
            }
            guard let data else { return }
            try Answer.print(data, as: PlaylistReport.self, options) { ReportText.playlist($0) }
        }
    }
}
