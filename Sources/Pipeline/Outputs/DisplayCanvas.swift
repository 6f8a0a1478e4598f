internal import Compositing
internal import KMS
internal import Media
internal import Presentation

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
        if case .planes(let layers) = self { layers.changes.overlay != nil } else { nil }
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
    func present(_ damage: SceneDamage, on screen: Screen) throws(CompositingError) -> KMSError? {
        switch self {
        case .nothing: return .inactive
        case .cpu(let compositor):
            return try compositor.withFramebuffer { pixels, bytesPerRow, size in
                let picture = PixelBuffer(pixels, bytesPerRow: bytesPerRow, size: size)
                return Self.attempt { () throws(KMSError) in
                    try screen.present(
                        main: picture,
                        damage: damage.rect(in: size),
                        overlay: nil
                    )
                }
            }
        case .planes(let compositor):
            return Self.presentLayers(of: compositor, on: screen)
        case .gles(let compositor):
            try compositor.post()
            return Self.attempt { () throws(KMSError) in try screen.presentFrontBuffer() }
        }
    }

    private static func presentLayers(
        of compositor: LayeredCompositor,
        on screen: Screen
    ) -> KMSError? {
        let changes = compositor.changes
        let error = compositor.withMain { pixels, bytesPerRow, size -> KMSError? in
            let main =
                changes.main == nil
                ? nil : PixelBuffer(pixels, bytesPerRow: bytesPerRow, size: size)
            let damage = changes.main ?? .zero
            let overlaid = compositor.withOverlay { pixels, bytesPerRow, size -> KMSError? in
                let window = PixelBuffer(pixels, bytesPerRow: bytesPerRow, size: size)
                let overlay = window.map {
                    OverlayBuffer(
                        pixels: $0,
                        bounds: changes.overlay ?? .zero,
                        hasChanged: changes.hasNewOverlayPixels
                    )
                }
                return attempt { () throws(KMSError) in
                    try screen.present(main: main, damage: damage, overlay: overlay)
                }
            }
            if let overlaid { return overlaid }
            return attempt { () throws(KMSError) in
                try screen.present(main: main, damage: damage, overlay: nil)
            }
        }
        if error == nil { compositor.presented() }
        return error
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
