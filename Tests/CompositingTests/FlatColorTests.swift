import Compositing
import Media
import Testing

/// One colour everywhere: what filters and positions cannot change.
@Suite struct FlatColorTests {
    /// A format in a matrix and a range.
    struct Case: CustomTestStringConvertible {
        let backend: Backend
        let format: PixelFormat
        let colorimetry: Colorimetry

        var testDescription: String {
            "\(backend) \(format.name) \(colorimetry.matrix) \(colorimetry.range)"
        }

        static let all: [Self] = Backend.allCases.flatMap { backend in
            PixelFormat.allCases.flatMap { format in
                Colorimetry.Matrix.allCases.flatMap { matrix in
                    Colorimetry.Range.allCases.map { range in
                        Self(
                            backend: backend,
                            format: format,
                            colorimetry: Colorimetry(matrix: matrix, range: range)
                        )
                    }
                }
            }
        }
    }

    /// Codes of 8 bits, of moderate and of strong colours and beyond the range.
    private static let codes: [SIMD3<Double>] = [
        SIMD3(16, 128, 128), SIMD3(235, 128, 128), SIMD3(126, 128, 128), SIMD3(81, 90, 240),
        SIMD3(145, 54, 34), SIMD3(41, 240, 110), SIMD3(180, 128, 140), SIMD3(0, 128, 128),
        SIMD3(255, 128, 128), SIMD3(100, 100, 160),
    ]

    /// Within 2 of 255: samples of 10 bits are cut to 8.
    @Test(arguments: Case.all)
    func everyFormatShowsTheColorsOfTheStandard(test: Case) throws {
        let compositor = try test.backend.open(24, 10)
        let format = FormatDescription(
            pixelFormat: test.format,
            size: PixelSize(width: 12, height: 10),
            colorimetry: test.colorimetry
        )
        for codes in Self.codes {
            let picture = TestPicture.make(format) { _, _ in .codes(codes.x, codes.y, codes.z) }
            let image = try compositor.show(picture)
            let expected = Self.expected(codes, format)
            for (x, y) in [(0, 0), (11, 5), (23, 9)] {
                #expect(
                    isClose(image[x, y], expected, 2),
                    "\(codes) gives \(image[x, y]) instead of \(expected)"
                )
            }
        }
    }

    private static func expected(
        _ codes: SIMD3<Double>,
        _ format: FormatDescription
    ) -> SIMD3<Double> {
        switch format.pixelFormat {
        case .bgra, .rgba: codes
        case .gray8: Standard(format.colorimetry).rgb(of: SIMD3(codes.x, 128, 128))
        default: Standard(format.colorimetry).rgb(of: codes)
        }
    }
}
