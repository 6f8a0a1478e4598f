import Compositing
import Media
import Testing

@Suite struct ColorMatrixTests {
    /// The factors as the literature prints them, for codes of 8 bits: luma's,
    /// blue's from Cb, red's from Cr, green's from Cb and Cr.
    struct Row {
        let matrix: Colorimetry.Matrix
        let range: Colorimetry.Range
        let luma, blue, red, greenFromBlue, greenFromRed: Float
    }

    @Test(arguments: [
        Row(
            matrix: .bt601,
            range: .limited,
            luma: 1.1644,
            blue: 2.0172,
            red: 1.5960,
            greenFromBlue: -0.3918,
            greenFromRed: -0.8130
        ),
        Row(
            matrix: .bt601,
            range: .full,
            luma: 1,
            blue: 1.772,
            red: 1.402,
            greenFromBlue: -0.3441,
            greenFromRed: -0.7141
        ),
        Row(
            matrix: .bt709,
            range: .limited,
            luma: 1.1644,
            blue: 2.1124,
            red: 1.7927,
            greenFromBlue: -0.2132,
            greenFromRed: -0.5329
        ),
        Row(
            matrix: .bt709,
            range: .full,
            luma: 1,
            blue: 1.8556,
            red: 1.5748,
            greenFromBlue: -0.1873,
            greenFromRed: -0.4681
        ),
        Row(
            matrix: .bt2020,
            range: .limited,
            luma: 1.1644,
            blue: 2.1418,
            red: 1.6787,
            greenFromBlue: -0.1873,
            greenFromRed: -0.6504
        ),
        Row(
            matrix: .bt2020,
            range: .full,
            luma: 1,
            blue: 1.8814,
            red: 1.4746,
            greenFromBlue: -0.1646,
            greenFromRed: -0.5714
        ),
    ])
    func factorsAreThoseOfTheStandards(row: Row) {
        let matrix = ColorMatrix(
            format: .i420,
            colorimetry: Colorimetry(matrix: row.matrix, range: row.range)
        )
        func isNear(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Bool {
            (0..<4).allSatisfy { abs(one[$0] - other[$0]) < 0.0001 }
        }
        #expect(isNear(matrix.first, SIMD4(row.luma, row.luma, row.luma, 0)))
        #expect(isNear(matrix.second, SIMD4(0, row.greenFromBlue, row.blue, 0)))
        #expect(isNear(matrix.third, SIMD4(row.red, row.greenFromRed, 0, 0)))
    }

    @Test(arguments: PixelFormat.allCases, Colorimetry.Range.allCases)
    func blackAndWhiteAreBlackAndWhite(format: PixelFormat, range: Colorimetry.Range) {
        guard !format.isRGB else { return }
        let matrix = ColorMatrix(
            format: format,
            colorimetry: Colorimetry(matrix: .bt709, range: range)
        )
        let isTenBits = format == .i010 || format == .p010
        let step: Float = isTenBits ? 4 : 1
        let fullScale: Float = format == .i010 ? 65535 : format == .p010 ? 65535 / 64 : 255
        let peak: Float = range == .limited ? 235 * step : isTenBits ? 1023 : 255
        let black: Float = range == .limited ? 16 * step : 0
        for (luma, expected) in [(black, Float(0)), (peak, Float(1))] {
            let neutral = 128 * step / fullScale
            let color =
                matrix.first * (luma / fullScale) + matrix.second * neutral
                + matrix.third * neutral + matrix.offset
            for channel in 0..<3 { #expect(abs(color[channel] - expected) < 0.0001) }
            #expect(color.w == 1)
        }
    }

    @Test func exchangingRedAndBlueTwiceChangesNothing() {
        let colorimetry = Colorimetry(matrix: .bt709, range: .limited)
        let matrix = ColorMatrix(format: .nv12, colorimetry: colorimetry)
        #expect(matrix.swappingRedAndBlue != matrix)
        #expect(matrix.swappingRedAndBlue.swappingRedAndBlue == matrix)
        #expect(
            ColorMatrix(format: .rgba, colorimetry: colorimetry).swappingRedAndBlue
                == ColorMatrix(format: .bgra, colorimetry: colorimetry)
        )
    }
}
