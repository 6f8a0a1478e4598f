internal import Compositing
internal import KMS
internal import Media

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
        switch self {
        case .nothing: return .inactive
        case .cpu(let compositor):
            return try compositor.withFramebuffer { pixels, bytesPerRow, size in
                let main = PixelBuffer(pixels, bytesPerRow: bytesPerRow, size: size)
                return Self.present(main, damage, nil, on: screen)
            }
        case .planes(let compositor):
            return compositor.withMain { pixels, bytesPerRow, size in
                let main = PixelBuffer(pixels, bytesPerRow: bytesPerRow, size: size)
                let overlaid = compositor.withOverlay { pixels, bytesPerRow, size, bounds in
                    let window = PixelBuffer(pixels, bytesPerRow: bytesPerRow, size: size)
                    let overlay = window.map {
                        OverlayBuffer(pixels: $0, bounds: bounds, hasChanged: damage.hasNewOverlay)
                    }
                    return Self.present(main, damage, overlay, on: screen)
                }
                return overlaid ?? Self.present(main, damage, nil, on: screen)
            }
        case .gles(let compositor):
            try compositor.post()
            return Self.attempt { () throws(KMSError) in try screen.presentFrontBuffer() }
        }
    }

    private static func present(
        _ main: PixelBuffer?,
        _ damage: Damage,
        _ overlay: OverlayBuffer?,
        on screen: Screen
    ) -> KMSError? {
        guard let main else { return .inactive }
        return attempt { () throws(KMSError) in
            try screen.present(main: main, damage: damage.main, overlay: overlay)
        }
    }

    private static func attempt(_ body: () throws(KMSError) -> Void) -> KMSError? {
        do throws(KMSError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}

extension PixelBuffer {
    /// The pixels that a compositor lends; nil when there are none.
    fileprivate init?(_ pixels: UnsafeRawBufferPointer, bytesPerRow: Int, size: PixelSize) {
        guard let base = pixels.baseAddress else { return nil }
        self.init(base: base, bytesPerRow: bytesPerRow, size: size)
    }
}
