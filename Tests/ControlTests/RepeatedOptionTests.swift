internal import ControlAPI
internal import Testing

@Suite struct RepeatedOptionTests {
    @Test(
        arguments: [
            ([], nil),
            (["--output", "a", "--stream", "b", "--stream", "c"], nil),
            (["--output", "a", "--main", "b", "--output", "c"], "--output"),
            (["--output=a", "--output", "b"], "--output"),
            (["-o", "a", "--output=b"], "--output"),
            (["--pip", "--pip"], nil),
            (["--at", "-3.5", "--tolerance", "-3.5"], nil),
            (["-", "-"], nil),
            (["--output", "a", "--", "--output"], nil),
            (["--unknown", "--unknown"], "--unknown"),
        ] as [([String], String?)]
    )
    func theOnesWithOneValueAreFound(arguments: [String], expected: String?) {
        let found = RepeatedOption.find(
            in: arguments,
            but: ["--stream", "--pip"],
            shortNames: ["-o": "--output"]
        )
        #expect(found == expected)
    }
}
