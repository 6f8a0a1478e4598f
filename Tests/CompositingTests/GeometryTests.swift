import Compositing
import FrameTransport
import Media
import Presentation
import Testing

/// Where pictures land: found by the colours of their four quadrants.
@Suite struct GeometryTests {
    /// Red, green / blue, yellow, as stored.
    static func quadrants(_ format: FormatDescription) -> TestPicture {
        let (width, height) = (Int(format.size.width), Int(format.size.height))
        return TestPicture.make(format) { x, y in
            switch (x < width / 2, y < height / 2) {
            case (true, true): .red
            case (false, true): .green
            case (true, false): .blue
            case (false, false): .yellow
            }
        }
    }

    /// A backend, a format and a rotation.
    struct Case: CustomTestStringConvertible {
        let backend: Backend
        let format: PixelFormat
        let rotation: Rotation

        var testDescription: String { "\(backend) \(format.name) \(rotation.rawValue)°" }

        static let all: [Self] = Backend.allCases.flatMap { backend in
            PixelFormat.allCases.filter { $0 != .gray8 }.flatMap { format in
                Rotation.allCases.map { Self(backend: backend, format: format, rotation: $0) }
            }
        }

        /// Top left, top right, bottom left, bottom right as shown.
        var expected: [Color] {
            switch rotation {
            case .none: [.red, .green, .blue, .yellow]
            case .clockwise90: [.blue, .red, .yellow, .green]
            case .halfTurn: [.yellow, .blue, .green, .red]
            case .clockwise270: [.green, .yellow, .red, .blue]
            }
        }
    }

    /// Looks at the middle of each quadrant of `area`.
    static func expectQuadrants(_ colors: [Color], in area: PixelRect, of image: Image) {
        for (index, color) in colors.enumerated() {
            let x = Int(area.x) + Int(area.width) * (index % 2 == 0 ? 1 : 3) / 4
            let y = Int(area.y) + Int(area.height) * (index < 2 ? 1 : 3) / 4
            #expect(isClose(image[x, y], color), "\(color) at \(x), \(y) is \(image[x, y])")
        }
    }

    @Test(arguments: Case.all)
    func picturesAreTurnedClockwise(test: Case) throws {
        let compositor = try test.backend.open(64, 64)
        let format = FormatDescription(
            pixelFormat: test.format,
            size: PixelSize(width: 48, height: 32),
            rotation: test.rotation
        )
        let image = try compositor.show(Self.quadrants(format), gravity: .resizeAspect)
        let picture =
            test.rotation.exchangesAxes
            ? PixelRect(x: 10, y: 0, width: 43, height: 64)
            : PixelRect(x: 0, y: 10, width: 64, height: 43)
        Self.expectQuadrants(test.expected, in: picture, of: image)
        #expect(isClose(image[2, 2], .black))
        #expect(isClose(image[61, 61], .black))
    }

    /// Unscaled pictures take other steps: turned alone, or only converted.
    @Test(arguments: Case.all)
    func unscaledPicturesAreTurnedToo(test: Case) throws {
        let size = PixelSize(width: 48, height: 32)
        let shown = test.rotation.exchangesAxes ? size.transposed : size
        let compositor = try test.backend.open(shown.width, shown.height)
        let format = FormatDescription(
            pixelFormat: test.format,
            size: size,
            rotation: test.rotation
        )
        let image = try compositor.show(Self.quadrants(format))
        Self.expectQuadrants(test.expected, in: PixelRect(shown), of: image)
        // Edges are sharp: each quadrant reaches to a sample of colour from the middle.
        let middle = (x: Int(shown.width) / 2, y: Int(shown.height) / 2)
        #expect(isClose(image[middle.x - 4, middle.y - 4], test.expected[0]))
        #expect(isClose(image[middle.x + 3, middle.y + 3], test.expected[3]))
    }

    @Test(arguments: Backend.allCases)
    func barsAreBlackAndPicturesKeepTheirShape(backend: Backend) throws {
        let compositor = try backend.open(160, 90)
        // 4:3 by its pixels' shape, 16:11 as on PAL: 59 x 44 shows as 4:3.
        let format = FormatDescription(
            pixelFormat: .i420,
            size: PixelSize(width: 88, height: 72),
            sampleAspectRatio: SampleAspectRatio(numerator: 12, denominator: 11)
        )
        let picture = TestPicture.make(format) { _, _ in .white }
        let image = try compositor.show(picture, gravity: .resizeAspect)
        // 90 * 4/3 = 120 columns in the middle.
        for y in [0, 45, 89] {
            #expect(isClose(image[19, y], .black))
            #expect(isClose(image[20, y], .white))
            #expect(isClose(image[139, y], .white))
            #expect(isClose(image[140, y], .black))
        }
    }

    @Test(arguments: Backend.allCases)
    func fillingCutsBothSidesAlike(backend: Backend) throws {
        let compositor = try backend.open(64, 64)
        let format = FormatDescription(
            pixelFormat: .nv12,
            size: PixelSize(width: 128, height: 64)
        )
        // Red at both ends is cut away; what is left is half green, half blue.
        let picture = TestPicture.make(format) { x, _ in
            x < 30 || x >= 98 ? .red : x < 64 ? .green : .blue
        }
        let image = try compositor.show(picture, gravity: .resizeAspectFill)
        #expect(isClose(image[0, 32], .green))
        #expect(isClose(image[28, 32], .green))
        #expect(isClose(image[35, 32], .blue))
        #expect(isClose(image[63, 32], .blue))
    }

    /// A crop at any place, even between pixels, shows what lies there.
    @Test(arguments: Backend.allCases, [0.0, 3, 7.5, 21.25])
    func cropsShowTheirPartOfThePicture(backend: Backend, offset: Double) throws {
        let compositor = try backend.open(120, 80)
        let format = FormatDescription(
            pixelFormat: .i444,
            size: PixelSize(width: 60, height: 40),
            colorimetry: Colorimetry(matrix: .bt709, range: .full)
        )
        let ramp = TestPicture.make(format) { x, _ in .rgb(Double(x) * 4, 100, 50) }
        var layer = DrawLayer(ramp, in: PixelRect(compositor.size))
        layer.placement.source = SourceRect(x: offset, y: 5, width: 30, height: 20)
        try withExtendedLifetime(ramp) {
            try compositor.draw(Scene(main: layer, pip: nil))
        }
        let image = try Image(compositor)
        // Column x shows the place `offset + (x + 0.5) / 4`, in pixels counted
        // by their middles; both interpolate in steps of 1/256 of a pixel.
        for x in [20, 60, 100] {
            let place = offset + (Double(x) + 0.5) / 4 - 0.5
            #expect(
                abs(Double(image[x, 40].x) - 4 * place) <= 2,
                "column \(x) is \(image[x, 40])"
            )
        }
    }

    /// Destinations that reach beyond the clip or the output are cut there.
    @Test(arguments: Backend.allCases)
    func whatLiesOutsideIsCutOff(backend: Backend) throws {
        let compositor = try backend.open(64, 64)
        let format = FormatDescription(
            pixelFormat: .i420,
            size: PixelSize(width: 64, height: 64)
        )
        let picture = Self.quadrants(format)
        var layer = DrawLayer(picture, in: PixelRect(compositor.size))
        layer.placement.destination = PixelRect(x: -64, y: -64, width: 128, height: 128)
        layer.placement.clip = PixelRect(x: -10, y: 0, width: 42, height: 100)
        try withExtendedLifetime(picture) {
            try compositor.draw(Scene(main: layer, pip: nil))
        }
        let image = try Image(compositor)
        #expect(isClose(image[2, 2], .yellow))
        #expect(isClose(image[31, 63], .yellow))
        #expect(isClose(image[33, 2], .black))
        #expect(isClose(image[63, 63], .black))

        layer.placement.destination = PixelRect(x: 200, y: 0, width: 10, height: 10)
        try withExtendedLifetime(picture) {
            try compositor.draw(Scene(main: layer, pip: nil))
        }
        #expect(try Image(compositor).pixels.allSatisfy { $0 == .zero })
    }
}
