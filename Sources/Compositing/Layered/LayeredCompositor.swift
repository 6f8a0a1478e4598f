internal import FrameTransport
public import Media
internal import Pixels
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
    /// What `compose` changed since `presented` was called last.
    public private(set) var changes: LayeredChanges

    private let base: CPUCompositor
    private var overlay = OverlayWindow()
    private var question: Question?
    private var isAccepted = false
    /// The layers drawn last; nil when what was drawn is unknown.
    private var main: DrawLayer?
    private var pip: DrawLayer?
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
        changes = LayeredChanges(
            main: PixelRect(size),
            overlay: nil,
            hasNewOverlayPixels: false
        )
    }

    public var renderer: String { base.renderer }
    public var size: PixelSize { base.size }

    /// The display has taken what `changes` names.
    public func presented() {
        changes.main = nil
        changes.hasNewOverlayPixels = false
    }

    /// Draws what differs.
    ///
    /// A picture is known by its stream, number and memory: damage of the whole
    /// scene does not draw a layer that shows what it showed before.
    public func compose(_ list: DrawList) throws(CompositingError) {
        let previous = (main: main, pip: pip)
        (main, pip) = (nil, nil)
        let window = list.pip.flatMap { DrawLayout.Window($0.placement, output: size) }
        let isApart = if let window { accepts(window) } else { true }
        if let window, let layer = list.pip, isApart {
            pip = try drawOverlay(layer, window, list, previous: previous.pip)
        } else {
            overlay.forget()
            changes.overlay = nil
            changes.hasNewOverlayPixels = false
        }
        var below = list
        if isApart {
            below.pip = nil
            below.damage = list.damage(of: list.main, since: previous.main)
        }
        try base.compose(below)
        main = base.drawnDamage == .full ? list.main : previous.main
        include(base.drawnDamage)
    }

    /// Reads the main picture: BGRX bytes, rows top-down; with the window only
    /// while no overlay shows it.
    public func withMain<R>(_ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R) -> R {
        base.withPixels(body)
    }

    /// Reads the window's pixels: BGRA bytes, the colours multiplied by alpha.
    ///
    /// - Returns: What `body` returns; nil while no overlay shows the window.
    public func withOverlay<R>(_ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R) -> R? {
        changes.overlay == nil ? nil : overlay.withPixels(body)
    }

    /// Reads both together, as the screen shows them.
    public func withFramebuffer<R>(
        _ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R
    ) throws(CompositingError) -> R {
        guard let window = changes.overlay else { return base.withPixels(body) }
        if together.size != size { together = Framebuffer(size: size) }
        let surface = together.surface
        base.surface.copy(to: surface)
        surface.part(window).lay(overlay.surface)
        return together.withPixels(body)
    }

    public func resize(to size: PixelSize) throws(CompositingError) {
        try base.resize(to: size)
        overlay.forget()
        (main, pip, question) = (nil, nil, nil)
        changes = LayeredChanges(main: PixelRect(size), overlay: nil, hasNewOverlayPixels: false)
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

    /// - Returns: The layer whose picture the overlay shows.
    private func drawOverlay(
        _ layer: DrawLayer,
        _ window: DrawLayout.Window,
        _ list: DrawList,
        previous: DrawLayer?
    ) throws(CompositingError) -> DrawLayer? {
        let isNew = list.damage.namesWindow || list.damage(of: layer, since: previous) == .full
        let isDrawn = try overlay.draw(layer, window, hasNewPicture: isNew)
        changes.overlay = window.visible
        guard isDrawn else { return previous }
        changes.hasNewOverlayPixels = true
        return layer
    }

    /// Adds to what the display has to be given.
    private func include(_ damage: SceneDamage) {
        switch damage {
        case .none: break
        case .pip(let rect):
            let drawn = rect.intersection(PixelRect(size))
            guard !drawn.isEmpty else { return }
            changes.main = changes.main?.enclosing(drawn) ?? drawn
        case .full: changes.main = PixelRect(size)
        }
    }
}

extension DrawList {
    /// Damage of the whole scene, less what a layer shows as before: its
    /// picture, wherever it is.
    fileprivate func damage(of layer: DrawLayer?, since previous: DrawLayer?) -> SceneDamage {
        guard damage == .full else { return .none }
        guard let layer else { return previous == nil ? .none : .full }
        return layer.hasPicture(of: previous) ? .none : .full
    }
}

extension SceneDamage {
    /// Whether the caller says that the window alone shows something new.
    fileprivate var namesWindow: Bool {
        if case .pip = self { true } else { false }
    }
}
