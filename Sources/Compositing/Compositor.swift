public import FrameTransport
public import Media
public import Presentation

/// Draws a scene into a framebuffer.
///
/// All compositors show the same picture within a small tolerance: the source
/// crop of each layer is scaled into its destination, turned by the picture's
/// rotation, cut at the layer's clip and at the framebuffer, and converted to
/// RGB by the picture's matrix and range. Whatever no picture covers is black.
/// The alpha of BGRA and RGBA pictures is ignored: video is opaque.
///
/// The main layer fills its place without border, corners or opacity. The PIP
/// layer lies above it; its clip is the rectangle that the border runs along
/// (inside) and that the corners are cut from. What the scene's list has lies over
/// both, unscaled; a veil over everything: what the framebuffer showed before it was first
/// drawn, where that is known.
///
/// Thread: bound to the thread that made it.
public protocol Compositor: AnyObject {
    /// The name that the command line and the metrics use: "cpu", "gles", "planes".
    var name: String { get }
    /// The library or device that draws, such as "AVX2".
    var renderer: String { get }
    /// How pictures that come as dma-bufs are read.
    var imports: ImportReport { get }
    /// The framebuffer's size.
    var size: PixelSize { get }

    /// What the framebuffer shows; its pictures may be gone. Nil when that is unknown.
    var drawn: Scene? { get }

    /// Brings the framebuffer up to date, by drawing what differs from `drawn`.
    ///
    /// The pictures are read before the call returns and not kept. Allocates
    /// only when a format or the layout differs from the call before.
    ///
    /// - Returns: What was drawn; empty where nothing differs.
    /// - Throws: When a picture cannot be drawn. The framebuffer then holds an
    ///   undefined picture, and the next call draws everything.
    func compose(_ scene: Scene) throws(CompositingError) -> Damage

    /// Reads the framebuffer: BGRX bytes, rows top-down; the X bytes mean nothing.
    ///
    /// `body` gets the pixels, the bytes from one row to the next, and the
    /// size. The pixels are valid until it returns.
    ///
    /// - Returns: What `body` returns.
    /// - Throws: When the pixels cannot be fetched from the device.
    func withFramebuffer<R>(
        _ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R
    ) throws(CompositingError) -> R

    /// Changes the framebuffer's size. Its picture is lost: black until `compose`.
    func resize(to size: PixelSize) throws(CompositingError)
}

extension Compositor {
    /// What is true of all that draw with the CPU.
    public var imports: ImportReport {
        .none(reason: "the CPU reads pictures where they lie, without a copy")
    }
}

/// One layer with its picture: borrowed for the length of one call.
public struct DrawLayer {
    /// What is shown, and where.
    public var placement: SceneLayer
    /// The pixels of the placement's sample.
    public var components: PictureComponents

    public init(placement: SceneLayer, components: PictureComponents) {
        self.placement = placement
        self.components = components
    }

    /// Whether both show the same picture of the same stream, wherever.
    func hasPicture(of other: Self?) -> Bool {
        guard let other else { return false }
        return placement.hasPicture(of: other.placement)
            && components.first?.base == other.components.first?.base
    }
}

/// Everything the output shows at one scanout.
public struct Scene {
    /// Nil: black.
    public var main: DrawLayer?
    /// Nil: no window.
    public var pip: DrawLayer?
    /// What lies over both, made for a framebuffer of this size.
    public var osd: OSDList
    /// Nil: none.
    public var veil: Veil?

    public init(
        main: DrawLayer?,
        pip: DrawLayer?,
        osd: OSDList = OSDList(),
        veil: Veil? = nil
    ) {
        self.main = main
        self.pip = pip
        self.osd = osd
        self.veil = veil
    }
}

/// What a scene has changed, and so what the display has to be given.
public struct Damage: Hashable, Sendable {
    /// The part of the framebuffer that was drawn.
    public var main: PixelRect
    /// Whether the pixels of a window were drawn that lies on a plane of its own.
    public var hasNewOverlay: Bool
    /// Whether such a window came, went or moved, which keeps its pixels.
    public var movesOverlay: Bool

    public init(
        main: PixelRect = .zero,
        hasNewOverlay: Bool = false,
        movesOverlay: Bool = false
    ) {
        self.main = main
        self.hasNewOverlay = hasNewOverlay
        self.movesOverlay = movesOverlay
    }

    public var isEmpty: Bool { main.isEmpty && !hasNewOverlay && !movesOverlay }

    /// All that there is of a picture of this size.
    public static func everything(of size: PixelSize) -> Self {
        Self(main: PixelRect(size), hasNewOverlay: true, movesOverlay: true)
    }
}
