public import Media
package import Pixels
internal import Presentation

/// Draws with the CPU, into memory, with the instructions that the processor has.
///
/// Draws only what changed: nothing, the PIP window, or both layers. Black
/// bars are drawn when the layout changes, not with every picture.
///
/// Thread: bound to the thread that composes; it may be made on another.
public final class CPUCompositor: Compositor {
    public let name = "cpu"
    public let renderer: String

    private var framebuffer: Framebuffer
    private var painter: PicturePainter
    private var pip: PIPWindow
    /// What the framebuffer holds; nil when that is unknown.
    private var drawn: DrawLayout?
    /// What the window shows, while `drawn` is known.
    private var shown: DrawLayer?
    /// What the last `compose` drew.
    private(set) var drawnDamage = SceneDamage.none

    /// The largest framebuffer.
    public static let largestSide: Int32 = 32000

    /// Draws into memory of its own.
    ///
    /// - Parameter size: Up to `largestSide` a side.
    public convenience init(size: PixelSize) {
        self.init(framebuffer: Framebuffer(size: size))
    }

    /// Draws into memory given from outside.
    public convenience init(framebuffer: consuming Framebuffer) {
        self.init(framebuffer: framebuffer, .best)
    }

    /// Draws into memory given from outside, with instructions that the processor has.
    package init(framebuffer: consuming Framebuffer, _ instructions: PixelInstructions) {
        self.framebuffer = framebuffer
        painter = PicturePainter(instructions)
        pip = PIPWindow(instructions)
        renderer = instructions.name
    }

    public var size: PixelSize { framebuffer.size }

    public func compose(_ list: DrawList) throws(CompositingError) {
        let layout = DrawLayout(list, size: framebuffer.size)
        let damage = layout.damage(since: drawn, list.damage)
        drawnDamage = damage
        if case .none = damage { return }
        let previous = (layout: drawn, pip: shown)
        let isNewLayout = layout != previous.layout
        (drawn, shown) = (nil, nil)
        if case .full = damage {
            try drawMain(list.main, layout, isNewLayout: isNewLayout)
        }
        if let window = layout.pip, let layer = list.pip {
            let isRepeated =
                damage == .full && window == previous.layout?.pip
                && layer.hasPicture(of: previous.pip)
            try pip.draw(
                layer.components,
                window: window,
                isRepeated: isRepeated,
                on: framebuffer.surface
            )
        }
        (drawn, shown) = (layout, list.pip)
    }

    public func withFramebuffer<R>(
        _ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R
    ) throws(CompositingError) -> R {
        withPixels(body)
    }

    /// Reads the framebuffer, which lies in memory and is there.
    func withPixels<R>(_ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R) -> R {
        framebuffer.withPixels(body)
    }

    /// The framebuffer, to be read.
    var surface: Surface { framebuffer.surface }

    /// Changes to memory of its own of another size.
    public func resize(to size: PixelSize) throws(CompositingError) {
        guard max(size.width, size.height) <= Self.largestSide else {
            throw .tooLarge(size, limit: Self.largestSide)
        }
        framebuffer = Framebuffer(size: size)
        drawn = nil
    }

    /// Draws the background and the main layer, and keeps what the window will hide.
    private func drawMain(
        _ layer: DrawLayer?,
        _ layout: DrawLayout,
        isNewLayout: Bool
    ) throws(CompositingError) {
        let surface = framebuffer.surface
        // The window's last picture may lie on the bars.
        let stale = isNewLayout ? PixelRect(layout.size) : layout.pip?.visible ?? .zero
        surface.fillBlack(stale, around: layout.main?.mapping.visible)
        if let layer, let main = layout.main {
            let place = surface.part(main.mapping.visible)
            guard painter.draw(layer.components, main.format, main.mapping, to: place) else {
                throw .unsupportedFormat(main.format.pixelFormat)
            }
        }
        if let window = layout.pip {
            pip.keepBackground(of: surface, window: window)
        }
    }
}
