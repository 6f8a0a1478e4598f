internal import Compositing
internal import KMS
internal import Media
internal import Pixels

/// What draws for a display, and how its pictures get there.
///
/// Thread: bound to the presentation thread.
enum DisplayCanvas {
    /// There is no display; what is drawn is not seen.
    case nothing(CPUCompositor)
    /// One picture, drawn in memory.
    case cpu(CPUCompositor)
    /// The main picture and the window, each for a plane of its own.
    case planes(LayeredCompositor)
    /// One picture, drawn by a GPU.
    case gles(GLESCompositor)

    static func blank() -> Self {
        .nothing(CPUCompositor(size: PixelSize(width: 16, height: 16)))
    }

    var isBlank: Bool {
        if case .nothing = self { true } else { false }
    }

    /// Whether the window is drawn for a plane of its own; nil where there are no planes.
    var isWindowOnPlane: Bool? {
        if case .planes(let layers) = self { layers.overlayBounds != nil } else { nil }
    }

    /// What composes.
    var compositor: any Compositor {
        switch self {
        case .nothing(let compositor): compositor
        case .cpu(let compositor): compositor
        case .planes(let compositor): compositor
        case .gles(let compositor): compositor
        }
    }

    /// Hands over what was drawn.
    ///
    /// - Parameters:
    ///   - damage: What of it is new.
    ///   - screen: Set to a mode of the compositor's size, with no flip pending.
    /// - Returns: Why the screen did not take it; nil when it did.
    /// - Throws: When the picture cannot be fetched from what drew it.
    func present(_ damage: Damage, on screen: Screen) throws(CompositingError) -> KMSError? {
        if case .gles(let compositor) = self { try compositor.post() }
        do throws(KMSError) {
            switch self {
            case .nothing: return .inactive
            case .cpu(let compositor):
                let main = PixelBuffer(compositor.surface)
                try screen.present(main: main, damage: damage.main, overlay: nil)
            case .planes(let compositor):
                let main = PixelBuffer(compositor.mainSurface)
                let overlay = OverlayBuffer(of: compositor, hasChanged: damage.hasNewOverlay)
                try screen.present(main: main, damage: damage.main, overlay: overlay)
            case .gles: try screen.presentFrontBuffer()
            }
            return nil
        } catch {
            return error
        }
    }
}

extension PixelBuffer {
    fileprivate init(_ surface: Surface) {
        self.init(base: surface.base, bytesPerRow: surface.bytesPerRow, size: surface.size)
    }
}

extension OverlayBuffer {
    /// Nil while no overlay shows the window.
    fileprivate init?(of compositor: LayeredCompositor, hasChanged: Bool) {
        guard let bounds = compositor.overlayBounds else { return nil }
        let pixels = PixelBuffer(compositor.overlaySurface)
        self.init(pixels: pixels, bounds: bounds, hasChanged: hasChanged)
    }
}
