import MediaFiles
import Testing

@Suite struct MediaDateTests {
    @Test(
        arguments: [
            ("2024:01:31 23:59:58+00:00", 1_706_745_598_000_000),
            ("2024:01:31 23:59:58.5+01:00", 1_706_741_998_500_000),
            ("2024-01-31T23:59:58-0530", 1_706_765_398_000_000),
            ("2024-01-31T23:59:58.000001Z", 1_706_745_598_000_001),
            ("2024-01-31T23:59:58.1234567Z", 1_706_745_598_123_456),
            ("1969-12-31T23:59:58Z", -2_000_000),
            ("1904-01-01T00:00:00.000000Z", -2_082_844_800_000_000),
            ("2000-02-29 00:00:00Z  \0", 951_782_400_000_000),
        ] as [(String, Int64)]
    )
    func aDateWithAnOffsetIsAMoment(text: String, expected: Int64) {
        #expect(MediaDate(text)?.microseconds == expected)
    }

    @Test func aDateWithoutOneIsLocalTime() throws {
        let date = try #require(MediaDate("2024:01:31 23:59:58"))
        #expect(date.offset == nil)
        #expect(date.microseconds == NameDate(inFileNamed: "20240131_235958.jpg")?.microseconds)
    }

    @Test(arguments: [
        "", "2024", "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:02:30 00:00:00",
        "2024:01:31 24:00:00", "2024:01:31 23:59:5x", "2024:01:31 23:59:58+1",
        "2024:01:31 23:59:58+15:00", "2024:01:31 23:59:58 PM", "1899:01:01 00:00:00",
        "2024.01.31 23:59:58", "20240131T235958Z",
    ])
    func noDateIsMadeUp(text: String) {
        #expect(MediaDate(text) == nil)
    }
}
