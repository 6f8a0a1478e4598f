public import Media
package import Pixels
internal import Presentation

/// Draws with the CPU for a display that puts two planes together: the main
/// picture in one buffer, the PIP window in another of its own size.
///
///     main ─► framebuffer ──────────► primary plane ─┐
///     PIP ──► premultiplied BGRA ───► overlay plane ─┴─► the screen
///          └► into the framebuffer, where the display refuses the overlay
///
/// A window that moves is not drawn at all; a new main picture leaves the
/// window's pixels alone, and the other way round.
///
/// Thread: bound to the thread that composes; it may be made on another.
public final class LayeredCompositor: Compositor {
    public let name = "planes"
    /// Whether the display takes a window with these bounds as an overlay; no
    /// without an answer. Asked when the visible bounds or the style change, and
    /// anew after it is set.
    public var acceptsOverlay: (PixelRect) -> Bool = { _ in false } {
        didSet { question = nil }
    }
    /// Where the window lies on the main picture, as large as its pixels; nil
    /// while there is none, or while it is drawn into the main picture.
    public private(set) var overlayBounds: PixelRect?

    private let base: CPUCompositor
    private var overlay = OverlayWindow()
    private var question: Question?
    private var isAccepted = false
    /// The veil that the window has come to lie under, or has left: it is none any more.
    private var cutVeil: UInt32?
    /// Both together, for snapshots; as large as the main picture once wanted.
    private var together = Framebuffer(size: PixelSize(width: 0, height: 0))

    /// What the display's answer depends on.
    private struct Question: Hashable {
        let visible: PixelRect
        let shape: RoundedShape
        let opacity: Int32
    }

    /// - Parameter size: Of the main picture; up to `CPUCompositor.largestSide` a side.
    public init(size: PixelSize) {
        base = CPUCompositor(size: size)
    }

    public var renderer: String { base.renderer }
    public var size: PixelSize { base.size }

    public var drawn: Scene? {
        var scene = base.drawn
        if let overlayBounds, var window = overlay.last?.scene.pip {
            window.placement = window.placement.moved(byX: overlayBounds.x, y: overlayBounds.y)
            scene?.pip = window
        }
        return scene
    }

    public func compose(_ scene: Scene) throws(CompositingError) -> Damage {
        var (below, bounds, hasNewOverlay) = (scene, nil as PixelRect?, false)
        if let layer = scene.pip,
            let window = DrawLayout.Window(layer.placement, output: size),
            // A plane would lie over it.
            !scene.osd.covers(window.visible), accepts(window)
        {
            hasNewOverlay = try overlay.draw(layer, visible: window.visible)
            (below.pip, bounds) = (nil, window.visible)
        } else {
            overlay.forget()
        }
        if let veil = scene.veil {
            if (bounds == nil) != (overlayBounds == nil) { cutVeil = veil.number }
            if veil.number == cutVeil { below.veil = nil }
        }
        do {
            var damage = try base.compose(below)
            damage.hasNewOverlay = hasNewOverlay
            damage.movesOverlay = bounds != overlayBounds
            overlayBounds = bounds
            return damage
        } catch {
            // Nobody has been told of its new pixels.
            overlay.forget()
            throw error
        }
    }

    /// The main picture, to be read: BGRX bytes, rows top-down; with the window only
    /// while no overlay shows it. Valid until the next `compose` or `resize`.
    package var mainSurface: Surface { base.surface }

    /// The window's pixels, to be read: BGRA bytes, the colours multiplied by alpha; they lie
    /// at `overlayBounds`. Valid until the next `compose` or `resize`.
    package var overlaySurface: Surface { overlay.surface }

    /// Reads both together, as the screen shows them.
    public func withFramebuffer<R>(
        _ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R
    ) throws(CompositingError) -> R {
        guard let window = overlayBounds else { return try base.withFramebuffer(body) }
        if together.size != size { together = Framebuffer(size: size) }
        let surface = together.surface
        base.surface.copy(to: surface)
        surface.part(window).lay(overlay.surface)
        return together.withPixels(body)
    }

    public func resize(to size: PixelSize) throws(CompositingError) {
        try base.resize(to: size)
        overlay.forget()
        (overlayBounds, question) = (nil, nil)
    }

    private func accepts(_ window: DrawLayout.Window) -> Bool {
        let asked = Question(
            visible: window.visible,
            shape: window.shape,
            opacity: window.opacity
        )
        if asked != question {
            isAccepted = acceptsOverlay(window.visible)
            question = asked
        }
        return isAccepted
    }
}
