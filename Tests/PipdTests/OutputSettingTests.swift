import Media
import Pipeline
import Testing

@testable import pipd

@Suite struct OutputSettingTests {
    private typealias Kind = PipelineConfiguration.OutputKind

    private static func display(
        _ connector: String? = nil,
        mode: ModePreference = .preferred,
        rotation: Rotation = .none
    ) -> DisplayConfiguration {
        var display = DisplayConfiguration()
        display.connector = connector
        display.mode = mode
        display.rotation = rotation
        return display
    }

    private static func headless(
        _ width: Int32,
        _ height: Int32,
        _ rate: Int32,
        rotation: Rotation = .none
    ) -> HeadlessMode {
        let size = PixelSize(width: width, height: height)
        let mode = Hertz(numerator: rate).flatMap { HeadlessMode(size: size, refreshRate: $0) }
        var turned = mode ?? .standard
        turned.rotation = rotation
        return turned
    }

    private static func parse(
        _ kind: String,
        mode: String? = nil,
        rotation: Rotation = .none
    ) throws -> Kind {
        try OutputSetting.parse(
            PlacedText(text: kind, location: "--output"),
            mode: mode.map { PlacedText(text: $0, location: "pipd.yml:1") },
            rotation: rotation
        )
    }

    @Test(
        arguments: [
            ("auto", nil, .automatic(display(), otherwise: .standard)),
            ("auto", "highest", .automatic(display(mode: .highest), otherwise: .standard)),
            ("headless", nil, .headless(.standard)),
            ("headless", "preferred", .headless(.standard)),
            ("headless", "640x360@25", .headless(headless(640, 360, 25))),
            ("headless:800x600", "640x360@25", .headless(headless(800, 600, 30))),
            ("kms", nil, .kms(display())),
            ("kms:HDMI-A-1", nil, .kms(display("HDMI-A-1"))),
            ("kms:HDMI-A-1", "highest", .kms(display("HDMI-A-1", mode: .highest))),
        ] as [(kind: String, mode: String?, expected: PipelineConfiguration.OutputKind)]
    )
    func kindAndModeMakeAnOutput(
        kind: String,
        mode: String?,
        expected: PipelineConfiguration.OutputKind
    ) throws {
        #expect(try Self.parse(kind, mode: mode) == expected)
    }

    @Test func aHeadlessOutputIsTurnedAsADisplayIs() throws {
        let output = try Self.parse("headless:1920x1080@50", rotation: .clockwise270)
        #expect(output == .headless(Self.headless(1920, 1080, 50, rotation: .clockwise270)))
        let picture = Self.headless(1920, 1080, 50, rotation: .clockwise270).pictureSize
        #expect(picture == PixelSize(width: 1080, height: 1920))
    }

    @Test func aModeByItsNumbersIsForDisplayAndStandIn() throws {
        let size = PixelSize(width: 1920, height: 1080)
        let expected = Kind.automatic(
            Self.display(mode: .exact(size, Hertz(numerator: 50)), rotation: .clockwise90),
            otherwise: Self.headless(1920, 1080, 50, rotation: .clockwise90)
        )
        let output = try Self.parse("auto", mode: "1920x1080@50", rotation: .clockwise90)
        #expect(output == expected)
    }

    @Test(
        arguments: [
            ("", nil, "accepted: auto"), ("hdmi", nil, "kms:CONNECTOR"),
            ("kms:", nil, "kms:CONNECTOR"), ("auto:", nil, "accepted: auto"),
            ("headless:", nil, "16x16"), ("headless:highest", nil, "16x16"),
            ("headless:9000x9000", nil, "8192x8192"), ("kms", "sharp", "preferred"),
        ] as [(kind: String, mode: String?, says: String)]
    )
    func anythingElseIsExplained(kind: String, mode: String?, says: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try Self.parse(kind, mode: mode)
        }
        #expect(error?.description.contains(says) == true, "\(String(describing: error))")
    }
}
