internal import ArgumentParser
internal import CommandLines
internal import Testing

@Suite struct RepeatedOptionTests {
    private struct Program: ParsableCommand {
        static let configuration = CommandConfiguration(subcommands: [Part.self])

        @Option var streams: [String] = []
        @Option var main: String?
        @Option(name: .shortAndLong) var output: String?
        @Flag var pip = false

        struct Part: ParsableCommand {
            @Option(parsing: .unconditional) var at: String?
            @Option var tolerance: String?
        }
    }

    @Test(
        arguments: [
            ([], nil),
            (["--output", "a", "--streams", "b", "--streams", "c"], nil),
            (["--output", "a", "--main", "b", "--output", "c"], "--output"),
            (["--output=a", "--output", "b"], "--output"),
            (["-o", "a", "--output=b"], "--output"),
            (["--pip", "--pip"], nil),
            (["part", "--at", "-3.5", "--tolerance", "-3.5"], nil),
            (["part", "--at", "-3.5", "--at", "-3.5"], "--at"),
            (["-", "-"], nil),
            (["--output", "a", "--", "--output"], nil),
            // The parser knows what to say of it.
            (["--unknown", "--unknown"], nil),
        ] as [([String], String?)]
    )
    func theOnesWithOneValueAreFound(arguments: [String], expected: String?) {
        #expect(RepeatedOption(Program.self).find(in: arguments) == expected)
    }
}
