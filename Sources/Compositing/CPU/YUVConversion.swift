internal import CYUV
internal import Media

/// Converts planes to BGRX by one matrix in one range.
struct YUVConversion {
    private let constants: UnsafePointer<YuvConstants>
    private let kind: Planes.Kind
    /// Colour between its samples is interpolated.
    private let filter = kFilterBilinear

    init(_ colorimetry: Colorimetry, kind: Planes.Kind) {
        constants = Self.constants(for: colorimetry)
        self.kind = kind
    }

    private static func constants(for colorimetry: Colorimetry) -> UnsafePointer<YuvConstants> {
        switch (colorimetry.matrix, colorimetry.range) {
        case (.bt601, .limited): cyuv_bt601()
        case (.bt601, .full): cyuv_bt601_full()
        case (.bt709, .limited): cyuv_bt709()
        case (.bt709, .full): cyuv_bt709_full()
        case (.bt2020, .limited): cyuv_bt2020()
        case (.bt2020, .full): cyuv_bt2020_full()
        }
    }

    /// Converts as many pixels as `target` has, from the start of the planes.
    func convert(_ planes: Planes, to target: Surface) throws(CompositingError) {
        let first = planes.first
        guard let second = planes.second else {
            return try convertAlone(first, to: target)
        }
        guard let third = planes.third else {
            return try convertInterleaved(first, second, to: target)
        }
        try convertPlanar(first, second, third, to: target)
    }

    private func convertAlone(_ plane: Plane, to target: Surface) throws(CompositingError) {
        let (width, height) = (target.size.width, target.size.height)
        switch kind {
        case .gray:
            try yuvCall("I400ToARGBMatrix") {
                I400ToARGBMatrix(
                    plane.bytes,
                    plane.stride,
                    target.bytes,
                    target.stride,
                    constants,
                    width,
                    height
                )
            }
        case .bgra:
            try yuvCall("ARGBCopy") {
                ARGBCopy(plane.bytes, plane.stride, target.bytes, target.stride, width, height)
            }
        default:
            // libyuv names the bytes of a little-endian word from its high end.
            try yuvCall("ABGRToARGB") {
                ABGRToARGB(plane.bytes, plane.stride, target.bytes, target.stride, width, height)
            }
        }
    }

    private func convertInterleaved(
        _ luma: Plane,
        _ color: Plane,
        to target: Surface
    ) throws(CompositingError) {
        try yuvCall("P010ToARGBMatrixFilter") {
            P010ToARGBMatrixFilter(
                luma.words,
                luma.wordStride,
                color.words,
                color.wordStride,
                target.bytes,
                target.stride,
                constants,
                target.size.width,
                target.size.height,
                filter
            )
        }
    }

    private func convertPlanar(
        _ first: Plane,
        _ second: Plane,
        _ third: Plane,
        to target: Surface
    ) throws(CompositingError) {
        let (width, height) = (target.size.width, target.size.height)
        switch kind {
        case .i422:
            try yuvCall("I422ToARGBMatrixFilter") {
                I422ToARGBMatrixFilter(
                    first.bytes,
                    first.stride,
                    second.bytes,
                    second.stride,
                    third.bytes,
                    third.stride,
                    target.bytes,
                    target.stride,
                    constants,
                    width,
                    height,
                    filter
                )
            }
        case .i444:
            try yuvCall("I444ToARGBMatrix") {
                I444ToARGBMatrix(
                    first.bytes,
                    first.stride,
                    second.bytes,
                    second.stride,
                    third.bytes,
                    third.stride,
                    target.bytes,
                    target.stride,
                    constants,
                    width,
                    height
                )
            }
        case .rgb:
            // Without alpha, libyuv makes the fourth byte 255.
            MergeARGBPlane(
                first.bytes,
                first.stride,
                second.bytes,
                second.stride,
                third.bytes,
                third.stride,
                nil,
                0,
                target.bytes,
                target.stride,
                width,
                height
            )
        case .i010:
            try yuvCall("I010ToARGBMatrixFilter") {
                I010ToARGBMatrixFilter(
                    first.words,
                    first.wordStride,
                    second.words,
                    second.wordStride,
                    third.words,
                    third.wordStride,
                    target.bytes,
                    target.stride,
                    constants,
                    width,
                    height,
                    filter
                )
            }
        default:
            try yuvCall("I420ToARGBMatrixFilter") {
                I420ToARGBMatrixFilter(
                    first.bytes,
                    first.stride,
                    second.bytes,
                    second.stride,
                    third.bytes,
                    third.stride,
                    target.bytes,
                    target.stride,
                    constants,
                    width,
                    height,
                    filter
                )
            }
        }
    }
}
