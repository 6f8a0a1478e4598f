package import CFFmpeg

/// An empty frame that is freed with its owner.
package final class OwnedFrame {
    package let pointer: UnsafeMutablePointer<AVFrame>

    /// - Throws: `AVError` without memory.
    package init() throws(AVError) {
        pointer = try FrameStorage.allocate()
    }

    deinit {
        FrameStorage.free(pointer)
    }
}

/// An empty packet that is freed with its owner.
package final class OwnedPacket {
    package let pointer: UnsafeMutablePointer<AVPacket>

    /// The corresponding C function is `av_packet_alloc`.
    ///
    /// - Throws: `AVError` without memory.
    package init() throws(AVError) {
        guard let pointer = av_packet_alloc() else {
            throw AVError(call: "av_packet_alloc", code: .outOfMemory)
        }
        self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&pointer)
    }
}
