internal import Media

/// How luma and two colour differences become red, green and blue of 0 to 255:
/// the inverse of the standard's matrix, in the numbers that the samples have.
///
///     red   = luma · l +                 redDifference · r + redOffset
///     green = luma · l + blueDifference · gb + redDifference · gr + greenOffset
///     blue  = luma · l + blueDifference · b + blueOffset
struct ColorConversion {
    let luma: Float
    let redOfRed: Float
    let greenOfBlue: Float
    let greenOfRed: Float
    let blueOfBlue: Float
    let redOffset: Float
    let greenOffset: Float
    let blueOffset: Float

    /// - Parameters:
    ///   - colorimetry: What the numbers mean.
    ///   - samples: How the format's luma lies in memory.
    ///   - hasColor: Whether there is more than luma.
    init(_ colorimetry: Colorimetry, samples: SampleLayout, hasColor: Bool) {
        let (red, blue) = colorimetry.matrix.lumaWeights
        let green = 1 - red - blue
        // ITU-R BT.601, 709 and 2020: the ranges of n bits are those of 8 bits
        // times 2^(n-8); only the full range's peak is 2^n - 1.
        let unit = samples.unit
        let step = unit * Double(1 << (samples.bits - 8))
        let peak = unit * Double((1 << samples.bits) - 1)
        let isLimited = colorimetry.range == .limited
        let luma = 255 / (isLimited ? 219 * step : peak)
        let color = hasColor ? 255 / (isLimited ? 224 * step : peak) : 0
        let black = isLimited ? 16 * step : 0
        let neutral = 128 * step

        let redOfRed = 2 * (1 - red) * color
        let greenOfBlue = -2 * blue * (1 - blue) / green * color
        let greenOfRed = -2 * red * (1 - red) / green * color
        let blueOfBlue = 2 * (1 - blue) * color
        self.luma = Float(luma)
        self.redOfRed = Float(redOfRed)
        self.greenOfBlue = Float(greenOfBlue)
        self.greenOfRed = Float(greenOfRed)
        self.blueOfBlue = Float(blueOfBlue)
        redOffset = Float(-luma * black - redOfRed * neutral)
        greenOffset = Float(-luma * black - (greenOfBlue + greenOfRed) * neutral)
        blueOffset = Float(-luma * black - blueOfBlue * neutral)
    }
}
