internal import CFFmpeg
internal import Decoding
internal import FrameTransport
internal import Media

/// Copies pictures out of a camera's buffers.
///
/// Thread: bound to the ingest thread.
final class CameraCopier {
    /// The picture that `copy` made; its taker leaves it empty. Nil before the first.
    private var frame: UnsafeMutablePointer<AVFrame>?
    private let memory = FramePool()

    deinit {
        if let frame { FrameStorage.free(frame) }
    }

    /// Copies a picture, each row without what the driver has between two.
    ///
    /// The corresponding C function is `av_image_copy_plane`.
    ///
    /// - Returns: The copy, for its taker to leave empty before the next; nil for a size that
    ///   libav does not have, and without memory.
    func copy(
        _ source: PictureComponents,
        _ format: FormatDescription
    ) -> UnsafeMutablePointer<AVFrame>? {
        let pixels = format.pixelFormat
        let frame: UnsafeMutablePointer<AVFrame>
        do throws(AVError) {
            frame = if let made = self.frame { made } else { try FrameStorage.allocate() }
            self.frame = frame
            try memory.fill(frame, size: format.size, format: pixels.libavFormat)
        } catch {
            return nil
        }
        let parts = (source.first, source.second, source.third)
        UnsafePointer(frame).withPlanes { data, strides in
            func copy(_ index: Int, _ part: PictureComponents.Component?) {
                guard let part, let target = data[index] else { return }
                av_image_copy_plane(
                    UnsafeMutablePointer(mutating: target),
                    strides[index],
                    part.base.assumingMemoryBound(to: UInt8.self),
                    CInt(clamping: part.bytesPerRow),
                    CInt(clamping: pixels.rowBytes(component: index, width: format.size.width)),
                    CInt(clamping: pixels.rows(component: index, height: format.size.height))
                )
            }
            copy(0, parts.0)
            copy(1, parts.1)
            copy(2, parts.2)
        }
        return frame
    }
}

extension PixelFormat {
    /// What libav calls the formats that come from cameras.
    fileprivate var libavFormat: AVPixelFormat {
        switch self {
        case .nv12: AV_PIX_FMT_NV12
        case .yuyv: AV_PIX_FMT_YUYV422
        default: AV_PIX_FMT_YUV420P
        }
    }
}
