internal import ArgumentParser
internal import CommandLines
internal import Testing

@Suite struct SingleOptionsTests {
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
            (["-o", "a", "--main", "b"], nil),
            (["-o", "a", "-o", "b"], "--output"),
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
    func theOnesThatAreGivenTwiceAreFound(arguments: [String], expected: String?) {
        #expect(SingleOptions(Program.self, in: arguments).repeated == expected)
    }

    /// Without that the parser says that the value is missing.
    @Test(
        arguments: [
            (["--main", "-3"], ["--main=-3"]),
            (["--main", "-1e308", "--pip"], ["--main=-1e308", "--pip"]),
            (
                ["part", "--tolerance", "-.5", "--at", "-inf"],
                ["part", "--tolerance=-.5", "--at=-inf"]
            ),
            (["--main", "-1:00", "-1x"], ["--main=-1:00", "-1x"]),
            (["--main", "-x1"], ["--main", "-x1"]), (["--main", "-"], ["--main", "-"]),
            (["--main", "3", "-3"], ["--main", "3", "-3"]),
            (["--main", "--pip"], ["--main", "--pip"]),
            (["--main", "-o"], ["--main", "-o"]),
            (["--main=a", "-3"], ["--main=a", "-3"]),
            (["--pip", "-3"], ["--pip", "-3"]),
            (["-o", "-3"], ["-o", "-3"]),
            (["--", "--main", "-3"], ["--", "--main", "-3"]),
            (["--unknown", "-3"], ["--unknown", "-3"]),
        ] as [([String], [String])]
    )
    func aNegativeNumberIsTheValueOfTheOptionBeforeIt(arguments: [String], expected: [String]) {
        #expect(SingleOptions(Program.self, in: arguments).joinedArguments == expected)
    }
}
