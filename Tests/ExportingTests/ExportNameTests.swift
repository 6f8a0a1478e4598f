import Testing

@testable import Exporting

/// What exported files are called, and what fits.
@Suite struct ExportNameTests {
    @Test(
        arguments: [
            ("a.mp4", "a.mp4", "a-2.mp4"), ("a.b.MOV", "a.b.MOV", "a.b-2.MOV"),
            (".a", ".a", ".a-2"), ("a", "a", "a-2"), ("ä ü.mkv", "ä ü.mkv", "ä ü-2.mkv"),
            ("a.", "a.", "a-2."),
        ])
    func whatIsTakenIsNumbered(original: String, first: String, third: String) {
        let name = ExportName(original)
        #expect(name.text(0) == first && name.text(2) == third)
        #expect(
            name.text(ExportName.mostAttempts - 1) != nil
                && name.text(ExportName.mostAttempts) == nil
        )
    }

    /// Between characters, not in one.
    @Test func aLongNameIsCut() throws {
        let long = ExportName(String(repeating: "ä", count: 125) + "x.jpg")
        #expect(long.text(0)?.utf8.count == 255)
        #expect(long.text(1) == String(repeating: "ä", count: 124) + "-1.jpg")
        for name in [String(repeating: "a", count: 255), "a." + String(repeating: "b", count: 253)]
        {
            #expect(ExportName(name).text(7) == name.prefix(253) + "-7")
        }
    }

    @Test(
        arguments: [
            (64 << 20, 0, true), ((64 << 20) - 1, 0, false), (0, 0, false),
            (65 << 20, 1 << 20, true), (65 << 20, (1 << 20) + 1, false), (.max, .max, false),
        ] as [(Int64, Int64, Bool)]
    )
    func aRestIsLeftFree(free: Int64, bytes: Int64, fits: Bool) {
        #expect(DiskRoom(free: free).has(bytes) == fits)
    }
}
