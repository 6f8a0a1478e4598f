/// How luma and two colour differences, in whole numbers, become red, green and blue of 0 to 1:
/// the inverse of the standard's matrix (ITU-R BT.601, 709 and 2020).
///
///     l = (luma − black) / lumaSpan    b, r = (difference − neutral) / colorSpan
///
///     red   = l                   + redOfRed · r
///     green = l + greenOfBlue · b + greenOfRed · r
///     blue  = l + blueOfBlue · b
public struct ColorEquations: Hashable, Sendable {
    /// From black to white.
    public let lumaSpan: Double
    /// From the least to the most of a difference.
    public let colorSpan: Double
    public let black: Double
    /// A difference of nothing.
    public let neutral: Double
    public let redOfRed: Double
    public let greenOfBlue: Double
    public let greenOfRed: Double
    public let blueOfBlue: Double

    /// - Parameters:
    ///   - colorimetry: What the numbers mean.
    ///   - bits: How many a number has, 8 or more.
    public init(_ colorimetry: Colorimetry, bits: Int) {
        // The ranges of n bits are those of 8 bits times 2^(n-8); only the full range's peak is
        // 2^n - 1.
        let step = Double(1 << (bits - 8))
        let peak = Double((1 << bits) - 1)
        let isLimited = colorimetry.range == .limited
        lumaSpan = isLimited ? 219 * step : peak
        colorSpan = isLimited ? 224 * step : peak
        black = isLimited ? 16 * step : 0
        neutral = 128 * step
        let (red, blue) = colorimetry.matrix.lumaWeights
        let green = 1 - red - blue
        redOfRed = 2 * (1 - red)
        greenOfBlue = -2 * blue * (1 - blue) / green
        greenOfRed = -2 * red * (1 - red) / green
        blueOfBlue = 2 * (1 - blue)
    }
}
