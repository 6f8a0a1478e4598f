import FrameTransport
import Imaging
import Media
import Testing

/// Images of another shape than the picture's.
@Suite struct ImageFitTests {
    private static func size(_ width: Int32, _ height: Int32) -> PixelSize {
        PixelSize(width: width, height: height)
    }

    /// A bitmap with these shades of grey.
    private static func bitmap(_ rows: [[UInt8]]) -> Bitmap {
        Bitmap(
            bgrx: rows.flatMap { $0.flatMap { [$0, $0, $0, 255] } },
            size: size(Int32(rows[0].count), Int32(rows.count))
        )
    }

    private static func shades(_ bitmap: Bitmap) -> [[UInt8]] {
        let width = Int(bitmap.size.width)
        return (0..<Int(bitmap.size.height)).map { row in
            (0..<width).map { bitmap.pixels[(row * width + $0) * 4] }
        }
    }

    private static let wide = bitmap([[10, 20, 30, 40], [50, 60, 70, 80]])

    struct Case: Sendable {
        var box: (Int32, Int32)
        var fit: ImageFit
        var shades: [[UInt8]]
    }

    @Test(arguments: [
        Case(box: (2, 2), fit: .contain, shades: [[35, 55]]),
        Case(box: (2, 2), fit: .pad, shades: [[35, 55], [0, 0]]),
        Case(box: (2, 2), fit: .cover, shades: [[20, 30], [60, 70]]),
        Case(box: (4, 1), fit: .cover, shades: [[30, 40, 50, 60]]),
        Case(box: (1, 1), fit: .cover, shades: [[45]]),
        Case(
            box: (6, 4),
            fit: .pad,
            shades: [
                [0, 0, 0, 0, 0, 0], [0, 10, 20, 30, 40, 0], [0, 50, 60, 70, 80, 0],
                [0, 0, 0, 0, 0, 0],
            ]
        ),
        Case(box: (6, 4), fit: .contain, shades: [[10, 20, 30, 40], [50, 60, 70, 80]]),
        Case(box: (4, 2), fit: .cover, shades: [[10, 20, 30, 40], [50, 60, 70, 80]]),
        Case(box: (0, -1), fit: .pad, shades: [[45]]),
    ])
    func aBitmapIsMadeToFit(_ entry: Case) {
        let fitted = Self.wide.scaled(toFit: Self.size(entry.box.0, entry.box.1), entry.fit)
        let shades = Self.shades(fitted)
        #expect(shades.map(\.count) == entry.shades.map(\.count))
        for (row, expected) in zip(shades.joined(), entry.shades.joined()) {
            #expect(abs(Int(row) - Int(expected)) <= 1, "\(shades)")
        }
    }

    /// The box is filled whatever the picture's form, from its middle, and again is the same.
    @Test(arguments: Rotation.allCases, [ImageFit.pad, .cover])
    func aPictureOfAnyFormFillsTheBox(rotation: Rotation, fit: ImageFit) throws {
        for (width, height) in [(64, 48), (33, 17), (1, 301), (301, 1), (2, 2)] as [(Int32, Int32)]
        {
            for pixelFormat in [PixelFormat.i420, .yuyv, .p010, .rgba] {
                let format = FormatDescription(
                    pixelFormat: pixelFormat,
                    size: Self.size(width, height),
                    sampleAspectRatio: SampleAspectRatio(numerator: 16, denominator: 15),
                    rotation: rotation
                )
                let picture = TestPicture.noise(format, seed: 3)
                for box in [Self.size(30, 30), Self.size(1, 40), Self.size(97, 3)] {
                    let image = try picture.bitmap(fitting: box, fit)
                    #expect(image.size == box)
                    #expect(image.pixels.count == Int(box.width) * Int(box.height) * 4)
                    #expect(image.scaled(toFit: box, fit).pixels == image.pixels)
                }
            }
        }
    }

    /// A picture whose left and right thirds are dark: only its light middle is seen.
    @Test(arguments: Rotation.allCases)
    func whatIsCutOffIsOnBothSides(rotation: Rotation) throws {
        let format = FormatDescription(
            pixelFormat: .i420,
            size: Self.size(96, 32),
            rotation: rotation
        )
        var picture = TestPicture.noise(format, seed: 1)
        picture.fill { channel, x, _ in
            channel == 0 ? (32..<64).contains(x) ? 940 : 64 : 512
        }
        let image = try picture.bitmap(fitting: Self.size(16, 16), .cover)
        #expect(Self.shades(image).joined().allSatisfy { $0 > 200 })
        let padded = try picture.bitmap(fitting: Self.size(96, 96), .pad)
        let shades = Self.shades(padded)
        #expect(shades[48][48] > 200 && shades[0][0] == 0 && shades[95][95] == 0)
    }
}
