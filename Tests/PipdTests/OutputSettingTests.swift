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

    private static func headless(_ width: Int32, _ height: Int32, _ rate: Int32) -> HeadlessMode {
        let size = PixelSize(width: width, height: height)
        return Hertz(numerator: rate).flatMap { HeadlessMode(size: size, refreshRate: $0) }
            ?? .standard
    }

    private static func parse(
        _ kind: String,
        mode: String? = nil,
        rotation: Rotation? = nil
    ) throws -> Kind {
        try OutputSetting.parse(
            PlacedText(text: kind, location: "--output"),
            mode: mode.map { PlacedText(text: $0, location: "pipd.yml:1") },
            rotation: rotation.map { .init(value: $0, location: "pipd.yml:2") }
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

    @Test func aModeByItsNumbersIsForDisplayAndStandIn() throws {
        let size = PixelSize(width: 1920, height: 1080)
        let expected = Kind.automatic(
            Self.display(mode: .exact(size, Hertz(numerator: 50)), rotation: .clockwise90),
            otherwise: Self.headless(1920, 1080, 50)
        )
        let output = try Self.parse("auto", mode: "1920x1080@50", rotation: .clockwise90)
        #expect(output == expected)
    }

    @Test(
        arguments: [
            ("", nil, nil, "accepted: auto"), ("hdmi", nil, nil, "kms:CONNECTOR"),
            ("kms:", nil, nil, "kms:CONNECTOR"), ("auto:", nil, nil, "accepted: auto"),
            ("headless:", nil, nil, "16x16"), ("headless:highest", nil, nil, "16x16"),
            ("headless:9000x9000", nil, nil, "8192x8192"), ("kms", "sharp", nil, "preferred"),
            ("headless", nil, .clockwise90, "accepts 0"),
        ] as [(kind: String, mode: String?, rotation: Rotation?, says: String)]
    )
    func anythingElseIsExplained(kind: String, mode: String?, rotation: Rotation?, says: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try Self.parse(kind, mode: mode, rotation: rotation)
        }
        #expect(error?.description.contains(says) == true, "\(String(describing: error))")
    }
}
