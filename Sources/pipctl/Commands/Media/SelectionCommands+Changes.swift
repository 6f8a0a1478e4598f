internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import NIOHTTP1

extension LibraryCommand {
    struct Selection: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Look at a selection, or change it.",
            discussion: """
                To put what a query finds into another order, or to add what it does not find, \
                makes a list of it, of at most 10000.

                Examples:
                  pipctl library selection show 3
                  pipctl library selection add 3 17 4
                  pipctl library selection range 3 17 4 --album videos
                  pipctl library selection move 3 17 0
                """,
            subcommands: [
                Show.self, List.self, Add.self, Remove.self, Range.self, Move.self, Delete.self,
            ]
        )

        /// The selection that a command is about.
        struct Target: ParsableArguments {
            @Argument(help: "The selection's ID, as 'pipctl library select' shows it.")
            var selection: String

            var path: String { "/v1/library/selections/\(DaemonClient.escaped(selection))" }

            /// One change after another; what it is after the last one is printed.
            func patch(_ patches: [JSONValue], _ options: GlobalOptions) async throws {
                try await DaemonClient.run(options) { daemon in
                    var data: Data?
                    for patch in patches {
                        data = try await daemon.send(path, method: .PATCH, json: patch)
                    }
                    guard let data else { return }
                    try Answer.print(data, as: SelectionReport.self, options) {
                        ReportText.selection($0)
                    }
                }
            }
        }

        struct Show: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "How much it is, how long it lasts, and whether it can be shown.",
                discussion: """
                    Examples:
                      pipctl library selection show 3
                      pipctl library selection show 3 --json | jq .duration_ms
                    """
            )

            @OptionGroup var options: GlobalOptions
            @OptionGroup var target: Target

            func run() async throws {
                try await DaemonClient.show(target.path, as: SelectionReport.self, options) {
                    ReportText.selection($0)
                }
            }
        }

        struct List: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "ls",
                abstract: "What is in it, in its order.",
                discussion: """
                    Example:
                      pipctl library selection ls 3 --limit 20
                    """
            )

            @OptionGroup var options: GlobalOptions
            @OptionGroup var target: Target
            @OptionGroup var page: PageOptions

            func run() async throws {
                try await DaemonClient.show(
                    "\(target.path)/assets\(page.query([]))",
                    as: AssetPage.self,
                    options
                ) {
                    ReportText.assets($0)
                }
            }
        }

        struct Add: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Add pictures and videos, behind the last.",
                discussion: """
                    Example:
                      pipctl library selection add 3 17 4
                    """
            )

            @OptionGroup var options: GlobalOptions
            @OptionGroup var target: Target
            @Argument(help: "IDs of pictures and videos.") var ids: [String]

            func run() async throws {
                try await target.patch(Content.patches("add", ids[...]), options)
            }
        }

        struct Remove: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Take pictures and videos out.",
                discussion: """
                    Example:
                      pipctl library selection remove 3 17 4
                    """
            )

            @OptionGroup var options: GlobalOptions
            @OptionGroup var target: Target
            @Argument(help: "IDs of pictures and videos.") var ids: [String]

            func run() async throws {
                try await target.patch(Content.patches("remove", ids[...]), options)
            }
        }

        struct Range: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Add all from one to another, as 'pipctl library ls' shows them.",
                discussion: """
                    Both are added, too.

                    Examples:
                      pipctl library selection range 3 17 4
                      pipctl library selection range 3 17 4 --album videos
                    """
            )

            @OptionGroup var options: GlobalOptions
            @OptionGroup var target: Target
            @Argument(help: "The ID of the first.") var from: String
            @Argument(help: "The ID of the last.") var to: String
            @OptionGroup var choice: Choice

            func run() async throws {
                var members: [String: JSONValue] = ["range": [.string(from), .string(to)]]
                let chosen = choice.members.map { ($0.name, $0.value) }
                if !chosen.isEmpty { members["query"] = .object(Dictionary(chosen) { $1 }) }
                try await target.patch([.object(members)], options)
            }
        }

        struct Move: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Give one that is in it another place.",
                discussion: """
                    Examples:
                      pipctl library selection move 3 17 0
                      pipctl library selection move 3 17 12
                    """
            )

            @OptionGroup var options: GlobalOptions
            @OptionGroup var target: Target
            @Argument(help: "The ID of the picture or video.") var id: String
            @Argument(help: "Its place then, counted from 0; behind the last one: the last.")
            var place: Int

            func run() async throws {
                let move: JSONValue = ["asset": .string(id), "to": .integer(place)]
                try await target.patch([["move": move]], options)
            }
        }

        struct Delete: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Forget it.",
                discussion: """
                    Example:
                      pipctl library selection delete 3
                    """
            )

            @OptionGroup var options: GlobalOptions
            @OptionGroup var target: Target

            func run() async throws {
                try await DaemonClient.delete(target.path, options)
            }
        }
    }
}
