internal import CPixels
internal import Media

extension cpixels_matrix {
    /// The factors of Y′CbCr of 8 bits by the standard's equations.
    ///
    /// Samples of 10 bits come here cut to 8, which takes 3/8 from them on
    /// average; luma gets it back.
    init(_ format: FormatDescription) {
        let equations = ColorEquations(format.colorimetry, bits: 8)
        let lumaScale = 255 / equations.lumaSpan
        let colorScale = 255 / equations.colorSpan
        let lost = format.pixelFormat.isTenBits ? 3.0 / 8 : 0
        /// 13 bits behind the point: the largest, 2.15, just fits.
        func factor(_ value: Double) -> Int16 {
            Int16((value * colorScale * 8192).rounded())
        }
        self.init(
            luma: UInt16((lumaScale * 64 * 256).rounded()),
            // Half of what the last steps cut off: a 64th, and a whole.
            bias: Int16((0.5 + 32 + (lost - equations.black) * lumaScale * 64).rounded()),
            red_v: factor(equations.redOfRed),
            green_u: factor(equations.greenOfBlue),
            green_v: factor(equations.greenOfRed),
            blue_u: factor(equations.blueOfBlue)
        )
    }
}

extension PixelFormat {
    fileprivate var isTenBits: Bool { self == .i010 || self == .p010 }
}
