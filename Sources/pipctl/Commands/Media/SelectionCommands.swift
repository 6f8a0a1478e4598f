internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import Media
internal import NIOHTTP1

extension LibraryCommand {
    /// What a selection or an album is made of.
    struct Content: ParsableArguments {
        @Argument(help: "IDs of pictures and videos, in order.") var ids: [String] = []
        @Flag(help: "All of the library, also what comes later.") var all = false
        @OptionGroup var choice: Choice
        @Option(help: "Those that 'pipctl library search' finds.") var search: String?
        @Option(help: ArgumentHelp("One of them that is left out; any number.", valueName: "id"))
        var except: [String] = []
        @Option(help: ArgumentHelp("What is in a selection now.", valueName: "id"))
        var fromSelection: String?
        @Option(help: ArgumentHelp("What is in an own album now, in its order.", valueName: "id"))
        var fromAlbum: String?

        /// What a query says; nil where there is none.
        private var query: JSONValue? {
            var members = choice.members
            if let search { members.append(("q", .string(search))) }
            guard all || !members.isEmpty else { return nil }
            return .object(Dictionary(members.map { ($0.name, $0.value) }) { $1 })
        }

        func validate() throws {
            let kinds = [!ids.isEmpty, query != nil, fromSelection != nil, fromAlbum != nil]
            let count = kinds.count { $0 }
            guard count == 1 else {
                throw ValidationError(
                    (count == 0 ? "Say which" : "Say one of them alone")
                        + ": IDs, or --all, --search or what 'pipctl library ls' takes, or "
                        + "--from-selection, or --from-album."
                )
            }
            guard except.isEmpty || query != nil else {
                throw ValidationError("--except leaves something out of --all and the like.")
            }
        }

        /// As a request has it; of long lists what one request takes.
        var members: [String: JSONValue] {
            if let fromSelection { return ["selection": .string(fromSelection)] }
            if let fromAlbum { return ["album": .string(fromAlbum)] }
            guard let query else { return ["ids": Self.list(ids)] }
            return except.isEmpty
                ? ["query": query] : ["query": query, "exclude": Self.list(except)]
        }

        /// What a selection is to be told besides, request by request.
        var patches: [JSONValue] {
            Self.patches("add", ids.dropFirst(SelectionLimits.idsAtOnce))
                + Self.patches("remove", except.dropFirst(SelectionLimits.idsAtOnce))
        }

        /// - Parameter option: Of the command, for a selection in place of the IDs.
        /// - Returns: What is said of more IDs than one request may have.
        static func hasTooManyIDs(_ option: String) -> ValidationError {
            ValidationError(
                "Accepted are \(SelectionLimits.idsAtOnce) IDs; 'pipctl library select' takes more, and "
                    + "'pipctl library selection add', for \(option)."
            )
        }

        private static func list(_ ids: [String]) -> JSONValue {
            .array(ids.prefix(SelectionLimits.idsAtOnce).map { .string($0) })
        }

        static func patches(_ name: String, _ ids: ArraySlice<String>) -> [JSONValue] {
            stride(from: ids.startIndex, to: ids.endIndex, by: SelectionLimits.idsAtOnce).map {
                .object([name: list(Array(ids[$0...]))])
            }
        }
    }

    struct Select: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Select pictures and videos, to be shown, or for an album.",
            discussion: """
                What is said in words of a query, such as --album, is in the selection as long as \
                that finds it, however much it is. The library keeps 100 selections, the last \
                that were made.

                Examples:
                  pipctl library select 17 4 9
                  pipctl library select --album videos --except 17
                  pipctl library select --all --json | jq -r .id
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var content: Content

        func run() async throws {
            try await DaemonClient.run(options) { daemon in
                var data = try await daemon.send(
                    "/v1/library/selections",
                    method: .POST,
                    json: .object(content.members)
                )
                let id = try Answer.decode(SelectionReport.self, from: data).id
                let path = "/v1/library/selections/\(DaemonClient.escaped(id))"
                for patch in content.patches {
                    data = try await daemon.send(path, method: .PATCH, json: patch)
                }
                try Answer.print(data, as: SelectionReport.self, options) {
                    ReportText.selection($0)
                }
            }
        }
    }

    /// Where something is shown.
    struct Place: ParsableArguments {
        @Option(name: .customLong("in"), help: "main or pip.") var place: String?

        func show(_ path: String, _ options: GlobalOptions) async throws {
            let body = place.map { JSONValue.object(["in": .string($0)]) }
            try await DaemonClient.run(options) { daemon in
                var data = try await daemon.send(path, method: .POST, json: body)
                var report = try Answer.decode(PlaylistReport.self, from: data)
                let playlist = "/v1/playlists/\(DaemonClient.escaped(report.id))"
                for _ in 0..<Self.mostLooks where report.state == "connecting" {
                    try await Task.sleep(nanoseconds: Self.interval)
                    do {
                        data = try await daemon.send(playlist)
                    } catch let failure as CommandFailure where failure.isMissing {
                        // A preview of which nothing can be shown goes.
                        throw CommandFailure.refused(Self.gone)
                    }
                    report = try Answer.decode(PlaylistReport.self, from: data)
                }
                try Answer.print(data, as: PlaylistReport.self, options) {
                    ReportText.playlist($0)
                }
                guard let trouble = report.trouble else { return }
                throw CommandFailure.refused(MessageText(message: trouble))
            }
        }

        private static let gone: MessageText =
            "Nothing of it can be shown. 'pipctl library failures', or the daemon's log, says why."
        /// What it comes to is mostly known within the first 2 s.
        private static let mostLooks = 20
        private static let interval: UInt64 = 100_000_000
    }

    struct Preview: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a picture or video, or a selection once, in the small window.",
            discussion: """
                It is the playlist 'preview', which goes with 'pipctl playlist delete preview'.

                Examples:
                  pipctl library preview 17
                  pipctl library preview 17 --in main
                  pipctl library preview --selection 3
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The picture's or video's ID.") var id: String?
        @Option(help: ArgumentHelp("A selection in its place.", valueName: "id"))
        var selection: String?
        @OptionGroup var place: Place

        func validate() throws {
            guard (id == nil) != (selection == nil) else {
                throw ValidationError("Say which: an ID, or --selection.")
            }
        }

        func run() async throws {
            let kind = selection == nil ? "assets" : "selections"
            let id = DaemonClient.escaped(selection ?? id ?? "")
            try await place.show("/v1/library/\(kind)/\(id)/preview", options)
        }
    }

    struct Play: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a selection again and again, on the whole screen.",
            discussion: """
                It is the playlist 'library': 'pipctl playlist set library --shuffle', 'pipctl \
                playlist next library' and the like steer it, 'pipctl playlist delete library' \
                ends it.

                Examples:
                  pipctl library play 3
                  pipctl library play 3 --in pip
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The selection's ID, as 'pipctl library select' shows it.") var id: String
        @OptionGroup var place: Place

        func run() async throws {
            let id = DaemonClient.escaped(id)
            try await place.show("/v1/library/selections/\(id)/play", options)
        }
    }

    struct Album: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put albums together.",
            discussion: """
                'pipctl library albums' lists them, 'pipctl library ls --album ID' what is in one.

                Examples:
                  pipctl library album put sea --name "At the sea" 17 4 9
                  pipctl library album show sea
                  pipctl library album delete sea
                """,
            subcommands: [Put.self, Show.self, Delete.self]
        )

        struct Put: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Put an album together, in place of the one of that ID.",
                discussion: """
                    Of more than \(SelectionLimits.idsAtOnce) IDs make a selection first.

                    Examples:
                      pipctl library album put sea --name "At the sea" 17 4 9
                      pipctl library album put short --type video --except 17
                      pipctl library album put sea --from-selection 3
                    """
            )

            @OptionGroup var options: GlobalOptions
            @Argument(help: "The album's ID: letters, digits, '.', '_' and '-'.") var album: String
            @Option(help: "For people; the ID without.") var name: String?
            @OptionGroup var content: Content

            func validate() throws {
                guard content.patches.isEmpty else {
                    throw Content.hasTooManyIDs("--from-selection")
                }
            }

            func run() async throws {
                var members = content.members
                members["name"] = name.map { .string($0) }
                let body = JSONValue.object(members)
                let path = "/v1/library/albums/\(DaemonClient.escaped(album))"
                try await DaemonClient.run(options) { daemon in
                    let data = try await daemon.send(path, method: .PUT, json: body)
                    try Answer.print(data, as: AlbumReport.self, options) {
                        ReportText.albums(AlbumList(albums: [$0]))
                    }
                }
            }
        }

        struct Show: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Show how much is in an album.",
                discussion: """
                    Example:
                      pipctl library album show sea
                    """
            )

            @OptionGroup var options: GlobalOptions
            @Argument(help: "The album's ID, as 'pipctl library albums' shows it.") var id: String

            func run() async throws {
                let path = "/v1/library/albums/\(DaemonClient.escaped(id))"
                try await DaemonClient.show(path, as: AlbumReport.self, options) {
                    ReportText.albums(AlbumList(albums: [$0]))
                }
            }
        }

        struct Delete: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Forget an album, and nothing that is in it.",
                discussion: """
                    Example:
                      pipctl library album delete sea
                    """
            )

            @OptionGroup var options: GlobalOptions
            @Argument(help: "The album's ID.") var id: String

            func run() async throws {
                let path = "/v1/library/albums/\(DaemonClient.escaped(id))"
                try await DaemonClient.delete(path, options)
            }
        }
    }
}

extension PlaylistReport {
    /// Why nothing of it can be shown; nil where something is, or may be.
    fileprivate var trouble: String? {
        guard ["failed", "reconnecting"].contains(state), items.allSatisfy({ $0.error != nil })
        else { return nil }
        return items.first?.error
    }
}
