import Compositing
import Media
import Presentation
import Testing

/// Both compositors draw the same picture.
@Suite struct AgreementTests {
    /// Sums of waves: smooth, different in each channel and at each place.
    private static func waves(_ format: FormatDescription) -> TestPicture {
        TestPicture.make(format) { x, y in
            func wave(_ scale: Double, _ shift: Double) -> Double {
                128 + 100 * sin(Double(x) / scale + Double(y) / (scale * 1.7) + shift)
            }
            return .rgb(wave(9, 0), wave(11, 2), wave(14, 4))
        }
    }

    private static func sin(_ value: Double) -> Double {
        // A parabola for each half turn: as smooth as this test wants.
        let turn = (value / (2 * .pi)) - (value / (2 * .pi)).rounded(.down)
        let half = turn < 0.5 ? turn : turn - 0.5
        let arc = 16 * half * (0.5 - half)
        return turn < 0.5 ? arc : -arc
    }

    struct Case: CustomTestStringConvertible {
        let format: PixelFormat
        let size: PixelSize
        let rotation: Rotation
        let gravity: VideoGravity

        var testDescription: String {
            "\(format.name) \(size) \(rotation.rawValue)° \(gravity.rawValue)"
        }

        /// Every format with sizes that shrink, grow, stay, are odd, narrow or flat.
        static let all: [Self] = PixelFormat.allCases.flatMap { format in
            [
                (300, 200, Rotation.none, VideoGravity.resizeAspect),
                (97, 71, .clockwise90, .resizeAspectFill),
                (40, 30, .none, .resize),
                (61, 43, .clockwise270, .resizeAspect),
                (128, 96, .none, .resize),
                (33, 129, .halfTurn, .resizeAspectFill),
            ].map { width, height, rotation, gravity in
                Self(
                    format: format,
                    size: PixelSize(width: width, height: height),
                    rotation: rotation,
                    gravity: gravity
                )
            }
        }
    }

    /// Rounding, and 10 bits cut to 8 make up to 4 of 255; more only where the
    /// CPU averages a power of two and the shader does not.
    @Test(arguments: Case.all)
    func compositorsAgree(test: Case) throws {
        let format = FormatDescription(
            pixelFormat: test.format,
            size: test.size,
            rotation: test.rotation
        )
        let picture = Self.waves(format)
        let images = try Backend.allCases.map { backend in
            let compositor = try backend.open(128, 96)
            let list = Scene(
                main: DrawLayer(picture, in: PixelRect(compositor.size), gravity: test.gravity),
                pip: DrawLayer(
                    picture,
                    .pip,
                    in: PixelRect(x: 70, y: 50, width: 50, height: 40),
                    gravity: test.gravity,
                    style: WindowStyle(opacity: 0.9, cornerRadius: 8, borderWidth: 2)
                )
            )
            try withExtendedLifetime(picture) { try compositor.draw(list) }
            return try Image(compositor)
        }
        for image in images {
            let difference = images[0].difference(to: image)
            #expect(difference.psnr > 44)
            #expect(difference.largest <= 8)
        }
    }
}
