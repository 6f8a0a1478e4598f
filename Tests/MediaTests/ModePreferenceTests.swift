import Media
import Testing

@Suite struct ModePreferenceTests {
    @Test(
        arguments: [
            ("preferred", .preferred),
            ("highest", .highest),
            ("1920x1080", .exact(PixelSize(width: 1920, height: 1080), nil)),
            ("1280x720@50", .exact(PixelSize(width: 1280, height: 720), Hertz(numerator: 50))),
            (
                "640x480@59.94",
                .exact(
                    PixelSize(width: 640, height: 480),
                    Hertz(numerator: 60_000, denominator: 1001)
                )
            ),
            ("", nil), ("best", nil), ("1920", nil), ("1920x", nil), ("x1080", nil),
            ("1920x1080@", nil), ("1920x1080@0", nil), ("1920x1080@60@60", nil),
            ("8x8", nil), ("16385x100", nil), ("-1920x1080", nil), ("1920x1080x24", nil),
        ] as [(String, ModePreference?)]
    )
    func isReadFromText(text: String, expected: ModePreference?) {
        #expect(ModePreference(text) == expected)
    }

    @Test(arguments: ["preferred", "highest", "800x600", "800x600@75", "800x600@60000/1001"])
    func isWrittenAsItIsRead(text: String) {
        #expect(ModePreference(text)?.description == text)
    }
}

@Suite struct HertzTextTests {
    @Test(
        arguments: [
            ("30", 30, 1), ("12.5", 12_500, 1000), ("30000/1001", 30_000, 1001),
            ("29.97", 30_000, 1001), ("59.94", 60_000, 1001), ("23.976", 24_000, 1001),
        ] as [(String, Int32, Int32)]
    )
    func ratesAreReadExactly(text: String, numerator: Int32, denominator: Int32) {
        #expect(Hertz(text: text) == Hertz(numerator: numerator, denominator: denominator))
    }

    @Test(arguments: ["", "0", "-25", "fast", "25/0", "1/2/3", "1001", "0.0001", "nan", "1e9"])
    func otherTextIsNoRate(text: String) {
        #expect(Hertz(text: text) == nil)
    }
}
