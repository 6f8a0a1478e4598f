internal import CDRM
internal import Glibc
internal import Media
internal import Pixels
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
    /// What planes show.
    let id: FramebufferID
    private let card: Card
    private let memory: DumbMemory

    /// Allocates a black (or, with alpha, transparent) buffer.
    ///
    /// - Parameters:
    ///   - card: What shows it.
    ///   - size: At least one pixel each way.
    ///   - format: A four-character code of 32 bits a pixel.
    /// - Throws: `ENOMEM`, `EINVAL` for sizes and formats that the driver has not, `ENODEV`.
    init(on card: Card, size: PixelSize, format: UInt32) throws(SystemCallError) {
        let memory = try card.createMemory(size)
        do {
            id = try card.addFramebuffer(memory.plane, size: size, format: format)
        } catch {
            card.destroyMemory(memory)
            throw error
        }
        // Most drivers clear it, but nothing says that they have to.
        memory.base.initializeMemory(as: UInt8.self, repeating: 0, count: memory.byteCount)
        self.size = size
        self.card = card
        self.memory = memory
    }

    deinit {
        card.removeFramebuffer(id)
        card.destroyMemory(memory)
    }

    /// The memory, for writing row by row; it is never read.
    var pixels: Surface {
        Surface(base: memory.base, bytesPerRow: Int(memory.plane.pitch), size: size)
    }
}

/// Memory of a device's, mapped; freed by `Card.destroyMemory`.
struct DumbMemory {
    let plane: BufferPlane
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    init(plane: BufferPlane, base: UnsafeMutableRawPointer, byteCount: Int) {
        self.plane = plane
        self.base = base
        self.byteCount = byteCount
    }

    init(_ size: PixelSize, on device: CInt) throws(SystemCallError) {
        var (handle, pitch, byteCount): (UInt32, UInt32, UInt64) = (0, 0, 0)
        try drmCall("DRM_IOCTL_MODE_CREATE_DUMB") {
            drmModeCreateDumbBuffer(
                device,
                UInt32(size.width),
                UInt32(size.height),
                32,
                0,
                &handle,
                &pitch,
                &byteCount
            )
        }
        do {
            base = try Self.map(handle, Int(byteCount), on: device)
        } catch {
            _ = drmModeDestroyDumbBuffer(device, handle)
            throw error
        }
        plane = BufferPlane(handle: handle, pitch: pitch)
        self.byteCount = Int(byteCount)
    }

    func destroy(on device: CInt) {
        _ = munmap(base, byteCount)
        _ = drmModeDestroyDumbBuffer(device, plane.handle)
    }

    private static func map(
        _ handle: UInt32,
        _ byteCount: Int,
        on device: CInt
    ) throws(SystemCallError) -> UnsafeMutableRawPointer {
        var offset: UInt64 = 0
        try drmCall("DRM_IOCTL_MODE_MAP_DUMB") { drmModeMapDumbBuffer(device, handle, &offset) }
        var mapping: UnsafeMutableRawPointer?
        try systemCall("mmap") {
            mapping = mmap(
                nil,
                byteCount,
                PROT_READ | PROT_WRITE,
                MAP_SHARED,
                device,
                off_t(offset)
            )
            return mapping == MAP_FAILED ? -1 : 0
        }
        guard let mapping else {
            throw SystemCallError(call: "mmap", errno: .outOfMemory)
        }
        return mapping
    }
}
