internal import CYUV
internal import Media

/// Calls a libyuv function and checks its result, which is 0 or an error.
func yuvCall(_ call: String, _ body: () -> CInt) throws(CompositingError) {
    guard body() == 0 else { throw .conversion(call: call) }
}

/// libyuv's functions on planes. None allocates beyond a few rows of its own,
/// freed before it returns.
enum YUVKernels {
    /// The version of the library's headers.
    static var version: Int { Int(LIBYUV_VERSION) }

    /// Averages the first `size` samples, a multiple of the target's. The
    /// corresponding C function is `ScalePlane`.
    static func average(_ source: Plane, _ size: PixelSize, to target: MutablePlane) {
        ScalePlane(
            source.bytes,
            source.stride,
            size.width,
            size.height,
            target.bytes,
            target.stride,
            target.size.width,
            target.size.height,
            kFilterBox
        )
    }

    /// Makes each row of the target from two of the source, by where its middle
    /// falls on them; beyond the first and the last row's middle they continue.
    ///
    /// The corresponding C function is `InterpolatePlane`.
    static func interpolateRows(_ source: Plane, _ span: AxisSpan, to target: MutablePlane) {
        let last = Int(source.size.height) - 1
        let count = Int(target.size.height)
        for row in 0..<count {
            let place = span.place(of: row, count: count, last: last)
            let (above, share) = (place >> 8, place & 255)
            let below = min(above + 1, last)
            InterpolatePlane(
                source.bytes + above * source.bytesPerRow,
                0,
                source.bytes + below * source.bytesPerRow,
                0,
                target.bytes + row * target.bytesPerRow,
                0,
                target.size.width,
                1,
                Int32(share)
            )
        }
    }

    /// Makes rows of columns. The corresponding C function is `TransposePlane`.
    static func transpose(_ source: Plane, to target: MutablePlane) {
        TransposePlane(
            source.bytes,
            source.stride,
            target.bytes,
            target.stride,
            source.size.width,
            source.size.height
        )
    }

    /// The corresponding C function is `RotatePlane`.
    static func turn(
        _ source: Plane,
        by rotation: Rotation,
        to target: MutablePlane
    ) throws(CompositingError) {
        try yuvCall("RotatePlane") {
            RotatePlane(
                source.bytes,
                source.stride,
                target.bytes,
                target.stride,
                source.size.width,
                source.size.height,
                RotationMode(UInt32(rotation.rawValue))
            )
        }
    }

    /// Parts interleaved U and V; `source` counts pairs. The corresponding C
    /// function is `SplitUVPlane`.
    static func split(_ source: Plane, first: MutablePlane, second: MutablePlane) {
        SplitUVPlane(
            source.bytes,
            source.stride,
            first.bytes,
            first.stride,
            second.bytes,
            second.stride,
            source.size.width,
            source.size.height
        )
    }

    /// Parts packed pixels of four bytes, the fourth of which is left out; the
    /// planes take them in the order of memory. The corresponding C function is
    /// `SplitARGBPlane`.
    static func splitPixels(
        _ source: Plane,
        _ first: MutablePlane,
        _ second: MutablePlane,
        _ third: MutablePlane
    ) {
        // libyuv's order of memory is blue, green, red.
        SplitARGBPlane(
            source.bytes,
            source.stride,
            third.bytes,
            third.stride,
            second.bytes,
            second.stride,
            first.bytes,
            first.stride,
            nil,
            0,
            source.size.width,
            source.size.height
        )
    }

    /// Keeps the 8 most significant of 10 bits, which are the high or the low
    /// ones of each word. The corresponding C function is `Convert16To8Plane`.
    static func narrow(_ source: Plane, isHigh: Bool, to target: MutablePlane) {
        Convert16To8Plane(
            source.words,
            source.wordStride,
            target.bytes,
            target.stride,
            isHigh ? 256 : 16384,
            source.size.width,
            source.size.height
        )
    }

    /// Parts packed YUYV; `source` counts pixels. The corresponding C function
    /// is `YUY2ToI422`.
    static func unpack(
        _ source: Plane,
        _ first: MutablePlane,
        _ second: MutablePlane,
        _ third: MutablePlane
    ) throws(CompositingError) {
        try yuvCall("YUY2ToI422") {
            YUY2ToI422(
                source.bytes,
                source.stride,
                first.bytes,
                first.stride,
                second.bytes,
                second.stride,
                third.bytes,
                third.stride,
                source.size.width,
                source.size.height
            )
        }
    }

    /// `background` where `opacity` is 0, `foreground` where it is 256, of 256.
    ///
    /// The corresponding C function is `ARGBInterpolate`.
    static func mix(
        _ background: Surface,
        _ foreground: Surface,
        opacity: Int32,
        to target: Surface
    ) throws(CompositingError) {
        try yuvCall("ARGBInterpolate") {
            ARGBInterpolate(
                background.bytes,
                background.stride,
                foreground.bytes,
                foreground.stride,
                target.bytes,
                target.stride,
                target.size.width,
                target.size.height,
                opacity
            )
        }
    }

    /// Sets alpha alone. The corresponding C function is `ARGBCopyYToAlpha`.
    static func setAlpha(_ alpha: Plane, of target: Surface) throws(CompositingError) {
        try yuvCall("ARGBCopyYToAlpha") {
            ARGBCopyYToAlpha(
                alpha.bytes,
                alpha.stride,
                target.bytes,
                target.stride,
                target.size.width,
                target.size.height
            )
        }
    }

    /// Lays premultiplied pixels over the target's, both of the same size. The
    /// corresponding C function is `ARGBBlend`.
    static func lay(_ pixels: Surface, over target: Surface) throws(CompositingError) {
        try yuvCall("ARGBBlend") {
            ARGBBlend(
                pixels.bytes,
                pixels.stride,
                target.bytes,
                target.stride,
                target.bytes,
                target.stride,
                target.size.width,
                target.size.height
            )
        }
    }
}

extension Surface {
    var bytes: UnsafeMutablePointer<UInt8> { base.assumingMemoryBound(to: UInt8.self) }
    var stride: Int32 { Int32(truncatingIfNeeded: bytesPerRow) }
}
