package import CFFmpeg
package import FrameTransport
package import Media

/// An MD5 in the making. The corresponding C type is `AVHashContext`.
private struct MD5: ~Copyable {
    private let context: OpaquePointer

    init() {
        var context: OpaquePointer?
        guard av_hash_alloc(&context, "MD5") >= 0, let context else { fatalError("Out of memory") }
        self.context = context
        av_hash_init(context)
    }

    deinit {
        var context: OpaquePointer? = context
        av_hash_freep(&context)
    }

    func update(_ start: UnsafeRawPointer, count: Int) {
        av_hash_update(context, start.assumingMemoryBound(to: UInt8.self), count)
    }

    consuming func finish() -> PictureDigest {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { bytes in
            bytes.initialize(repeating: 0)
            av_hash_final(context, bytes.baseAddress)
            let halves = [bytes[0..<8], bytes[8..<16]].map { half in
                half.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            return PictureDigest(high: halves[0], low: halves[1])
        }
    }
}

extension PictureDigest {
    /// The digest of a picture's visible rows, one component after the other.
    package init(packing components: PictureComponents, format: FormatDescription) {
        let md5 = MD5()
        let parts = [components.first, components.second, components.third]
        for (index, part) in parts.prefix(format.pixelFormat.componentCount).enumerated() {
            guard let part else { continue }
            let width = format.pixelFormat.rowBytes(component: index, width: format.size.width)
            for row in 0..<format.pixelFormat.rows(component: index, height: format.size.height) {
                md5.update(part.base + row * part.bytesPerRow, count: width)
            }
        }
        self = md5.finish()
    }

    /// The digest of a decoded frame of any libav format, packed as libav's
    /// raw video encoder packs it; nil for a frame without a size.
    ///
    /// The corresponding C function is `av_image_copy_to_buffer` with alignment 1.
    package init?(packing frame: UnsafePointer<AVFrame>) {
        let format = AVPixelFormat(rawValue: frame.pointee.format)
        let size = av_image_get_buffer_size(format, frame.pointee.width, frame.pointee.height, 1)
        guard size > 0 else { return nil }
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(size))
        defer { buffer.deallocate() }
        let copied = frame.withPlanes { data, strides in
            av_image_copy_to_buffer(
                buffer,
                size,
                data,
                strides,
                format,
                frame.pointee.width,
                frame.pointee.height,
                1
            )
        }
        guard copied > 0 else { return nil }
        let md5 = MD5()
        md5.update(buffer, count: Int(copied))
        self = md5.finish()
    }
}
