import Testing

@testable import Media

@Suite struct SpellingTests {
    @Test(
        arguments: [
            ("loop", "lop", 1), ("", "abc", 3), ("kitten", "sitting", 3), ("same", "same", 0),
        ] as [(String, String, Int)]
    )
    func whatDiffersIsCountedInLetters(first: String, second: String, distance: Int) {
        #expect(Spelling.distance(first, second) == distance)
    }

    @Test(
        arguments: [
            ("serch", "search"), ("shw", "show"), ("zebra", nil), ("", nil),
            (String(repeating: "search", count: 20), nil),
        ] as [(String, String?)]
    )
    func theNearestWordIsMeantWhereItIsNear(typed: String, meant: String?) {
        #expect(Spelling.nearest(to: typed, among: ["main", "search", "show"]) == meant)
    }
}
