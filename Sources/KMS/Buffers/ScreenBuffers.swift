public import Media

/// Pixels of the caller's, lent for one call: 32 bits each, blue first, upright.
public struct PixelBuffer {
    public var base: UnsafeRawPointer
    public var bytesPerRow: Int
    public var size: PixelSize

    public init(base: UnsafeRawPointer, bytesPerRow: Int, size: PixelSize) {
        self.base = base
        self.bytesPerRow = bytesPerRow
        self.size = size
    }
}

/// A window that hardware puts above the main picture.
public struct OverlayBuffer {
    /// Blue, green, red, alpha; the colours are premultiplied by alpha.
    public var pixels: PixelBuffer
    /// Where it goes in the upright picture; of the pixels' size.
    public var bounds: PixelRect
    /// False when the pixels are those of the last call: they are read only if
    /// the display lacks them.
    public var hasChanged: Bool

    public init(pixels: PixelBuffer, bounds: PixelRect, hasChanged: Bool) {
        self.pixels = pixels
        self.bounds = bounds
        self.hasChanged = hasChanged
    }
}
