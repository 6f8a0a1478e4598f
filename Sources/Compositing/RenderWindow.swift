public import Media

/// Buffers of a display that a GPU draws into: a device and a surface of GBM.
public struct RenderWindow {
    /// The `gbm_device` that the surface was made with.
    package var display: OpaquePointer
    /// A `gbm_surface` of XRGB8888 buffers.
    package var surface: OpaquePointer
    /// The buffers' size, in pixels as scanned out.
    public var size: PixelSize
    /// How far the picture is turned clockwise on its way into the buffers.
    public var rotation: Rotation
    /// Keeps `display` and `surface`; held for as long as either is used.
    public var owner: AnyObject

    package init(
        display: OpaquePointer,
        surface: OpaquePointer,
        size: PixelSize,
        rotation: Rotation,
        owner: AnyObject
    ) {
        self.display = display
        self.surface = surface
        self.size = size
        self.rotation = rotation
        self.owner = owner
    }
}
