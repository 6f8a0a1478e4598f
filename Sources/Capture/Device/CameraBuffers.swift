internal import CV4L2
internal import Glibc

/// The memory of a camera's buffers, mapped into this process.
///
/// A mapping keeps the device open, whatever becomes of its descriptor: a
/// picture on the screen would leave the camera busy for its own successor. So
/// a session that ends detaches its buffers: those that someone may still read
/// become private copies at the same address, the others go.
///
/// Thread: bound to the ingest thread; whoever lets go of it last releases the
/// memory.
final class CameraBuffers: @unchecked Sendable {
    // @unchecked Sendable: `isMapped` is used by the ingest thread alone, until
    // the last owner, whichever thread that is, releases the memory.

    struct Buffer {
        let start: UnsafeMutableRawPointer
        let bytes: Int
        /// The buffer as a dma-buf, closed with it; nil where the driver exports none.
        let dmaDescriptor: CInt?
    }

    let buffers: [Buffer]
    private var isMapped: [Bool]

    /// - Parameter buffers: Mappings and descriptors, owned from here on.
    init(_ buffers: [Buffer]) {
        self.buffers = buffers
        isMapped = buffers.map { _ in true }
    }

    deinit {
        for index in buffers.indices where isMapped[index] { Self.release(buffers[index]) }
    }

    /// Lets go of the device.
    ///
    /// - Parameter isLent: Whether someone may read the buffer from now on.
    func detach(keeping isLent: (Int) -> Bool) {
        for index in buffers.indices where isMapped[index] {
            if isLent(index) {
                Self.makePrivate(buffers[index])
            } else {
                Self.release(buffers[index])
                isMapped[index] = false
            }
        }
    }

    /// Puts a copy in the place of a buffer. Other threads that read it meanwhile
    /// see the same pixels before and after: the kernel exchanges a mapping at once.
    private static func makePrivate(_ buffer: Buffer) {
        let copy = mmap(
            nil,
            buffer.bytes,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS,
            -1,
            0
        )
        // Without memory the device stays busy for as long as the picture is held.
        guard let copy, copy != MAP_FAILED else { return }
        copy.copyMemory(from: buffer.start, byteCount: buffer.bytes)
        if cv4l2_move_mapping(copy, buffer.start, UInt(buffer.bytes)) != 0 {
            munmap(copy, buffer.bytes)
        }
    }

    private static func release(_ buffer: Buffer) {
        munmap(buffer.start, buffer.bytes)
        if let descriptor = buffer.dmaDescriptor { close(descriptor) }
    }
}
