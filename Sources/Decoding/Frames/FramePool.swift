package import CFFmpeg
package import Media

/// Memory for pictures of one kind, recycled: once as many have been made as
/// are held at a time, further ones allocate no pixels.
///
/// Thread: bound to the ingest thread; a frame may outlive the pool.
package final class FramePool {
    /// Rows and components start at multiples of so many bytes.
    private static let alignment: CInt = 64

    private var buffers: OpaquePointer?
    private var bufferBytes: CInt = 0

    package init() {}

    deinit {
        // Pictures still held keep their memory; the rest goes now.
        av_buffer_pool_uninit(&buffers)
    }

    /// Gives an empty frame memory for a picture.
    ///
    /// The corresponding C function is `av_frame_get_buffer`.
    ///
    /// - Throws: `AVError` for a size that libav does not have, and without memory; the
    ///   frame stays empty.
    package func fill(
        _ frame: UnsafeMutablePointer<AVFrame>,
        size: PixelSize,
        format: AVPixelFormat
    ) throws(AVError) {
        let pixels = try avCall("av_image_get_buffer_size") {
            av_image_get_buffer_size(format, size.width, size.height, Self.alignment)
        }
        // libswscale may write a vector beyond the last row.
        if pixels + Self.alignment != bufferBytes {
            av_buffer_pool_uninit(&buffers)
            bufferBytes = pixels + Self.alignment
            buffers = av_buffer_pool_init(Int(bufferBytes), nil)
        }
        guard let buffers, let buffer = av_buffer_pool_get(buffers) else {
            throw AVError(call: "av_buffer_pool_get", code: .outOfMemory)
        }
        frame.pointee.buf.0 = buffer
        frame.pointee.format = format.rawValue
        frame.pointee.width = size.width
        frame.pointee.height = size.height
        UnsafePointer(frame).withPlanes { data, strides in
            let data = UnsafeMutablePointer(mutating: data)
            data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) {
                _ = av_image_fill_arrays(
                    $0,
                    UnsafeMutablePointer(mutating: strides),
                    buffer.pointee.data,
                    format,
                    size.width,
                    size.height,
                    Self.alignment
                )
            }
        }
    }
}
