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

    /// The corresponding C function is `ScalePlane`.
    static func scale(_ source: Plane, to target: MutablePlane) {
        ScalePlane(
            source.bytes,
            source.stride,
            source.size.width,
            source.size.height,
            target.bytes,
            target.stride,
            target.size.width,
            target.size.height,
            kFilterBox
        )
    }

    /// The corresponding C function is `ARGBScale`.
    static func scalePixels(_ source: Plane, to target: MutablePlane) throws(CompositingError) {
        try yuvCall("ARGBScale") {
            ARGBScale(
                source.bytes,
                source.stride,
                source.size.width,
                source.size.height,
                target.bytes,
                target.stride,
                target.size.width,
                target.size.height,
                kFilterBox
            )
        }
    }

    /// The corresponding C functions are `RotatePlane` and `ARGBRotate`.
    static func turn(
        _ source: Plane,
        by rotation: Rotation,
        to target: MutablePlane,
        isPacked: Bool
    ) throws(CompositingError) {
        let mode = RotationMode(UInt32(rotation.rawValue))
        let size = source.size
        if isPacked {
            try yuvCall("ARGBRotate") {
                ARGBRotate(
                    source.bytes,
                    source.stride,
                    target.bytes,
                    target.stride,
                    size.width,
                    size.height,
                    mode
                )
            }
        } else {
            try yuvCall("RotatePlane") {
                RotatePlane(
                    source.bytes,
                    source.stride,
                    target.bytes,
                    target.stride,
                    size.width,
                    size.height,
                    mode
                )
            }
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

    /// Scales `source` to `whole`, of which `part` lands on `target`. Only the
    /// source's rows that the part is made from have to exist.
    ///
    /// The corresponding C function is `ARGBScaleClip`.
    static func scalePixels(
        _ source: Plane,
        whole: PixelSize,
        part: PixelRect,
        to target: Surface
    ) throws(CompositingError) {
        // libyuv wants the address that the whole picture would begin at.
        let origin = target.base - Int(part.y) * target.bytesPerRow - 4 * Int(part.x)
        try yuvCall("ARGBScaleClip") {
            ARGBScaleClip(
                source.bytes,
                source.stride,
                source.size.width,
                source.size.height,
                origin.assumingMemoryBound(to: UInt8.self),
                Int32(target.bytesPerRow),
                whole.width,
                whole.height,
                part.x,
                part.y,
                part.width,
                part.height,
                kFilterBox
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
}

extension Surface {
    var bytes: UnsafeMutablePointer<UInt8> { base.assumingMemoryBound(to: UInt8.self) }
    var stride: Int32 { Int32(truncatingIfNeeded: bytesPerRow) }
}
