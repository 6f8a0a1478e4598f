internal import CFFmpeg
internal import Media

/// Turns pictures of any libav format into one that is shown, at the same size.
///
/// Memory is recycled: once as many pictures as are held at a time have been
/// made, a conversion allocates nothing.
///
/// Thread: bound to the ingest thread.
struct PictureConverter: ~Copyable {
    private var context: OpaquePointer?
    private var buffers: OpaquePointer?
    private var bufferBytes: CInt = 0

    init() {}

    deinit {
        cffmpeg_sws_freeContext(context)
        // Pictures still held keep their memory; the rest goes now.
        var buffers = buffers
        av_buffer_pool_uninit(&buffers)
    }

    /// Converts `source` into the empty frame `target`, keeping matrix and range.
    ///
    /// The corresponding C function is `sws_scale`.
    ///
    /// - Throws: `AVError` when libswscale knows no way; `target` stays empty.
    mutating func convert(
        _ source: UnsafePointer<AVFrame>,
        into target: UnsafeMutablePointer<AVFrame>,
        as format: AVPixelFormat
    ) throws(AVError) {
        try prepare(for: source, format: format)
        try fillBuffer(of: target, like: source, format: format)
        let height = source.pointee.height
        let rows = source.withPlanes { data, strides in
            UnsafePointer(target).withPlanes { targetData, targetStrides in
                targetData.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) {
                    cffmpeg_sws_scale(context, data, strides, height, $0, targetStrides)
                }
            }
        }
        guard rows == height else {
            av_frame_unref(target)
            throw AVError(call: "sws_scale", code: .invalidData)
        }
    }

    private mutating func prepare(
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

    private mutating func fillBuffer(
        of target: UnsafeMutablePointer<AVFrame>,
        like source: UnsafePointer<AVFrame>,
        format: AVPixelFormat
    ) throws(AVError) {
        let width = source.pointee.width
        let height = source.pointee.height
        let size = try avCall("av_image_get_buffer_size") {
            av_image_get_buffer_size(format, width, height, 64)
        }
        // libswscale may write a vector beyond the last row.
        if size + 64 != bufferBytes {
            av_buffer_pool_uninit(&buffers)
            bufferBytes = size + 64
            buffers = av_buffer_pool_init(Int(bufferBytes), nil)
        }
        guard let buffers, let buffer = av_buffer_pool_get(buffers) else {
            fatalError("Out of memory")
        }
        target.pointee.buf.0 = buffer
        target.pointee.format = format.rawValue
        target.pointee.width = width
        target.pointee.height = height
        UnsafePointer(target).withPlanes { data, strides in
            let data = UnsafeMutablePointer(mutating: data)
            data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) {
                _ = av_image_fill_arrays(
                    $0,
                    UnsafeMutablePointer(mutating: strides),
                    buffer.pointee.data,
                    format,
                    width,
                    height,
                    64
                )
            }
        }
    }
}
