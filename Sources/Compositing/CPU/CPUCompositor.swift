public import Media
package import Pixels

/// Draws with the CPU, into memory, with the instructions that the processor has.
///
/// Draws only what changed: nothing, the PIP window, or both layers. Black
/// bars are drawn when the layout changes, not with every picture.
///
/// Thread: bound to the thread that composes, which may hand it on.
public final class CPUCompositor: Compositor {
    public let name = "cpu"
    public let renderer: String

    private var framebuffer: Framebuffer
    private var painter: PicturePainter
    private var pip: PIPWindow
    private var osd = OSDPainter()
    private var veil = VeilPainter()
    /// What the framebuffer holds; nil when that is unknown.
    private var last: DrawnScene?

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

    public var drawn: Scene? { last?.scene }

    public func compose(_ scene: Scene) throws(CompositingError) -> Damage {
        let next = DrawnScene(scene, size: size)
        var changes = next.changes(since: last)
        veil.keep(framebuffer.surface, for: scene.veil, isKnown: last != nil)
        let damage = next.damage(changes, since: last)
        last = nil
        let keeps = !changes.contains(.mainPicture)
        if changes.contains(.osd), !changes.reachBeyondWindow, !osd.uncover(framebuffer.surface) {
            changes = .all
        }
        if changes.reachBeyondWindow { try drawMain(scene, next.layout, changes) }
        if !changes.isDisjoint(with: .ofWindow), let window = next.layout.pip, let layer = scene.pip
        {
            try pip.draw(
                layer.components,
                window: window,
                isRepeated: changes.isDisjoint(with: [.window, .windowPicture]),
                on: framebuffer.surface
            )
        }
        if !changes.isEmpty {
            let isPart = changes.isDisjoint(with: [.layout, .mainPicture, .osd])
            osd.lay(
                scene.osd,
                over: isPart ? next.layout.pip?.visible : nil,
                keeps: keeps,
                on: framebuffer.surface
            )
            veil.lay(scene.veil, on: framebuffer.surface)
        }
        last = next
        return Damage(main: damage)
    }

    public func withFramebuffer<R>(
        _ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R
    ) throws(CompositingError) -> R {
        framebuffer.withPixels(body)
    }

    /// The framebuffer, to be read: as `withFramebuffer` lends it, valid until `resize`.
    package var surface: Surface { framebuffer.surface }

    /// Changes to memory of its own of another size.
    public func resize(to size: PixelSize) throws(CompositingError) {
        guard max(size.width, size.height) <= Self.largestSide else {
            throw .tooLarge(size, limit: Self.largestSide)
        }
        framebuffer = Framebuffer(size: size)
        veil.forget()
        last = nil
    }

    /// Draws the background and the main layer, and keeps what the window will hide.
    private func drawMain(
        _ scene: Scene,
        _ layout: DrawLayout,
        _ changes: DrawnScene.Changes
    ) throws(CompositingError) {
        let surface = framebuffer.surface
        // The window's last picture may lie on the bars, and what lies over everything.
        let isAll = changes.contains(.layout) || changes.contains(.osd) || !scene.osd.isEmpty
        let bars = isAll ? PixelRect(layout.size) : layout.pip?.visible
        surface.fillBlack(bars ?? .zero, around: layout.main?.mapping.visible)
        if let layer = scene.main, let main = layout.main {
            let place = surface.part(main.mapping.visible)
            guard painter.draw(layer.components, main.format, main.mapping, to: place) else {
                throw .unsupportedFormat(main.format.pixelFormat)
            }
        }
        if let window = layout.pip {
            if changes.contains(.window) { pip.prepare(window) }
            pip.keepBackground(of: surface, window: window)
        }
    }
}
