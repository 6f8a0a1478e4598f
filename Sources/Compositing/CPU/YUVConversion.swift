internal import CYUV
internal import Media

/// Converts planes to BGRX by one matrix in one range.
struct YUVConversion {
    private let constants: OpaquePointer
    private let kind: Planes.Kind
    /// Between samples of colour: interpolated or repeated.
    private let filter: FilterMode

    init(_ colorimetry: Colorimetry, kind: Planes.Kind, smoothsColor: Bool) {
        constants = Self.constants(for: colorimetry)
        self.kind = kind
        filter = smoothsColor ? kFilterBilinear : kFilterNone
    }

    private static func constants(for colorimetry: Colorimetry) -> OpaquePointer {
        switch (colorimetry.matrix, colorimetry.range) {
        case (.bt601, .limited): cyuv_kYuvI601Constants()
        case (.bt601, .full): cyuv_kYuvJPEGConstants()
        case (.bt709, .limited): cyuv_kYuvH709Constants()
        case (.bt709, .full): cyuv_kYuvF709Constants()
        case (.bt2020, .limited): cyuv_kYuv2020Constants()
        case (.bt2020, .full): cyuv_kYuvV2020Constants()
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
        _ luma: Plane,
        _ blue: Plane,
        _ red: Plane,
        to target: Surface
    ) throws(CompositingError) {
        let (width, height) = (target.size.width, target.size.height)
        switch kind {
        case .i422:
            try yuvCall("I422ToARGBMatrixFilter") {
                I422ToARGBMatrixFilter(
                    luma.bytes,
                    luma.stride,
                    blue.bytes,
                    blue.stride,
                    red.bytes,
                    red.stride,
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
                    luma.bytes,
                    luma.stride,
                    blue.bytes,
                    blue.stride,
                    red.bytes,
                    red.stride,
                    target.bytes,
                    target.stride,
                    constants,
                    width,
                    height
                )
            }
        case .i010:
            try yuvCall("I010ToARGBMatrixFilter") {
                I010ToARGBMatrixFilter(
                    luma.words,
                    luma.wordStride,
                    blue.words,
                    blue.wordStride,
                    red.words,
                    red.wordStride,
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
                    luma.bytes,
                    luma.stride,
                    blue.bytes,
                    blue.stride,
                    red.bytes,
                    red.stride,
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
