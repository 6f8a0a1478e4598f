internal import ArgumentParser
internal import CommandLines
internal import Testing

@Suite struct UnknownCommandTests {
    private struct Program: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "program",
            subcommands: [Library.self, Status.self, Playlist.self]
        )

        @Option var socket: String?
        @Flag var json = false
    }

    private struct Status: ParsableCommand {
        @Option(name: .shortAndLong) var limit: Int?
    }

    private struct Library: ParsableCommand {
        static let configuration = CommandConfiguration(
            subcommands: [Search.self, Show.self],
            defaultSubcommand: Show.self
        )
    }

    private struct Search: ParsableCommand {
        @Argument var words: [String] = []
    }

    private struct Show: ParsableCommand {}

    private struct Playlist: ParsableCommand {
        static let configuration = CommandConfiguration(
            subcommands: [Delete.self, Search.self],
            defaultSubcommand: Search.self
        )
    }

    private struct Delete: ParsableCommand {}

    @Test(
        arguments: [
            (
                "libary",
                "'libary'; did you mean 'library'? Accepted: library, status, playlist, help."
            ),
            (
                "--json library serch",
                "'library serch'; did you mean 'library search'? Accepted: search, show."
            ),
            ("--socket search library -x", nil),
            ("library frobnicate --json", "'library frobnicate'; accepted: search, show."),
            ("library serch a --limit 3", "did you mean 'library search'?"),
            // That may be its value.
            ("--sockt x status", nil),
            // The command that is usual there takes it.
            ("playlist lobby menu", nil),
            ("playlist delte lobby", "did you mean 'playlist delete'?"),
            ("--socket=x stats", "did you mean 'status'"), ("status -l 3", nil),
            ("library search serch", nil), ("--json", nil), ("status more", nil),
        ] as [(String, String?)]
    )
    func itIsNamedWithWhatMayBeMeant(line: String, says: String?) {
        let words = line.split(separator: " ").map { String($0) }
        let message = UnknownCommand(Program.self, in: words)?.message
        #expect(
            says.map { message?.contains($0) == true } ?? (message == nil),
            "\(message ?? "none")"
        )
        #expect(message?.hasPrefix("There is no command '") ?? true)
    }
}
