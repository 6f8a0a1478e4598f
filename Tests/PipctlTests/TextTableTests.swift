internal import ControlAPI
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

    /// A row of a number, a name of 30 letters, and a note.
    @Test(
        arguments: [
            (nil, "123456789012345678901234567890"), (200, "123456789012345678901234567890"),
            (45, "123456789012345678901234567890"), (44, "1234567890123456789012345678…"),
            (30, "12345678901234…"), (0, "12345678901…"),
        ] as [(Int?, String)]
    )
    func aNameIsCutForWhatARowHasRoomFor(room: Int?, name: String) {
        var table = TextTable([.right("COUNT"), .name("NAME"), .left("NOTE")])
        let note = String(repeating: "why ", count: 30)
        table.append(["1234567", "123456789012345678901234567890", note])
        table.append(["1", "b", ""])
        let lines = table.text(within: room).split(separator: "\n")
        #expect(lines[1] == "1234567  \(name)  \(note.dropLast())")
        #expect(lines[2] == "      1  b")
    }

    /// A name may have 255 bytes.
    @Test func aLongNameDoesNotWidenTheList() {
        var asset = AssetReport(
            id: "17",
            name: String(repeating: "n", count: 255),
            path: "/a",
            kind: .video,
            state: .found,
            size: 2_048,
            taken: 1_795_226_512.5,
            takenSource: .mtime,
            uri: "file:///a",
            mediaType: "video/mp4"
        )
        asset.title = String(repeating: "t", count: 200)
        let table = ReportText.table([asset])
        #expect(table.text(within: 90).split(separator: "\n").allSatisfy { $0.count <= 90 })
        #expect(table.text(within: nil).contains(asset.name + "  "))
    }

    /// A name of 40 letters in a row of 20 columns, of which it has 17.
    @Test(
        arguments: [
            ("海", "海海海海海海海海…  1"), ("e\u{301}", String(repeating: "e\u{301}", count: 16) + "…  1"),
            ("한", "한한한한한한한한…  1"), ("ｗ", "ｗｗｗｗｗｗｗｗ…  1"),
            (
                "\u{1100}\u{1161}\u{11A8}",
                String(repeating: "\u{1100}\u{1161}\u{11A8}", count: 8) + "…  1"
            ),
            ("👩‍👩‍👧", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧…  1"), ("🇳🇴", "🇳🇴🇳🇴🇳🇴🇳🇴🇳🇴🇳🇴🇳🇴🇳🇴…  1"),
            ("❤️", "❤️❤️❤️❤️❤️❤️❤️❤️…  1"), ("❤", "❤❤❤❤❤❤❤❤❤❤❤❤❤❤❤❤…  1"),
        ]
    )
    func whatAColumnHasRoomForIsWhatTheTerminalShows(letter: String, row: String) {
        var table = TextTable([.name("NAME"), .right("N")])
        table.append([String(repeating: letter, count: 40), "1"])
        table.append(["a" + String(repeating: "海", count: 40), "1"])
        table.append(["海e\u{301}\u{200B}", "1"])
        let lines = table.text(within: 20).split(separator: "\n")
        #expect(lines[1] == row)
        // Half a letter is none.
        #expect(lines[2] == "a海海海海海海海…   1")
        #expect(lines[3] == "海e\u{301}\u{200B}" + String(repeating: " ", count: 16) + "1")
    }

    @Test func theWidestNameIsCutFirst() {
        var table = TextTable([.name("A"), .name("B")])
        table.append([String(repeating: "a", count: 40), String(repeating: "b", count: 14)])
        let row = table.text(within: 40).split(separator: "\n").last
        #expect(
            row == "\(String(repeating: "a", count: 23))…  \(String(repeating: "b", count: 14))"
        )
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
