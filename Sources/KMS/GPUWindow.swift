internal import CDRM
public import Media
internal import Platform

/// GBM, the allocator of GPU buffers, on one device. Opened once for each: Mesa
/// remembers its EGL display by the address.
///
/// Thread: bound to the presentation thread.
final class GraphicsDevice {
    let card: Card
    let device: OpaquePointer

    /// Returns nil when Mesa has no driver that could draw for the device.
    init?(on card: Card) {
        guard let device = gbm_create_device(card.rawValue) else { return nil }
        self.card = card
        self.device = device
    }

    deinit {
        gbm_device_destroy(device)
    }
}

/// Buffers of one mode that a GPU draws into and a display scans out.
///
/// It lives for as long as anything refers to it; an EGL surface made from it
/// has to go first. There is a new one with every activation.
///
/// EGL draws into at most four buffers by turns. Each gets a framebuffer when it
/// is shown for the first time, and keeps it until the surface goes.
///
/// Thread: bound to the presentation thread.
public final class GPUWindow {
    /// A `gbm_device`, the same for all windows of a display device.
    public var device: OpaquePointer { graphics.device }
    /// A `gbm_surface` of XRGB8888.
    public let surface: OpaquePointer
    /// The mode's: the picture has to be turned by the rotation.
    public let size: PixelSize
    private let graphics: GraphicsDevice
    /// What the display uses, until `release`.
    private var locked: [(framebuffer: FramebufferID, buffer: OpaquePointer)] = []

    /// Returns nil when there is no memory for buffers of that size.
    init?(on graphics: GraphicsDevice, size: PixelSize) {
        let surface = gbm_surface_create(
            graphics.device,
            UInt32(size.width),
            UInt32(size.height),
            cdrm_FORMAT_XRGB8888,
            GBM_BO_USE_SCANOUT.rawValue | GBM_BO_USE_RENDERING.rawValue
        )
        guard let surface else { return nil }
        self.graphics = graphics
        self.surface = surface
        self.size = size
        locked.reserveCapacity(4)
    }

    deinit {
        for entry in locked { gbm_surface_release_buffer(surface, entry.buffer) }
        gbm_surface_destroy(surface)
    }

    /// Takes what EGL has posted, until it is released.
    ///
    /// - Throws: `EAGAIN` when nothing was posted; what adding a framebuffer throws.
    func lockFrontBuffer() throws(SystemCallError) -> FramebufferID {
        guard let buffer = gbm_surface_lock_front_buffer(surface) else {
            throw SystemCallError(call: "gbm_surface_lock_front_buffer", errno: .wouldBlock)
        }
        do {
            let framebuffer = try framebuffer(of: buffer)
            locked.append((framebuffer, buffer))
            return framebuffer
        } catch {
            gbm_surface_release_buffer(surface, buffer)
            throw error
        }
    }

    /// Gives a buffer back to EGL. Those of other windows are left alone.
    func release(_ framebuffer: FramebufferID) {
        guard let index = locked.firstIndex(where: { $0.framebuffer == framebuffer }) else {
            return
        }
        gbm_surface_release_buffer(surface, locked[index].buffer)
        locked.remove(at: index)
    }

    /// Whether the display reads any of its buffers.
    var isInUse: Bool { !locked.isEmpty }

    /// The framebuffer that shows a buffer; it goes with the buffer.
    private func framebuffer(of buffer: OpaquePointer) throws(SystemCallError) -> FramebufferID {
        if let known = gbm_bo_get_user_data(buffer) {
            return FramebufferID(UInt32(truncatingIfNeeded: UInt(bitPattern: known)))
        }
        let framebuffer = try addFramebuffer(buffer)
        gbm_bo_set_user_data(buffer, UnsafeMutableRawPointer(bitPattern: UInt(framebuffer))) {
            buffer,
            data in
            let descriptor = gbm_device_get_fd(gbm_bo_get_device(buffer))
            _ = drmModeRmFB(descriptor, UInt32(truncatingIfNeeded: UInt(bitPattern: data)))
        }
        return FramebufferID(framebuffer)
    }

    /// Without a modifier: `gbm_surface_create` leaves the layout to the driver,
    /// and so the kernel's half of it knows which one it is.
    private func addFramebuffer(_ buffer: OpaquePointer) throws(SystemCallError) -> UInt32 {
        var handles = (gbm_bo_get_handle(buffer).u32, UInt32(0), UInt32(0), UInt32(0))
        var pitches = (gbm_bo_get_stride(buffer), UInt32(0), UInt32(0), UInt32(0))
        var offsets = (gbm_bo_get_offset(buffer, 0), UInt32(0), UInt32(0), UInt32(0))
        var id: UInt32 = 0
        try drmCall("DRM_IOCTL_MODE_ADDFB2") {
            drmModeAddFB2(
                graphics.card.rawValue,
                UInt32(size.width),
                UInt32(size.height),
                cdrm_FORMAT_XRGB8888,
                &handles.0,
                &pitches.0,
                &offsets.0,
                &id,
                0
            )
        }
        return id
    }
}
