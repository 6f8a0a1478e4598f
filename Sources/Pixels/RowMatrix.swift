internal import CPixels
internal import Media

extension cpixels_matrix {
    /// The factors of Y′CbCr of 8 bits by the standard's equations.
    ///
    /// Samples of 10 bits come here cut to 8, which takes 3/8 from them on
    /// average; luma gets it back.
    init(_ format: FormatDescription) {
        let colorimetry = format.colorimetry
        let (red, blue) = colorimetry.matrix.lumaWeights
        let green = 1 - red - blue
        let isLimited = colorimetry.range == .limited
        let lumaScale = isLimited ? 255.0 / 219 : 1
        let black = isLimited ? 16.0 : 0
        let lost = format.pixelFormat.isTenBits ? 3.0 / 8 : 0
        let colorScale = isLimited ? 255.0 / 224 : 1
        /// 13 bits behind the point: the largest, 2.15, just fits.
        func factor(_ value: Double) -> Int16 {
            Int16((value * colorScale * 8192).rounded())
        }
        self.init(
            luma: UInt16((lumaScale * 64 * 256).rounded()),
            // Half of what the last steps cut off: a 64th, and a whole.
            bias: Int16((0.5 + 32 + (lost - black) * lumaScale * 64).rounded()),
            red_v: factor(2 * (1 - red)),
            green_u: factor(-2 * blue * (1 - blue) / green),
            green_v: factor(-2 * red * (1 - red) / green),
            blue_u: factor(2 * (1 - blue))
        )
    }
}

extension PixelFormat {
    fileprivate var isTenBits: Bool { self == .i010 || self == .p010 }
}
