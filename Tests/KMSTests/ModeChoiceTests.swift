import Media
import Testing

@testable import KMS

@Suite struct ModeChoiceTests {
    /// What a television offers, in the kernel's order; the preferred one is not the first.
    static let television = [
        mode(1280, 720, 50),
        mode(1920, 1080, 60, preferred: true),
        mode(1920, 1080, 59.94),
        mode(1920, 1080, 50),
        mode(1920, 1080, 50, interlaced: true),
        mode(1920, 1080, 24),
        mode(3840, 2160, 30),
        mode(3840, 2160, 25),
        mode(720, 576, 50, interlaced: true),
        mode(640, 480, 75),
        mode(640, 480, 60),
    ]

    @Test(
        arguments: [
            ("preferred", "1920x1080@60"),
            ("highest", "3840x2160@30"),
            ("640x480", "640x480@75"),  // no rate: the highest
            ("1920x1080@60", "1920x1080@60"),
            ("1920x1080@59.94", "1920x1080@59.94"),
            ("1920x1080@23", "1920x1080@24"),  // the nearest
            ("1920x1080@50", "1920x1080@50"),  // progressive before interlaced
            ("1920x1080@1000", "1920x1080@60"),
            ("720x576@50", "720x576@50i"),  // there is nothing else of that size
            ("800x600@60", "1920x1080@60"),  // not there: the preferred one
        ]
    )
    func theFirstCandidateIsWhatWasAskedFor(preference: String, expected: String) throws {
        let preference = try #require(ModePreference(preference))
        let choice = ModeChoice(of: Self.television, preference: preference)
        #expect(choice.candidates.first?.description == expected)
    }

    @Test(
        arguments: [
            ("preferred", nil),
            ("highest", nil),
            ("1920x1080@60", nil),
            ("1920x1080@59.94", nil),
            ("1920x1080@24.3", nil),  // near enough
            ("800x600", "the display has no mode 800x600, so 1920x1080@60 is used"),
            ("800x600@60", "the display has no mode 800x600, so 1920x1080@60 is used"),
            ("640x480@50", "the display has no mode 640x480@50, so 640x480@60 is used"),
        ] as [(String, String?)]
    )
    func whatTheDisplayLacksIsSaid(preference: String, expected: String?) throws {
        let preference = try #require(ModePreference(preference))
        let choice = ModeChoice(of: Self.television, preference: preference)
        #expect(choice.shortfall == expected)
    }

    @Test func aDisplayWithoutAPreferenceIsTakenAtItsFirstMode() {
        let modes = [mode(1024, 768), mode(1920, 1080)]
        let choice = ModeChoice(of: modes, preference: .preferred)
        #expect(choice.candidates.first?.size == PixelSize(width: 1024, height: 768))
    }

    @Test func aDriverThatRefusesIsOfferedThePreferredModeAndThenTheLargest() {
        let wanted = ModeChoice(of: Self.television, preference: .highest).candidates
        #expect(
            wanted.prefix(3).map(\.description) == [
                "3840x2160@30", "1920x1080@60", "3840x2160@25",
            ]
        )
        #expect(wanted.count == ModeChoice.limit)
        #expect(Set(wanted).count == wanted.count)
    }

    @Test func aRefusedModeIsSaid() throws {
        let choice = ModeChoice(of: Self.television, preference: .highest)
        let first = try #require(choice.candidates.first)
        #expect(choice.shortfall(using: first) == nil)
        #expect(
            choice.shortfall(using: choice.candidates[1])
                == "the driver refuses 3840x2160@30, so 1920x1080@60 is used"
        )
    }

    @Test func modesOfImplausibleRatesAreLeftOut() {
        let modes = [mode(3840, 2160, 0.2, preferred: true), mode(640, 480, 1200), mode(800, 600)]
        for preference in [ModePreference.preferred, .highest] {
            let choice = ModeChoice(of: modes, preference: preference)
            #expect(choice.candidates == [modes[2]])
        }
    }

    @Test func aDisplayWithoutModesHasNoCandidates() {
        for preference in [ModePreference.preferred, .highest] {
            let choice = ModeChoice(of: [], preference: preference)
            #expect(choice.candidates.isEmpty)
            #expect(choice.shortfall == nil)
        }
    }
}

@Suite struct DisplayModeTests {
    /// Clock in kHz and totals of real modes (CEA-861 and VESA DMT).
    @Test(
        arguments: [
            (148_500, 2200, 1125, false, "60"),
            (148_352, 2200, 1125, false, "148352/2475"),  // 59.94
            (74_250, 2200, 1125, true, "60"),  // 1080i: fields
            (25_175, 800, 525, false, "25175/420"),
            (594_000, 4400, 2250, false, "60"),
        ] as [(UInt32, UInt16, UInt16, Bool, String)]
    )
    func theRateIsExact(
        clock: UInt32,
        htotal: UInt16,
        vtotal: UInt16,
        isInterlaced: Bool,
        expected: String
    ) {
        var mode = mode(1920, 1080, interlaced: isInterlaced)
        mode.timings.clockKilohertz = clock
        mode.timings.htotal = htotal
        mode.timings.vtotal = vtotal
        let parts = expected.split(separator: "/").compactMap { Double($0) }
        let value = parts[0] / (parts.count > 1 ? parts[1] : 1)
        #expect((mode.refreshRate.value - value).magnitude < 1e-9)
    }

    @Test func timingsThatSayNothingHaveTheRoundedRate() {
        var mode = mode(1920, 1080, 75)
        mode.timings.clockKilohertz = 0
        #expect(mode.refreshRate == Hertz(numerator: 75))
        mode.timings.htotal = 0
        #expect(mode.refreshRate == Hertz(numerator: 75))
        mode.roundedRate = 0
        #expect(mode.refreshRate == Hertz(numerator: 60))
    }

    /// Clock in kHz of 1000 by 1000 pixels, so the rate is a thousandth of it.
    @Test(
        arguments: [
            (1, false), (999, false), (1000, true), (60_000, true), (1_000_000, true),
            (1_000_001, false), (.max, false),
            (0, true),  // says nothing; the rounded rate is 60
        ] as [(UInt32, Bool)]
    )
    func ratesOutsideOfOneToAThousandAreImplausible(clock: UInt32, expected: Bool) {
        var mode = mode(1000, 1000)
        mode.timings.clockKilohertz = clock
        if clock == .max { mode.roundedRate = clock }
        #expect(mode.isPlausible == expected)
        #expect(connector(1, modes: [mode]).canShow == expected)
    }

    @Test(
        arguments: [
            (59.94, false, "1920x1080@59.94"),
            (60.0, false, "1920x1080@60"),
            (50.05, false, "1920x1080@50.05"),
            (50.0, true, "1920x1080@50i"),
        ]
    )
    func namesHaveTwoDecimals(rate: Double, isInterlaced: Bool, expected: String) {
        #expect(mode(1920, 1080, rate, interlaced: isInterlaced).description == expected)
    }
}
