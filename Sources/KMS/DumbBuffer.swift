internal import CDRM
internal import Glibc
internal import Media
internal import Platform

/// A framebuffer in memory that the processor writes: 32 bits a pixel.
///
/// The memory is write-combined on real hardware: writing rows is fast, reading
/// back is not. It has to be out of use when the last reference goes, because
/// the kernel switches off what still shows it.
///
/// Thread: bound to the presentation thread.
final class DumbBuffer {
    let size: PixelSize
    let bytesPerRow: Int
    private let card: Card
    private let handle: UInt32
    private let byteCount: Int
    private var mapping: UnsafeMutableRawPointer?
    private var framebuffer: FramebufferID?

    private init(of card: Card, handle: UInt32, size: PixelSize, pitch: UInt32, byteCount: UInt64) {
        self.card = card
        self.handle = handle
        self.size = size
        bytesPerRow = Int(pitch)
        self.byteCount = Int(byteCount)
    }

    /// Allocates a black (or, with alpha, transparent) buffer.
    ///
    /// - Parameters:
    ///   - card: What shows it.
    ///   - size: At least one pixel each way.
    ///   - format: A four-character code of 32 bits a pixel.
    /// - Returns: The buffer.
    /// - Throws: `ENOMEM`, `EINVAL` for sizes and formats that the driver has not, `ENODEV`.
    static func open(
        on card: Card,
        size: PixelSize,
        format: UInt32
    ) throws(SystemCallError) -> DumbBuffer {
        var (handle, pitch, byteCount): (UInt32, UInt32, UInt64) = (0, 0, 0)
        try drmCall("DRM_IOCTL_MODE_CREATE_DUMB") {
            drmModeCreateDumbBuffer(
                card.rawValue,
                UInt32(size.width),
                UInt32(size.height),
                32,
                0,
                &handle,
                &pitch,
                &byteCount
            )
        }
        let buffer = DumbBuffer(
            of: card,
            handle: handle,
            size: size,
            pitch: pitch,
            byteCount: byteCount
        )
        try buffer.map()
        try buffer.addFramebuffer(format)
        return buffer
    }

    deinit {
        // Fails for a device that was removed: the kernel has done it all then.
        if let framebuffer { _ = drmModeRmFB(card.rawValue, framebuffer.rawValue) }
        if let mapping { _ = munmap(mapping, byteCount) }
        _ = drmModeDestroyDumbBuffer(card.rawValue, handle)
    }

    private func map() throws(SystemCallError) {
        var offset: UInt64 = 0
        try drmCall("DRM_IOCTL_MODE_MAP_DUMB") {
            drmModeMapDumbBuffer(card.rawValue, handle, &offset)
        }
        try systemCall("mmap") {
            let start = mmap(
                nil,
                byteCount,
                PROT_READ | PROT_WRITE,
                MAP_SHARED,
                card.rawValue,
                off_t(offset)
            )
            guard let start, start != MAP_FAILED else { return -1 }
            mapping = start
            return 0
        }
        // Most drivers clear it, but nothing says that they have to.
        mapping?.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    /// Without a modifier: the layout of a dumb buffer is the driver's plain one.
    private func addFramebuffer(_ format: UInt32) throws(SystemCallError) {
        var handles: (UInt32, UInt32, UInt32, UInt32) = (handle, 0, 0, 0)
        var pitches: (UInt32, UInt32, UInt32, UInt32) = (UInt32(bytesPerRow), 0, 0, 0)
        var offsets: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        var id: UInt32 = 0
        try drmCall("DRM_IOCTL_MODE_ADDFB2") {
            drmModeAddFB2(
                card.rawValue,
                UInt32(size.width),
                UInt32(size.height),
                format,
                &handles.0,
                &pitches.0,
                &offsets.0,
                &id,
                0
            )
        }
        framebuffer = FramebufferID(id)
    }

    /// What planes show; never zero for a buffer that `open` returned.
    var id: FramebufferID { framebuffer ?? FramebufferID(0) }

    /// Lends the memory for writing.
    func withPixels(_ body: (PixelTarget) -> Void) {
        guard let mapping else { return }
        body(PixelTarget(base: mapping, bytesPerRow: bytesPerRow, size: size))
    }
}
