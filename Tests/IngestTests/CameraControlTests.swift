import Testing

@testable import Capture

/// What a camera's controls are called, and what they accept.
@Suite struct CameraControlTests {
    private static func control(
        _ name: String,
        _ kind: CameraControl.Kind,
        _ range: ClosedRange<Int64> = 0...1,
        step: Int64 = 1
    ) -> CameraControl {
        var control = CameraControl(
            id: 1,
            name: name,
            label: name,
            kind: kind,
            minimum: range.lowerBound,
            maximum: range.upperBound,
            step: step,
            standard: range.lowerBound
        )
        if kind == .menu {
            control.choices = [.init(value: 0, label: "Off"), .init(value: 3, label: "50 Hz")]
        }
        return control
    }

    private static let controls = {
        var fixed = control("fixed", .integer)
        fixed.isReadOnly = true
        return [
            control("gain", .integer, -10...20, step: 5),
            control("wide", .integer, Int64.min...Int64.max),
            control("mirror", .boolean), control("mode", .menu, 0...3),
            control("bits", .bitmask, 0...0x8000_0002), control("reset", .button), fixed,
        ]
    }()

    @Test(
        arguments: [
            ("Brightness", "brightness"), ("White Balance, Automatic", "white_balance_automatic"),
            ("Focus (absolute)", "focus_absolute"), ("  64 Bits", "64_bits"), ("…", ""),
        ]
    )
    func namesAreSingleWords(label: String, word: String) {
        #expect(CameraControl.word(for: label) == word)
    }

    /// What a driver states of a menu, and the entries that are asked for.
    @Test(
        arguments: [
            (0, 3, 0...3), (1, 1, 1...1), (-5, 2, 0...2), (.min, .max, 0...255),
            (10, 9_999, 10...265), (0xFFFF_FFF0, .max, 0xFFFF_FFF0...0xFFFF_FFFF),
            (0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF...0xFFFF_FFFF),
            (3, 2, nil), (-2, -1, nil), (.max, .max, nil), (1 << 32, .max, nil), (.max, .min, nil),
        ] as [(Int64, Int64, ClosedRange<UInt32>?)]
    )
    func menusOfAnyLengthAreAskedForInPart(
        minimum: Int64,
        maximum: Int64,
        indices: ClosedRange<UInt32>?
    ) {
        #expect(CameraDevice.menuIndices(minimum, maximum) == indices)
    }

    @Test func equalNamesGetNumbers() {
        let named = ["gain", "gain", "mode", "gain"].map { Self.control($0, .integer) }
        #expect(
            CameraControl.withUniqueNames(named).map(\.name)
                == ["gain", "gain_2", "mode", "gain_3"]
        )
    }

    @Test(
        arguments: [
            ("gain", .integer(-10), -10), ("gain", .integer(20), 20), ("gain", .integer(15), 15),
            ("wide", .integer(.max), .max), ("wide", .integer(.min), .min),
            ("mirror", .boolean(true), 1), ("mirror", .integer(0), 0),
            ("mode", .integer(3), 3), ("mode", .text("50 Hz"), 3), ("mode", .text("OFF"), 0),
            ("bits", .integer(0x8000_0000), 0x8000_0000), ("reset", .boolean(true), 1),
        ] as [(String, CameraControlValue, Int64)]
    )
    func valuesInsideTheRangeAreAccepted(
        name: String,
        value: CameraControlValue,
        number: Int64
    ) throws {
        let settings = try CameraControl.settings([name: value], among: Self.controls)
        #expect(settings.map(\.value) == [number])
    }

    @Test(
        arguments: [
            ("gain", .integer(21), "-10 to 20 in steps of 5"), ("gain", .integer(1), "steps of 5"),
            ("gain", .boolean(true), "a whole number"), ("gain", .text("5"), "'5'"),
            ("mirror", .integer(2), "`true` or `false`"), ("mode", .integer(1), "3 ('50 Hz')"),
            ("mode", .text("60 Hz"), "0 ('Off')"), ("bits", .integer(1), "2147483650"),
            ("bits", .integer(-1), "bits"), ("reset", .boolean(false), "`true`"),
            ("fixed", .integer(0), "only be read"), ("gian", .integer(0), "`gain`, `wide`"),
        ] as [(String, CameraControlValue, String)]
    )
    func otherValuesAreRefusedWithWhatIsAccepted(
        name: String,
        value: CameraControlValue,
        words: String
    ) {
        let error = #expect(throws: CameraControlRefusal.self) {
            try CameraControl.settings([name: value], among: Self.controls)
        }
        #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }

    @Test func modesAreSetBeforeTheValuesTheyRule() throws {
        let settings = try CameraControl.settings(
            ["gain": .integer(5), "mirror": .boolean(false), "mode": .integer(0)],
            among: Self.controls
        )
        #expect(settings.map(\.control.name) == ["mirror", "mode", "gain"])
    }
}
