internal import Glibc
internal import Lettering
internal import Media
internal import Testing

/// What text looks like.
@Suite struct TypesetterTests {
    private let plain = TextStyle(size: 40).with { $0.family = "DejaVu Sans" }

    @Test func lettersStandOnTheBaselineAndTailsReachBelow() throws {
        let standing = try DrawnText("xHl", plain)
        let tailed = try DrawnText("gpqy", plain)
        let bottom = try #require(standing.inkedRows.last)
        #expect(abs(bottom + 1 - Int(standing.extent.baseline)) <= 1)
        let tail = try #require(tailed.inkedRows.last)
        #expect(tail + 1 - Int(tailed.extent.baseline) >= 6)
        #expect(tail < Int(tailed.extent.lines.maxY))
        #expect(tailed.extent.baseline == standing.extent.baseline)
    }

    @Test func itIsAsLargeAsWasAskedFor() throws {
        for size in [10.0, 25, 100, 300] {
            let text = try DrawnText("H", plain.with { $0.size = size })
            // DejaVu's capitals are 0.729 of its size high.
            #expect(abs(Double(text.inkedRows.count) - 0.729 * size) <= 1.5, "\(size)")
        }
        let bold = try DrawnText("Hill", plain.with { $0.weight = .bold })
        let regular = try DrawnText("Hill", plain)
        #expect(bold.size.width > regular.size.width)
    }

    @Test func lettersAreGreyWithoutColouredFringes() throws {
        let text = try DrawnText("AVATAR wave", plain)
        #expect(text.pixels.allSatisfy { $0.x == $0.w && $0.y == $0.w && $0.z == $0.w })
        #expect(Set(text.pixels.map(\.w)).count > 60)
        #expect(text.pixels.contains { $0.w == 255 })
    }

    @Test func itsColourIsPremultiplied() throws {
        let color = TextColor(red: 255, green: 128, blue: 0, alpha: 128)
        let text = try DrawnText("H", plain.with { $0.color = color })
        #expect(text.pixels.max { $0.w < $1.w } == SIMD4(0, 64, 128, 128))
        #expect(text.pixels.allSatisfy { $0.x <= $0.w && $0.y <= $0.w && $0.z <= $0.w })
    }

    @Test func emojiHaveTheirColours() throws {
        let text = try DrawnText("\u{1F34E}", plain)
        let red = text.pixels.count { $0.w == 255 && $0.z > 180 && $0.x < 100 }
        #expect(red > 100)
    }

    @Test func letterPairsAreKerned() throws {
        let pair = try DrawnText("AV", plain).extent.lines.width
        let apart =
            try DrawnText("A", plain).extent.lines.width
            + DrawnText("V", plain).extent.lines.width
        #expect(pair <= apart - 2)
    }

    @Test func itIsTheSameEveryTime() throws {
        let typesetter = try Typesetter.open()
        let first = DrawnText(try typesetter.picture(of: "Same 1", style: plain))
        _ = try typesetter.picture(of: "Other 2", style: plain.with { $0.size = 12 })
        #expect(
            DrawnText(try typesetter.picture(of: "Same 1", style: plain)).pixels == first.pixels
        )
        #expect(try DrawnText("Same 1", plain).pixels == first.pixels)
    }

    @Test func extentsAreThoseOfThePicture() throws {
        let typesetter = try Typesetter.open()
        for text in ["", " ", "Ag", "two\nlines", "\u{645}\u{631}\u{62D}\u{628}\u{627}"] {
            let extent = try typesetter.extent(of: text, style: plain)
            let picture = try typesetter.picture(of: text, style: plain)
            #expect(picture.extent == extent, "\(text)")
            let bytes = picture.withUnsafeBytes { $0.count }
            #expect(bytes == Int(extent.size.width) * Int(extent.size.height) * 4)
            #expect(
                PixelRect(extent.size).intersection(extent.lines).size == extent.lines.size
                    || extent.lines.isEmpty
            )
        }
    }

    @Test func ofNoLettersThePictureIsEmpty() throws {
        let blanks = ["\u{2800}\u{2800}", "\u{200B}\u{200D}\u{2060}"]
        let many = [String(repeating: "\u{2800} ", count: 99)]
        let style = plain.with { ($0.maximumWidth, $0.maximumLines) = (300, 2) }
        for text in ["", "\u{0}", "\u{7F}\u{1B}", "\u{FEFF}"] + blanks + many {
            let picture = try DrawnText(text, style)
            #expect(
                picture.size.width == 0 && picture.pixels.isEmpty,
                "\(text.unicodeScalars.map(\.value))"
            )
        }
        #expect(try DrawnText("\u{2800}.\u{2800}", style).inkedRows.count > 2)
    }
}

/// Why there is no text.
@Suite struct LetteringErrorTests {
    @Test func aMissingLibraryIsNamed() throws {
        let missing = "libpangocairo-missing.so.7"
        let error = #expect(throws: LetteringError.self) {
            _ = try Typesetter.open(library: missing)
        }
        let text = try #require(error?.description)
        #expect(text.contains(missing))
        #expect(text.contains("libpangocairo-1.0-0"))
        // Nor does it matter to others.
        let extent = try Typesetter.open().extent(of: "a", style: TextStyle(size: 20))
        #expect(extent.lineCount == 1)
    }

    @Test func aLibraryWithoutTheFunctionsIsNone() async {
        await #expect(processExitsWith: .success) {
            let error = #expect(throws: LetteringError.self) {
                _ = try Typesetter.open(library: "libm.so.6")
            }
            #expect(error?.description.contains("undefined symbol") == true)
            let extent = try Typesetter.open().extent(of: "a", style: TextStyle(size: 20))
            #expect(extent.lineCount == 1)
        }
    }

    @Test func aSystemWithoutFontsIsTold() async {
        await #expect(processExitsWith: .success) {
            let path = "/tmp/pipd-no-fonts-\(getpid()).conf"
            let file = try #require(fopen(path, "w"))
            fputs("<fontconfig><dir>/nonexistent</dir></fontconfig>", file)
            fclose(file)
            setenv("FONTCONFIG_FILE", path, 1)
            defer { unlink(path) }
            #expect(throws: LetteringError.noFont) { _ = try Typesetter.open() }
        }
    }

    @Test func aPictureHasItsLimits() throws {
        let long = String(repeating: "W", count: 131)
        let error = #expect(throws: LetteringError.self) {
            _ = try DrawnText(long, TextStyle(size: 2000).with { $0.maximumWidth = 4000 })
        }
        guard case .tooLarge(let size)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(Int(size.width) * Int(size.height) > TextPicture.maximumPixels)
        #expect(error?.description == "the text would take a picture of \(size)")
    }

    /// Behind a line of another direction it stands as it does alone: the mark at its end.
    @Test(arguments: [("Willkommen", "שלום עולם!"), ("שלום", "Hello, world!")])
    func aParagraphRunsAsItsOwnLettersDo(first: String, second: String) throws {
        func gaps(_ text: String) throws -> [Int] {
            let drawn = try DrawnText(text, TextStyle(size: 40))
            // The last line alone: from the last blank row on.
            let rows = drawn.inkedRows
            let breaks = zip(rows, rows.dropFirst()).filter { $1 - $0 > 4 }.map(\.1)
            let start = breaks.last ?? 0
            let columns = (0..<Int(drawn.size.width)).filter { x in
                (start..<Int(drawn.size.height)).contains { drawn[x, $0].w > 40 }
            }
            return zip(columns, columns.dropFirst()).map { $1 - $0 }.filter { $0 > 2 }
        }
        let (alone, behind) = (try gaps(second), try gaps("\(first)\n\(second)"))
        #expect(alone.count == behind.count && alone != alone.reversed())
        #expect(zip(alone, behind).allSatisfy { abs($0 - $1) <= 2 }, "\(alone) \(behind)")
    }
}
