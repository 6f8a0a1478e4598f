import MediaFiles
import Platform
import Testing

@Suite struct NameDateTests {
    @Test(arguments: [
        ("IMG_20240131_235958.jpg", [2024, 1, 31, 23, 59, 58]),
        ("PXL_20240131_235958123.mp4", [2024, 1, 31, 23, 59, 58]),
        ("20240131235958.mov", [2024, 1, 31, 23, 59, 58]),
        ("2024-01-31 23.59.58.mov", [2024, 1, 31, 23, 59, 58]),
        ("Screen Shot 2024-01-31 at 23.59.58.png", [2024, 1, 31, 23, 59, 58]),
        ("Screenshot_2024-01-31-23-59-58.png", [2024, 1, 31, 23, 59, 58]),
        ("2024-01-31T23:59:58.jpg", [2024, 1, 31, 23, 59, 58]),
        ("IMG-20240131-WA0001.jpg", [2024, 1, 31, 12, 0, 0]),
        ("DSC00001 20240229.jpg", [2024, 2, 29, 12, 0, 0]),
        ("door 2024_01_31.mkv", [2024, 1, 31, 12, 0, 0]),
        // No time of a day follows.
        ("20240131_256161.jpg", [2024, 1, 31, 12, 0, 0]),
        ("12345678_20240131.jpg", [2024, 1, 31, 12, 0, 0]),
    ])
    func aDateIsFound(name: String, expected: [Int]) throws {
        let date = try #require(NameDate(inFileNamed: name)).time
        #expect(
            [date.year, date.month, date.day, date.hour, date.minute, date.second] == expected
        )
    }

    @Test(arguments: [
        "", "clip.mp4", "DSC01234.jpg", "20230229.jpg", "20241301.jpg", "20240132.jpg",
        "19691231.jpg", "21000101.jpg", "202401310.jpg", "2024-1-31.jpg", "2024x01x31.jpg",
        "2024 - 01 - 31.jpg", "\u{0662}\u{0660}\u{0662}\u{0664}0131.jpg",
    ])
    func noDateIsMadeUp(name: String) {
        #expect(NameDate(inFileNamed: name) == nil)
    }
}
