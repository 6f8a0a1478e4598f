package import Media

/// The affine map from the components of a sample to red, green and blue, all
/// of them 0…1: one column for each component, and one for the constant.
///
/// Serves every pixel format: for Y′CbCr it is the inverse of the standard's
/// matrix in the picture's range, for RGB formats a reordering, for luma alone
/// a grey ramp. It is computed here so that one shader program serves all.
package struct ColorMatrix: Hashable, Sendable {
    /// What the first, second and third component add to (red, green, blue, 0).
    package var first: SIMD4<Float>
    package var second: SIMD4<Float>
    package var third: SIMD4<Float>
    /// What is added once; its last element is 1, the alpha.
    package var offset: SIMD4<Float>

    /// The map for a picture whose components are sampled as numbers 0…1, where
    /// 1 is the largest value that the component's bytes can hold: 255, or
    /// 65535 for the formats of 10 bits.
    package init(format: PixelFormat, colorimetry: Colorimetry) {
        switch format {
        case .bgra, .rgba: self.init(isRedFirst: format == .rgba)
        case .gray8: self.init(colorimetry, encoding: .eightBits, hasColor: false)
        case .i420, .i422, .i444, .nv12, .yuyv: self.init(colorimetry, encoding: .eightBits)
        case .i010: self.init(colorimetry, encoding: .tenBitsLow)
        case .p010: self.init(colorimetry, encoding: .tenBitsHigh)
        }
    }

    /// With red and blue exchanged in the result, for memory that is read as BGRX.
    package var swappingRedAndBlue: Self {
        var copy = self
        copy.first = first.swappingRedAndBlue
        copy.second = second.swappingRedAndBlue
        copy.third = third.swappingRedAndBlue
        copy.offset = offset.swappingRedAndBlue
        return copy
    }

    /// How a component's value lies in the number that is sampled.
    private struct Encoding {
        /// Significant bits of a value.
        var bits: Int
        /// The value, as a whole number, that a sampled 1 stands for.
        var fullScale: Double

        static let eightBits = Self(bits: 8, fullScale: 255)
        static let tenBitsLow = Self(bits: 10, fullScale: 65535)
        static let tenBitsHigh = Self(bits: 10, fullScale: 65535 / 64)
    }

    /// Reorders bytes: red, green, blue; or blue, green, red.
    private init(isRedFirst: Bool) {
        let red = SIMD4<Float>(1, 0, 0, 0)
        let blue = SIMD4<Float>(0, 0, 1, 0)
        first = isRedFirst ? red : blue
        second = SIMD4(0, 1, 0, 0)
        third = isRedFirst ? blue : red
        offset = SIMD4(0, 0, 0, 1)
    }

    private init(_ colorimetry: Colorimetry, encoding: Encoding, hasColor: Bool = true) {
        let equations = ColorEquations(colorimetry, bits: encoding.bits)
        let colorScale = hasColor ? encoding.fullScale / equations.colorSpan : 0
        let black = equations.black / encoding.fullScale
        let neutral = equations.neutral / encoding.fullScale

        let luma = SIMD3(repeating: encoding.fullScale / equations.lumaSpan)
        let blueDifference = SIMD3(0, equations.greenOfBlue, equations.blueOfBlue) * colorScale
        let redDifference = SIMD3(equations.redOfRed, equations.greenOfRed, 0) * colorScale
        let constant = -(luma * black + (blueDifference + redDifference) * neutral)

        first = SIMD4(SIMD3<Float>(luma), 0)
        second = SIMD4(SIMD3<Float>(blueDifference), 0)
        third = SIMD4(SIMD3<Float>(redDifference), 0)
        offset = SIMD4(SIMD3<Float>(constant), 1)
    }
}

extension SIMD4<Float> {
    /// The first and third element exchanged.
    var swappingRedAndBlue: Self { Self(z, y, x, w) }
}
