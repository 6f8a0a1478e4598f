import Media
import Testing

@testable import Imaging

@Suite struct ColorTests {
    private static let colorimetries = Colorimetry.Matrix.allCases.flatMap { matrix in
        Colorimetry.Range.allCases.map { Colorimetry(matrix: matrix, range: $0) }
    }

    @Test(arguments: PixelFormat.allCases, colorimetries)
    func everyFormatHasTheStandardsColors(_ format: PixelFormat, _ colorimetry: Colorimetry) throws
    {
        for (index, side) in [PixelSize(width: 40, height: 26), PixelSize(width: 27, height: 19)]
            .enumerated()
        {
            let description = FormatDescription(
                pixelFormat: format,
                size: side,
                colorimetry: colorimetry
            )
            let picture = TestPicture.noise(description, seed: UInt64(index))
            let bitmap = try picture.bitmap()
            let reference = Reference.pixels(of: picture, size: side)
            let difference = Difference(bitmap.colors, reference)
            #expect(difference.largest <= 1)
            #expect(difference.decibels > 70)
        }
    }

    @Test(arguments: PixelFormat.allCases)
    func scaledPicturesAreMeansOfAreas(_ format: PixelFormat) throws {
        let description = FormatDescription(
            pixelFormat: format,
            size: PixelSize(width: 45, height: 31),
            sampleAspectRatio: SampleAspectRatio(numerator: 3, denominator: 2)
        )
        let picture = TestPicture.noise(description, seed: 3)
        for side in [Int32(68), 50, 45, 30, 22, 7, 1] {
            let bitmap = try picture.bitmap(fitting: PixelSize(width: side, height: side))
            #expect(bitmap.size.width == side)
            let reference = Reference.pixels(of: picture, size: bitmap.size)
            let difference = Difference(bitmap.colors, reference)
            #expect(difference.largest <= 1)
            #expect(difference.decibels > 70)
        }
    }

    /// Luma and colour differences of 8 bits in limited range, and the colour
    /// that they stand for.
    struct Known: Sendable {
        var matrix: Colorimetry.Matrix
        var samples: [Int]
        var color: [UInt8]
    }

    private static let known = [
        Known(matrix: .bt601, samples: [16, 128, 128], color: [0, 0, 0]),
        Known(matrix: .bt709, samples: [235, 128, 128], color: [255, 255, 255]),
        Known(matrix: .bt2020, samples: [126, 128, 128], color: [128, 128, 128]),
        // ITU-R BT.601 and BT.709: bars of 100 %.
        Known(matrix: .bt601, samples: [81, 90, 240], color: [254, 0, 0]),
        Known(matrix: .bt601, samples: [41, 240, 110], color: [0, 0, 255]),
        Known(matrix: .bt709, samples: [63, 102, 240], color: [255, 1, 0]),
        Known(matrix: .bt709, samples: [173, 42, 26], color: [0, 255, 1]),
    ]

    @Test(arguments: known)
    func barsHaveTheirColors(_ known: Known) throws {
        let format = FormatDescription(
            pixelFormat: .i420,
            size: PixelSize(width: 18, height: 6),
            colorimetry: Colorimetry(matrix: known.matrix, range: .limited)
        )
        var picture = TestPicture(format)
        picture.fill { channel, _, _ in known.samples[channel] * 4 }
        let bitmap = try picture.bitmap()
        #expect(Set(bitmap.colors) == [SIMD3(known.color)])
    }
}
