internal import ArgumentParser
internal import CommandLines
internal import Testing

@Suite struct UnknownCommandTests {
    private struct Program: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "program",
            subcommands: [Library.self, Status.self]
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

    @Test(
        arguments: [
            ("libary", "'libary'; did you mean 'library'? Accepted: library, status, help."),
            (
                "--json library serch",
                "'library serch'; did you mean 'library search'? Accepted: search, show."
            ),
            ("--socket search library -x", nil), ("library frobnicate --json", "frobnicate'; Acc"),
            ("--socket=x stats", "did you mean 'status'"), ("status -l 3", nil),
            ("library search serch", nil), ("--json", nil), ("status more", nil),
        ] as [(String, String?)]
    )
    func itIsNamedWithWhatMayBeMeant(line: String, says: String?) {
        let words = line.split(separator: " ").map { String($0) }
        let message = UnknownCommand(Program.self, in: words)?.message
        #expect(message?.contains(says ?? "?") ?? (says == nil), "\(message ?? "none")")
        #expect(message?.hasPrefix("There is no command '") ?? true)
    }
}
