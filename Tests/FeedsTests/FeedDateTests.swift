import Testing

@testable import Feeds

@Suite struct FeedDateTests {
    /// 1 May 2024, 10:00 UTC.
    private static let morning: Int64 = 1_714_557_600_000_000
    private static let midnight = morning - 10 * 3_600_000_000

    @Test(
        arguments: [
            "Wed, 01 May 2024 10:00:00 GMT", "wed, 01 MAY 2024 10:00:00 gmt",
            "01 May 2024 10:00:00 GMT", "1 May 24 10:00 UT", "Wed, 1 May 2024 10:00",
            "Wed,01 May 2024 12:00:00 +0200", "Wed, 01 May 2024 12:00:00 +02:00",
            "Wed, 01 May 2024 06:00:00 EDT", "Wed, 01 May 2024 05:00:00 EST",
            "Wed, 01 May 2024 03:00:00 PDT (Pacific)", "Wed, 01 May 2024 12:00:00 CEST",
            "Wednesday, 1st May 2024 10:00:00 Z", "Wed May 1 10:00:00 2024",
            "Wed May 01 10:00:00 UTC 2024", "May 1, 2024 10:00 AM", "1 May 2024 10:00:00 a",
            "01-May-2024 10:00:00", "01-May-24 10:00", "Wed, 01 May 2024 10:00:00 0000",
            "Wed, 01 May 2024 12:00:00 GMT+2", "Wed, 01 May 2024 12:00:00 GMT+0200",
            "Tue, 01 May 2024 10:00:00 XYZ", "  Wed,\n 01 May 2024\t10:00:00 GMT ",
            "Wed, 01 May 2024 10:00:00Z",
        ]
    )
    func mailDatesAreReadWithTheirSins(text: String) {
        #expect(FeedDate.microseconds(text) == Self.morning)
    }

    @Test(
        arguments: [
            "2024-05-01T10:00:00Z", "2024-05-01t10:00:00z", "2024-05-01T12:00:00+02:00",
            "2024-05-01T12:00:00+0200", "2024-05-01T12:00+02", "2024-05-01 10:00:00",
            "2024-05-01 10:00:00 UTC", "2024-05-01 10:00:00 +0000", "2024-05-01T10:00",
            "20240501T100000Z", "2024-05-01T05:30:00-04:30", " 2024-05-01T10Z ",
            "2024/05/01 10:00", "2024-05-01T10:00:00.000Z",
        ]
    )
    func datesOfTheInternetAreRead(text: String) {
        #expect(FeedDate.microseconds(text) == Self.morning)
    }

    @Test(
        arguments: [
            ("2024-05-01", midnight), ("20240501", midnight), ("2024-05", midnight),
            ("1 May 2024", midnight), ("2024", 1_704_067_200_000_000),
            ("Tue, 30 Apr 2024 24:00:00 GMT", midnight),
            ("2024-05-01T10:00:00.25Z", morning + 250_000),
            ("2024-05-01T10:00:00,1234567Z", morning + 123_456),
            ("01 May 2024 10:00:00.5 GMT", morning + 500_000),
            ("2024-05-01T09:59:60Z", morning - 1_000_000),
            ("May 1 2024 10:00 PM", morning + 43_200_000_000),
            ("May 1 2024 12:00 AM", midnight),
            ("1 Jan 70 00:00 GMT", 0), ("31 Dec 1969 23:59:59 GMT", -1_000_000),
            ("29 Feb 2000 00:00 GMT", 951_782_400_000_000),
            ("1 Jan 50 00:00 GMT", -631_152_000_000_000),
            ("1 Jan 49 00:00 GMT", 2_493_072_000_000_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000_000),
            ("0001-01-01", -62_135_596_800_000_000),
        ] as [(String, Int64)]
    )
    func partsThatAreMissingHaveTheirValue(text: String, microseconds: Int64) {
        #expect(FeedDate.microseconds(text) == microseconds)
    }

    @Test(
        arguments: [
            "", " ", "yesterday", "2024-13-01", "2024-02-30", "29 Feb 1900 00:00", "0000-01-01",
            "32 May 2024", "1 May", "May 2024", "2024-05-01T25:00", "2024-05-01T10:60",
            "1 May 2024 10:00:99", "1 May 2024 10", "1 May 2024 1:2:3:4", "2024-05-01T10:00+99:00",
            "1 May 2024 10:00 +", "1 May 2024 10:00 +99999", "2024-05-01Tx", "2024-5-1x", "-1",
            "99999999999999999999 May 2024", "1 May 2024 99999999999999999999:00", "::", "1:", "-",
            String(repeating: "1", count: 101), "1 May 2024 May", "１ May 2024",
            "2024-05-01T10:00:00Zx",
        ]
    )
    func whatIsNoDateIsNone(text: String) {
        #expect(FeedDate.microseconds(text) == nil)
    }

    @Test(
        arguments: [
            ("95", 95), ("1:02:03", 3_723), ("62:03", 3_723), ("00:01:00.5", 60.5), (" 7 ", 7),
            ("0", nil), ("-1", nil), ("", nil), ("1:2:3:4", nil), ("1:", nil), ("PT1M", nil),
            ("1e3", nil), ("inf", nil), ("99999999999", nil), ("0x10", nil), (".5", nil),
            (nil, nil),
        ] as [(String?, Double?)]
    )
    func durationsAreSeconds(text: String?, seconds: Double?) {
        #expect(FeedNumber.seconds(text) == seconds)
    }
}
