internal import FrameTransport
internal import Media
internal import Pixels
internal import Presentation

/// The pixels of a window that lies on a plane of its own: BGRA, the colours
/// multiplied by alpha.
///
/// The window is drawn over black, which multiplies its colours by how much of
/// it each pixel shows. That share itself, the alpha, is the same for all
/// pictures: it is computed when the window's form changes, and stamped in.
struct OverlayWindow: ~Copyable {
    private var framebuffer = Framebuffer(size: PixelSize(width: 0, height: 0))
    private var painter = PIPWindow()
    private var alpha = ScratchMemory()
    /// What the framebuffer holds; nil when that is unknown.
    private(set) var last: DrawnScene?

    var surface: Surface { framebuffer.surface }

    /// What is held is of no use any more: the next call draws.
    mutating func forget() {
        last = nil
    }

    /// Brings the pixels up to date.
    ///
    /// - Parameters:
    ///   - layer: The window with its picture, on the main picture.
    ///   - visible: The part of the window that the pixels cover.
    /// - Returns: Whether anything was drawn.
    /// - Throws: When the picture cannot be drawn; the next call draws.
    mutating func draw(
        _ layer: DrawLayer,
        visible: PixelRect
    ) throws(CompositingError) -> Bool {
        var layer = layer
        layer.placement = layer.placement.moved(byX: -visible.x, y: -visible.y)
        let next = DrawnScene(Scene(main: nil, pip: layer), size: visible.size)
        let changes = next.changes(since: last)
        guard !changes.isEmpty, let window = next.layout.pip else { return false }
        last = nil
        if changes.contains(.window) { prepare(window) }
        let surface = framebuffer.surface
        try painter.draw(layer.components, window: window, on: surface)
        surface.setAlpha(mask, bytesPerRow: bytesPerRow)
        last = next
        return true
    }

    /// Keeps black as what lies under the window, and computes alpha.
    private mutating func prepare(_ window: DrawLayout.Window) {
        if framebuffer.size != window.visible.size {
            framebuffer = Framebuffer(size: window.visible.size)
        }
        let surface = framebuffer.surface
        surface.fillBlack(window.visible, around: nil)
        painter.prepare(window)
        painter.keepBackground(of: surface, window: window)
        alpha.reserve(bytesPerRow * Int(framebuffer.size.height))
        fillMask(window.visible) { _, _ in Self.alpha(1, of: window) }
        for square in CornerTable.squares(of: window) {
            fillMask(square) { Self.alpha(window.shape.coverage(x: $0, y: $1), of: window) }
        }
    }

    /// As much as a colour of 255 becomes when it is drawn over black: no colour
    /// is ever above its alpha, which displays rely on.
    private static func alpha(_ coverage: Double, of window: DrawLayout.Window) -> UInt8 {
        let share = Int32((coverage * Double(window.opacity)).rounded())
        return UInt8((255 * share + 128) >> 8)
    }

    private var bytesPerRow: Int { (Int(framebuffer.size.width) + 63) & ~63 }

    /// A byte a pixel.
    private var mask: UnsafeMutablePointer<UInt8> {
        alpha.address(0).assumingMemoryBound(to: UInt8.self)
    }

    /// Sets each byte of `rect`, which has to lie within.
    private func fillMask(_ rect: PixelRect, _ value: (Int32, Int32) -> UInt8) {
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX { mask[Int(y) * bytesPerRow + Int(x)] = value(x, y) }
        }
    }
}

extension SceneLayer {
    /// The same layer elsewhere.
    func moved(byX x: Int32, y: Int32) -> Self {
        var moved = self
        moved.clip = clip.moved(byX: x, y: y)
        moved.destination = destination.moved(byX: x, y: y)
        return moved
    }
}
