internal import Testing

@testable internal import pipctl

@Suite struct TextTableTests {
    @Test func columnsAreAlignedAndNothingTrails() {
        var table = TextTable([.left("NAME"), .right("COUNT"), .left("NOTE")])
        table.append(["a", "1", ""])
        table.append(["long name", "12345678", "x"])
        #expect(
            table.text == """
                NAME          COUNT  NOTE
                a                 1
                long name  12345678  x

                """
        )
    }

    @Test func textCannotSteerTheTerminal() {
        var table = TextTable([.left("A")])
        table.append(["a\u{1B}[2Jb\nc\u{9B}d\u{202E}é"])
        #expect(table.text == "A\n" + #"a\x1b[2Jb\nc\x9bd\u{202e}é"# + "\n")
    }

    @Test(
        arguments: [
            (0, ["a", "b", "", "c"]), (4, ["a", "b", "", "c"]), (9, ["a", "b", "", "c"]),
            (3, ["a", "b", "… 2 more"]), (2, ["a", "… 3 more"]), (1, ["… 4 more"]),
        ] as [(Int, [String])]
    )
    func aScreenSaysHowManyLinesItHasNoRoomFor(rows: Int, lines: [String]) {
        #expect(TextTable.lines(of: "a\nb\n\nc\n", rows: rows) == lines)
    }
}
