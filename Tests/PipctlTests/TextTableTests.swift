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
        #expect(TextTable.printable("a\u{1B}[2Jb\nc\u{9B}d") == "a?[2Jb?c?d")
    }
}
