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
        let equations = ColorEquations(colorimetry, bits: samples.bits)
        let unit = samples.unit
        let luma = 255 / (equations.lumaSpan * unit)
        let color = hasColor ? 255 / (equations.colorSpan * unit) : 0
        let (black, neutral) = (equations.black * unit, equations.neutral * unit)

        let redOfRed = equations.redOfRed * color
        let greenOfBlue = equations.greenOfBlue * color
        let greenOfRed = equations.greenOfRed * color
        let blueOfBlue = equations.blueOfBlue * color
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
