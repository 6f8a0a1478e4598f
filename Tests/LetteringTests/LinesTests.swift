internal import Lettering
internal import Media
internal import Testing

/// How a text comes to have lines.
@Suite struct LinesTests {
    private let plain = TextStyle(size: 30).with { $0.family = "DejaVu Sans" }
    private let arabic = "\u{645}\u{631}\u{62D}\u{628}\u{627}"

    private func extent(_ text: String, _ style: TextStyle) throws -> TextExtent {
        try Typesetter.open().extent(of: text, style: style)
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}"])
    func everyLineBreakIsOne(_ lineBreak: String) throws {
        #expect(try extent("a\(lineBreak)b\(lineBreak)c", plain).lineCount == 3)
    }

    @Test(arguments: ["\n", " \n ", "\n\u{3000}", "\u{A0}\n\u{200B}", "\n\u{2800}\n\u{2800}"])
    func blanksAtTheEndAreNoLines(_ blanks: String) throws {
        let text = try extent("a\nb" + blanks, plain)
        #expect(text == (try extent("a\nb", plain)))
    }

    @Test func linesBreakBetweenWords() throws {
        let style = plain.with { $0.maximumWidth = 200 }
        let text = try extent("one two three four five six", style)
        #expect(text.lineCount > 1)
        #expect(text.lines.width <= 200)
        #expect(!text.isEllipsized)
    }

    @Test func aWordThatIsTooLongIsBroken() throws {
        let word = String(repeating: "m", count: 40)
        let text = try extent(word, plain.with { $0.maximumWidth = 200 })
        #expect(text.lines.width <= 200)
        #expect(text.lineCount >= 6)
        // And without a hyphen.
        let narrow = plain.with { $0.maximumWidth = 70 }
        #expect(try extent("mm", narrow).lines.width == extent("mmmm", narrow).lines.width)
    }

    @Test(arguments: [1, 2, 5])
    func moreLinesThanAllowedEndInAnEllipsis(_ count: Int) throws {
        let style = plain.with {
            $0.maximumWidth = 200
            $0.maximumLines = count
        }
        let words = String(repeating: "several words ", count: 30)
        for text in [words, words.replacing(" ", with: "\n")] {
            let lines = try extent(text, style)
            #expect(lines.lineCount == count)
            #expect(lines.isEllipsized)
            #expect(lines.lines.width <= 200)
        }
        let few = try extent("few", style)
        #expect(few.lineCount == 1)
        #expect(!few.isEllipsized)
    }

    @Test func shortLinesMeetWhereTheyShould() throws {
        for alignment in TextStyle.Alignment.allCases {
            let text = try DrawnText("WWWW\ni", plain.with { $0.alignment = alignment })
            let second = try Self.columns(
                of: text,
                in: text.size.height * 3 / 5..<text.size.height
            )
            let (left, right) = (second.lowerBound, Int(text.size.width) - 1 - second.upperBound)
            switch alignment {
            case .start, .left: #expect(left < 8 && right > 60)
            case .center: #expect(abs(left - right) <= 2)
            case .end, .right: #expect(left > 60 && right < 8)
            }
        }
    }

    @Test func arabicStartsOnTheRight() throws {
        for alignment in TextStyle.Alignment.allCases where alignment != .center {
            let style = plain.with { $0.alignment = alignment }
            let text = try DrawnText("\(arabic) \(arabic)\n\u{627}", style)
            let second = try Self.columns(
                of: text,
                in: text.size.height * 3 / 5..<text.size.height
            )
            let isOnTheRight = second.lowerBound > Int(text.size.width) / 2
            #expect(isOnTheRight == [.start, .right].contains(alignment), "\(alignment)")
        }
    }

    /// All lines of a text meet at one side, whatever they begin with and run to.
    @Test(
        arguments: [
            "12 \u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5DD}\n12",
            "12:30\n\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5DD}",
            "(1) \u{645}\u{631}\u{62D}\u{628}\u{627} \u{645}\u{631}\u{62D}\nW",
            "WWWWWWWW\n\u{5E9}\u{5DC}", "\u{5E9}\u{5DC}\nWWWWWWWW",
            "W\n\u{5E9}\u{5DC} \u{5E9}\u{5DC}",
            "12 WWWWWW\n\u{5E9}\u{5DC}", "\u{202E}WW\u{202C} WW\nW", "12345678\n1",
            "\u{2067}W WWWW\u{2069}\nW",
        ]
    )
    func linesMeetAtTheirSide(_ text: String) throws {
        for alignment in [TextStyle.Alignment.left, .right] {
            let drawn = try DrawnText(text, plain.with { $0.alignment = alignment })
            let middle = drawn.size.height / 2
            for rows in [0..<middle, middle..<drawn.size.height] {
                let columns = try Self.columns(of: drawn, in: rows)
                let away =
                    alignment == .left
                    ? columns.lowerBound : Int(drawn.size.width) - 1 - columns.upperBound
                #expect(away < 8, "\(alignment), rows \(rows)")
            }
        }
    }

    /// Of a private use area: no font says what that is.
    @Test func lettersWithoutAFontAreTold() throws {
        let setter = try Typesetter.open()
        let text = "a\u{F8FE0}b\u{F8FE0}\u{F8FE1}"
        #expect(try setter.picture(of: text, style: plain).missing == ["\u{F8FE0}", "\u{F8FE1}"])
        #expect(try setter.picture(of: "a \u{200B}\u{301}", style: plain).missing.isEmpty)
        let many = String(String.UnicodeScalarView((0..<99).compactMap { .init(0xF8F00 + $0) }))
        #expect(
            try setter.picture(of: many, style: plain).missing.count == TextPicture.maximumMissing
        )
    }

    @Test func impossibleStylesAreTakenForTheNearest() throws {
        let sizes = [.nan, -.infinity, -1, 0, 0.5] as [Double]
        let smallest = try extent("a", plain.with { $0.size = 1 })
        for size in sizes {
            #expect(try extent("a", plain.with { $0.size = size }) == smallest)
        }
        let largest = try extent("a", plain.with { $0.size = .infinity })
        #expect(try extent("a", plain.with { $0.size = 2000 }) == largest)
        for width in [.min, -1, 0] as [Int32] {
            #expect(try extent("abc", plain.with { $0.maximumWidth = width }).lineCount == 3)
        }
        for count in [.min, -1, 0] {
            #expect(try extent("a\nb", plain.with { $0.maximumLines = count }).lineCount == 1)
        }
        #expect(try extent("a\nb", plain.with { $0.maximumLines = .max }).lineCount == 2)
        for family in ["", ",", "\u{0}", "No Such Font", String(repeating: "x", count: 100_000)] {
            #expect(try extent("a", plain.with { $0.family = family }).size.width > 0)
        }
    }

    @Test func onlySoMuchIsLookedAt() throws {
        let long = String(repeating: "ab ", count: 100_000)
        #expect(try extent(long, plain).lineCount < 3)
        let piled = "a" + String(repeating: "\u{301}", count: 10_000)
        let text = try DrawnText(piled, plain)
        #expect(text.size.height < 4 * 30)
    }

    /// From the first to the last column that has something on it in some rows.
    private static func columns(
        of text: DrawnText,
        in rows: Range<Int32>
    ) throws -> ClosedRange<Int> {
        let columns = (0..<Int(text.size.width)).filter { x in
            rows.contains { text[x, Int($0)].w > 40 }
        }
        let (first, last) = (try #require(columns.first), try #require(columns.last))
        return first...last
    }
}
