internal import CV4L2
internal import Media

/// What a V4L2 driver says of its colours.
struct CameraColors: Hashable, Sendable {
    /// `enum v4l2_colorspace`; the rest is derived from it where it is 0 (default).
    var colorspace: UInt32
    /// `enum v4l2_ycbcr_encoding`.
    var encoding: UInt32 = 0
    /// `enum v4l2_quantization`.
    var quantization: UInt32 = 0
    /// `enum v4l2_xfer_func`.
    var transfer: UInt32 = 0

    /// The same in this program's words.
    ///
    /// What is left at "default" is resolved as the kernel's header says
    /// (`V4L2_MAP_…_DEFAULT` in linux/videodev2.h; "Defining Colorspaces in
    /// V4L2" in the media API's documentation): a webcam that says nothing at
    /// all has the primaries and transfer of sRGB, the matrix of BT.601, and
    /// limited range.
    var colorimetry: Colorimetry {
        let space = colorspace == 0 ? cv4l2_default_colorspace(0, 0) : colorspace
        let encoding = encoding == 0 ? cv4l2_default_encoding(space) : encoding
        let quantization =
            quantization == 0 ? cv4l2_default_quantization(space, encoding) : quantization
        return Colorimetry(
            matrix: Self.matrix(encoding),
            range: quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue ? .full : .limited,
            primaries: Self.primaries(space),
            transfer: Self.transfer(transfer == 0 ? cv4l2_default_transfer(space) : transfer)
        )
    }

    private static func matrix(_ encoding: UInt32) -> Colorimetry.Matrix {
        switch encoding {
        // SMPTE 240M's differs from BT.709's by less than 0.01 in every coefficient.
        case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue,
            V4L2_YCBCR_ENC_SMPTE240M.rawValue:
            .bt709
        case V4L2_YCBCR_ENC_BT2020.rawValue, V4L2_YCBCR_ENC_BT2020_CONST_LUM.rawValue: .bt2020
        default: .bt601
        }
    }

    private static func primaries(_ colorspace: UInt32) -> Colorimetry.Primaries {
        switch colorspace {
        case V4L2_COLORSPACE_SMPTE170M.rawValue, V4L2_COLORSPACE_SMPTE240M.rawValue: .bt601NTSC
        case V4L2_COLORSPACE_470_SYSTEM_BG.rawValue: .bt601PAL
        case V4L2_COLORSPACE_BT2020.rawValue: .bt2020
        case V4L2_COLORSPACE_DCI_P3.rawValue: .p3
        default: .bt709
        }
    }

    private static func transfer(_ function: UInt32) -> Colorimetry.Transfer {
        switch function {
        case V4L2_XFER_FUNC_SRGB.rawValue, V4L2_XFER_FUNC_OPRGB.rawValue,
            V4L2_XFER_FUNC_DCI_P3.rawValue:
            .srgb
        case V4L2_XFER_FUNC_NONE.rawValue: .linear
        case V4L2_XFER_FUNC_SMPTE2084.rawValue: .pq
        default: .bt709
        }
    }
}
