internal import ControlAPI
internal import Testing

@Suite struct UTCTextTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-01-01T00:00:00Z", 1_767_225_600),
            ("2024-02-29T23:59:59Z", 1_709_251_199), ("2100-03-01T00:00:00Z", 4_107_542_400),
            ("2199-12-31T23:59:59Z", 7_258_118_399),
        ] as [(String, Int)]
    )
    func momentsAreReadAndWritten(text: String, seconds: Int) {
        #expect(UTCText.seconds(text) == seconds)
        #expect(UTCText.text(seconds) == text)
    }

    @Test(
        arguments: [
            "", "Z", "2026-01-01", "2026-01-01T00:00:00", "2026-1-1T0:0:0Z", "2026-13-01T00:00:00Z",
            "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "1969-12-31T23:59:59Z",
            "2200-01-01T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:00ZZ", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00+00:00",
            "+026-01-01T00:00:00Z", "99999999999999999999-01-01T00:00:00Z", "2026-01-00T00:00:00Z",
        ])
    func everythingElseIsNone(text: String) {
        #expect(UTCText.seconds(text) == nil)
    }

    @Test func everyDayIsItself() {
        for day in stride(from: 0, to: 84_000, by: 13) {
            #expect(UTCText.seconds(UTCText.text(day * 86_400 + 5)) == day * 86_400 + 5)
        }
    }

    @Test func whatLiesBeyondIsTheNearest() {
        #expect(UTCText.text(.min) == "1970-01-01T00:00:00Z")
        #expect(UTCText.text(.max) == "2199-12-31T23:59:59Z")
    }
}
