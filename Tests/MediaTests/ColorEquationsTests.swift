import Media
import Testing

@Suite struct ColorEquationsTests {
    static let all = Colorimetry.Matrix.allCases.flatMap { matrix in
        Colorimetry.Range.allCases.map { Colorimetry(matrix: matrix, range: $0) }
    }

    /// Red, green and blue of a colour come back that was coded as the standards say.
    @Test(arguments: all, [8, 10])
    func theyUndoTheStandards(colorimetry: Colorimetry, bits: Int) {
        let equations = ColorEquations(colorimetry, bits: bits)
        let weights = colorimetry.matrix.lumaWeights
        for (red, green, blue) in [
            (0, 0, 0), (1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0.25, 0.5, 0.75),
        ] as [(Double, Double, Double)] {
            let luma =
                weights.red * red + weights.blue * blue
                + (1 - weights.red - weights.blue) * green
            let b = (blue - luma) / (2 * (1 - weights.blue))
            let r = (red - luma) / (2 * (1 - weights.red))
            let undone = [
                luma + equations.redOfRed * r,
                luma + equations.greenOfBlue * b + equations.greenOfRed * r,
                luma + equations.blueOfBlue * b,
            ]
            for (value, wanted) in zip(undone, [red, green, blue]) {
                #expect(abs(value - wanted) < 1e-12)
            }
        }
    }

    /// ITU-R BT.709, 4.6: the limited range; its bounds of 10 bits are four times those of 8.
    @Test(
        arguments: [
            (.limited, 8, [16, 219, 224, 128]), (.limited, 10, [64, 876, 896, 512]),
            (.full, 8, [0, 255, 255, 128]), (.full, 10, [0, 1023, 1023, 512]),
        ] as [(Colorimetry.Range, Int, [Double])]
    )
    func rangesAreThoseOfTheirBits(range: Colorimetry.Range, bits: Int, values: [Double]) {
        let equations = ColorEquations(Colorimetry(matrix: .bt709, range: range), bits: bits)
        let found = [
            equations.black, equations.lumaSpan, equations.colorSpan, equations.neutral,
        ]
        #expect(found == values)
    }
}
