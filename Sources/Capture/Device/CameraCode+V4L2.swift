internal import Addressing
internal import CV4L2
internal import Media

extension CameraCode {
    /// What the kernel calls it (`V4L2_PIX_FMT_…`).
    ///
    /// - Parameter fourCC: `JPEG` counts as `MJPG`: drivers use both for the same.
    init?(fourCC: UInt32) {
        switch fourCC {
        case cv4l2_PIX_FMT_NV12: self = .nv12
        case cv4l2_PIX_FMT_YUV420: self = .yu12
        case cv4l2_PIX_FMT_YUYV: self = .yuyv
        case cv4l2_PIX_FMT_MJPEG, cv4l2_PIX_FMT_JPEG: self = .mjpeg
        default: return nil
        }
    }

    /// How the pictures lie in memory; nil where they have to be decoded first.
    var pixelFormat: PixelFormat? {
        switch self {
        case .nv12: .nv12
        case .yu12: .i420
        case .yuyv: .yuyv
        case .mjpeg: nil
        }
    }

    /// The stream's codec in the status: `raw NV12` or `mjpeg`.
    var codecName: String { pixelFormat == nil ? "mjpeg" : "raw \(rawValue)" }

    /// Which comes first where all else is equal: fewer bytes, then fewer planes.
    var rank: Int {
        switch self {
        case .nv12: 0
        case .yu12: 1
        case .yuyv: 2
        case .mjpeg: 3
        }
    }
}
