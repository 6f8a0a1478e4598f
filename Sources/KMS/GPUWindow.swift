public import Media

/// Buffers of one mode that a GPU draws into and a display scans out.
///
/// It lives for as long as anything refers to it; an EGL surface made from it
/// has to go first. There is a new one with every activation.
///
/// Thread: bound to the presentation thread.
public final class GPUWindow {
    /// A `gbm_device`.
    public let device: OpaquePointer
    /// A `gbm_surface` of XRGB8888.
    public let surface: OpaquePointer
    /// The mode's: the picture has to be turned by the rotation.
    public let size: PixelSize

    init(device: OpaquePointer, surface: OpaquePointer, size: PixelSize) {
        self.device = device
        self.surface = surface
        self.size = size
    }
}
