package import CFFmpeg
package import Media

/// Turns pictures of any libav format into one that is shown, at the same size.
///
/// Memory is recycled: once as many pictures as are held at a time have been
/// made, a conversion allocates nothing.
///
/// Thread: bound to the thread that made it.
package final class PictureConverter {
    private var context: OpaquePointer?
    private let memory = FramePool()
    /// Where a conversion writes; empty in between, nil before the first.
    private var target: UnsafeMutablePointer<AVFrame>?
    private let converted: (String, PixelFormat) -> Void
    /// Whether it was for want of memory that the last picture could not be shown.
    package private(set) var lacksMemory = false

    /// - Parameter converted: Told of each conversion: libavutil's name of the decoded form,
    ///   and what it became.
    package init(converted: @escaping (String, PixelFormat) -> Void = { _, _ in }) {
        self.converted = converted
    }

    deinit {
        cffmpeg_sws_freeContext(context)
        if let target { FrameStorage.free(target) }
    }

    /// Brings a decoded frame into a form that is shown, converting it if need be.
    ///
    /// - Parameters:
    ///   - frame: As decoded; its pixels are replaced by a conversion.
    ///   - fallback: What the container says where the frame does not.
    /// - Returns: The form; nil where libswscale knows no way to one.
    package func makeShown(
        _ frame: UnsafeMutablePointer<AVFrame>,
        fallback: ContainerFormat
    ) -> FormatDescription? {
        let format = FrameFormat.shown(frame, fallback: fallback)
        return format.flatMap { makeShown(frame) ? $0 : nil }
    }

    /// The same for a frame whose form is known: `FrameFormat.shown`.
    ///
    /// - Returns: False where libswscale knows no way to it.
    package func makeShown(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        lacksMemory = false
        if FrameFormat.isShown(frame) { return true }
        if UnsafePointer(frame).isMirrored { frame.reverseRows() }
        let decoded = AVPixelFormat(rawValue: frame.pointee.format)
        let target = FrameFormat.nearestShown(to: decoded)
        guard let format = FrameFormat.pixelFormat(of: target) else { return false }
        do throws(AVError) {
            try convert(frame, to: target)
        } catch {
            lacksMemory = error.code == .outOfMemory
            return false
        }
        converted(FrameFormat.name(of: decoded), format)
        return true
    }

    /// Replaces a frame's pixels by their conversion; matrix, range and timestamps stay.
    ///
    /// The corresponding C function is `sws_scale`.
    ///
    /// - Throws: `AVError` when libswscale knows no way, and without memory; the frame
    ///   stays as it was.
    func convert(
        _ frame: UnsafeMutablePointer<AVFrame>,
        to format: AVPixelFormat
    ) throws(AVError) {
        let target = if let made = self.target { made } else { try FrameStorage.allocate() }
        self.target = target
        defer { av_frame_unref(target) }
        try prepare(for: frame, format: format)
        try memory.fill(target, size: FrameFormat.size(of: frame), format: format)
        let height = frame.pointee.height
        let rows = UnsafePointer(frame).withPlanes { data, strides in
            UnsafePointer(target).withPlanes { targetData, targetStrides in
                targetData.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) {
                    cffmpeg_sws_scale(context, data, strides, height, $0, targetStrides)
                }
            }
        }
        guard rows == height else { throw AVError(call: "sws_scale", code: .invalidData) }
        target.pointee.best_effort_timestamp = frame.pointee.best_effort_timestamp
        cffmpeg_set_frame_duration(target, cffmpeg_frame_duration(frame))
        av_frame_unref(frame)
        av_frame_move_ref(frame, target)
    }

    private func prepare(
        for source: UnsafePointer<AVFrame>,
        format: AVPixelFormat
    ) throws(AVError) {
        let width = source.pointee.width
        let height = source.pointee.height
        let from = AVPixelFormat(rawValue: source.pointee.format)
        context = cffmpeg_sws_getCachedContext(
            context,
            width,
            height,
            from,
            format,
            CInt(SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT)
        )
        guard let context else { throw AVError(call: "sws_getCachedContext", code: .invalidData) }
        // The same matrix and range on both sides: numbers keep their meaning.
        let space = source.pointee.colorspace
        let table = sws_getCoefficients(
            space == AVCOL_SPC_UNSPECIFIED ? SWS_CS_DEFAULT : CInt(space.rawValue)
        )
        let range: CInt = source.pointee.color_range == AVCOL_RANGE_JPEG ? 1 : 0
        // Refused for pairs without a matrix, such as RGB to RGB, which need none.
        _ = cffmpeg_sws_setColorspaceDetails(context, table, range)
    }
}
