import Media
import Testing

@Suite struct PixelRectTests {
    private let rect = PixelRect(x: 10, y: 20, width: 30, height: 40)

    @Test func edgesAndSizeFollowFromTheOrigin() {
        #expect(rect.maxX == 40)
        #expect(rect.maxY == 60)
        #expect(rect.size == PixelSize(width: 30, height: 40))
        #expect(PixelRect(rect.size).x == 0)
    }

    @Test(
        arguments: [
            (
                PixelRect(x: 0, y: 0, width: 20, height: 30),
                PixelRect(x: 10, y: 20, width: 10, height: 10)
            ),
            (
                PixelRect(x: 15, y: 25, width: 1, height: 1),
                PixelRect(x: 15, y: 25, width: 1, height: 1)
            ),
            (PixelRect(x: 40, y: 20, width: 9, height: 9), .zero),  // they only touch
            (PixelRect(x: -9, y: -9, width: 5, height: 5), .zero),
            (PixelRect(x: 12, y: 22, width: 0, height: 5), .zero),
        ]
    )
    func theIntersectionIsTheCommonPart(other: PixelRect, common: PixelRect) {
        #expect(rect.intersection(other) == common)
        #expect(other.intersection(rect) == common)
    }

    @Test func insetsShrinkAndGrow() {
        #expect(rect.insetBy(5) == PixelRect(x: 15, y: 25, width: 20, height: 30))
        #expect(rect.insetBy(5).insetBy(-5) == rect)
        #expect(rect.insetBy(15).isEmpty)
    }

    @Test func emptinessIsNoPixelsAtAll() {
        #expect(PixelSize(width: 0, height: 5).isEmpty)
        #expect(PixelSize(width: 5, height: -1).isEmpty)
        #expect(!PixelSize(width: 1, height: 1).isEmpty)
        #expect(PixelSize(width: 1920, height: 1080).description == "1920x1080")
    }
}

@Suite struct SampleAspectRatioTests {
    @Test(
        arguments: [(0, 1), (1, 0), (-1, 1), (1, -1), (65, 1), (1, 65), (0, 0)]
            as [(Int32, Int32)]
    )
    func implausibleShapesAreSquare(numerator: Int32, denominator: Int32) {
        let ratio = SampleAspectRatio(numerator: numerator, denominator: denominator)
        #expect(ratio == .square)
    }

    @Test func plausibleShapesAreKept() {
        #expect(SampleAspectRatio(numerator: 16, denominator: 11).value == 16.0 / 11)
        #expect(SampleAspectRatio(numerator: 64, denominator: 1).value == 64)
    }
}

@Suite struct RotationTests {
    @Test(
        arguments: [
            (0, .none), (44, .none), (46, .clockwise90), (90, .clockwise90), (180, .halfTurn),
            (270, .clockwise270), (-90, .clockwise270), (-180, .halfTurn), (360, .none),
            (450, .clockwise90), (-350, .none), (1e18, .none), (.nan, .none), (.infinity, .none),
        ] as [(Double, Rotation)]
    )
    func theNearestQuarterTurnIsTaken(degrees: Double, rotation: Rotation) {
        #expect(Rotation(nearestToDegrees: degrees) == rotation)
    }

    @Test func quarterTurnsExchangeTheAxes() {
        let exchanging = Rotation.allCases.filter(\.exchangesAxes)
        #expect(exchanging == [.clockwise90, .clockwise270])
    }
}

@Suite struct FormatDescriptionTests {
    private func format(_ rotation: Rotation, shape: (Int32, Int32) = (1, 1)) -> FormatDescription {
        FormatDescription(
            pixelFormat: .nv12,
            size: PixelSize(width: 720, height: 576),
            sampleAspectRatio: SampleAspectRatio(numerator: shape.0, denominator: shape.1),
            rotation: rotation
        )
    }

    @Test func theShownShapeCountsPixelShapeAndRotation() {
        #expect(format(.none).displayAspectRatio == 1.25)
        #expect(format(.clockwise90).displayAspectRatio == 0.8)
        let wide = format(.halfTurn, shape: (64, 45)).displayAspectRatio
        #expect(abs(wide - 16.0 / 9) < 1e-12)
    }

    @Test func aPictureWithoutPixelsHasAShapeAllTheSame() {
        var empty = format(.none)
        empty.size = PixelSize(width: 0, height: 0)
        #expect(empty.displayAspectRatio == 1)
    }

    @Test(
        arguments: [
            (720, 576, .bt601), (1024, 576, .bt601), (1025, 576, .bt709), (720, 577, .bt709),
            (1920, 1080, .bt709), (3840, 2160, .bt709),
        ] as [(Int32, Int32, Colorimetry.Matrix)]
    )
    func untaggedColourFollowsTheSize(width: Int32, height: Int32, matrix: Colorimetry.Matrix) {
        let assumed = Colorimetry.assumed(for: PixelSize(width: width, height: height))
        #expect(assumed.matrix == matrix)
        #expect(assumed.range == .limited)
    }

    @Test func aDigestPrintsAllItsDigits() {
        let digest = PictureDigest(high: 0x00FF, low: 0xABCD_EF01_2345_6789)
        #expect(digest.description == "00000000000000ffabcdef0123456789")
    }
}
