internal import FrameTransport
public import Media
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
    /// Whether the display takes the window at these bounds as an overlay; no
    /// without an answer. Asked when the window's bounds or style change, and
    /// anew when it is set.
    public var acceptsOverlay: (PixelRect) -> Bool = { _ in false } {
        didSet { question = nil }
    }

    private let base: CPUCompositor
    private var overlay = OverlayWindow()
    private var question: Question?
    private var isAccepted = false
    /// The main layer that the framebuffer shows; nil when that is unknown.
    private var main: DrawLayer?
    /// What was not presented yet.
    private var pending: LayeredChanges

    /// What the display's answer depends on.
    private struct Question: Hashable {
        let bounds: PixelRect
        let shape: RoundedShape
        let opacity: Int32
    }

    /// - Parameter size: Of the main picture; up to `CPUCompositor.largestSide` a side.
    public init(size: PixelSize) {
        base = CPUCompositor(size: size)
        pending = LayeredChanges(
            main: PixelRect(size),
            overlay: nil,
            hasNewOverlayPixels: true
        )
    }

    public var renderer: String { base.renderer }
    public var size: PixelSize { base.size }

    /// What `compose` changed since `presented` was called last.
    public var changes: LayeredChanges { pending }

    /// The display has taken what `changes` names.
    public func presented() {
        pending.main = nil
        pending.hasNewOverlayPixels = false
    }

    public func compose(_ list: DrawList) throws(CompositingError) {
        try base.compose(list)
    }

    /// Reads the main picture: BGRX bytes, rows top-down.
    public func withMain<R>(_ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R) -> R {
        base.withPixels(body)
    }

    /// Reads the window's pixels: BGRA bytes, the colours multiplied by alpha.
    ///
    /// - Returns: Nil while no overlay shows the window.
    public func withOverlay<R>(_ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R) -> R? {
        nil
    }

    /// Reads both together, as the screen shows them.
    public func withFramebuffer<R>(
        _ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R
    ) throws(CompositingError) -> R {
        try base.withFramebuffer(body)
    }

    public func resize(to size: PixelSize) throws(CompositingError) {
        try base.resize(to: size)
    }
}
