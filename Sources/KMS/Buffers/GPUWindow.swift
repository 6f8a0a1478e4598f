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
/// is shown for the first time, and keeps it until the EGL surface goes; the one
/// on the display stays until its successor is shown.
///
/// Thread: bound to the presentation thread.
public final class GPUWindow {
    /// A `gbm_device`, the same for all windows of a display device.
    package var device: OpaquePointer { graphics.device }
    /// A `gbm_surface` of XRGB8888.
    package let surface: OpaquePointer
    /// The mode's: the picture has to be turned by the rotation.
    public let size: PixelSize
    private let graphics: GraphicsDevice
    /// What the display uses, until `release`.
    private var locked: [BufferFramebuffer] = []

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
        for framebuffer in locked { giveBack(framebuffer) }
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
            locked.append(framebuffer)
            return framebuffer.id
        } catch {
            gbm_surface_release_buffer(surface, buffer)
            throw error
        }
    }

    /// Gives a buffer back to EGL. Those of other windows are left alone.
    func release(_ framebuffer: FramebufferID) {
        guard let index = locked.firstIndex(where: { $0.id == framebuffer }) else { return }
        giveBack(locked.remove(at: index))
    }

    /// Whether the display reads any of its buffers.
    var isInUse: Bool { !locked.isEmpty }

    private func giveBack(_ framebuffer: BufferFramebuffer) {
        // Without its EGL surface there is nobody to give it back to.
        guard let buffer = framebuffer.buffer else { return }
        gbm_surface_release_buffer(surface, buffer)
    }

    private func framebuffer(
        of buffer: OpaquePointer
    ) throws(SystemCallError) -> BufferFramebuffer {
        if let known = gbm_bo_get_user_data(buffer) {
            return Unmanaged<BufferFramebuffer>.fromOpaque(known).takeUnretainedValue()
        }
        let framebuffer = try BufferFramebuffer(of: buffer, on: graphics.card, size: size)
        // The buffer holds a reference until it goes.
        gbm_bo_set_user_data(buffer, Unmanaged.passRetained(framebuffer).toOpaque()) { _, data in
            guard let data else { return }
            let framebuffer = Unmanaged<BufferFramebuffer>.fromOpaque(data).takeRetainedValue()
            framebuffer.buffer = nil
        }
        return framebuffer
    }
}

/// The framebuffer of one GPU buffer, whose memory it keeps.
///
/// EGL frees its buffers with the surface, while the last of them may still be on
/// the display; a framebuffer that is removed then switches the display off. So
/// the framebuffer stays for as long as the buffer or the display uses it.
private final class BufferFramebuffer {
    let id: FramebufferID
    /// Nil once EGL has freed it.
    var buffer: OpaquePointer?
    private let card: Card

    /// Without a modifier: `gbm_surface_create` leaves the layout to the driver,
    /// and so the kernel's half of it knows which one it is.
    init(of buffer: OpaquePointer, on card: Card, size: PixelSize) throws(SystemCallError) {
        let plane = BufferPlane(
            handle: gbm_bo_get_handle(buffer).u32,
            pitch: gbm_bo_get_stride(buffer),
            offset: gbm_bo_get_offset(buffer, 0)
        )
        id = try card.addFramebuffer(plane, size: size, format: cdrm_FORMAT_XRGB8888)
        self.buffer = buffer
        self.card = card
    }

    deinit {
        card.removeFramebuffer(id)
    }
}
