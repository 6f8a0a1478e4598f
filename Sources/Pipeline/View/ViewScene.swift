internal import Compositing
public import Media
internal import Presentation

/// The composed view at one moment.
public struct ViewPicture: Sendable {
    public let scene: ViewScene
    /// Packed rows of blue, green, red and unused bytes.
    public let pixels: [UInt8]

    public init(scene: ViewScene, pixels: [UInt8]) {
        self.scene = scene
        self.pixels = pixels
    }

    public var size: PixelSize { scene.size }
}

/// What the composed view shows at one moment, and where.
public struct ViewScene: Sendable {
    public let size: PixelSize
    let mainLayer: Layer?
    fileprivate(set) var pipLayer: Layer?
    /// What lies over both; nil for nothing.
    fileprivate(set) var osd: OSDSheet?
    /// Its number, see `ComposedView.drawings`.
    public let drawing: Int

    struct Layer: Sendable {
        let placement: SceneLayer
        /// Nil for a placeholder, and for a picture of a stream that was let go.
        let picture: ShownPicture?
    }

    /// Whether anything lies over the streams.
    public var hasOSD: Bool { osd?.list.isEmpty == false }

    /// The same without what lies over the streams.
    public var withoutOSD: Self {
        var scene = self
        scene.osd = nil
        return scene
    }

    /// The same without a window that shows a placeholder.
    public var withoutLostWindow: Self {
        var scene = self
        if pip == nil { scene.pipLayer = nil }
        return scene
    }

    /// The streams' pictures in it, no placeholders; main first.
    public var shown: [ShownPicture] { [main, pip].compactMap { $0 } }

    /// The stream's picture in the main view; nil for a placeholder.
    public var main: ShownPicture? { mainLayer?.picture }

    /// The same of the PIP window; nil without one, too.
    public var pip: ShownPicture? { pipLayer?.picture }
}

/// A stream's picture in a view.
public struct ShownPicture: Hashable, Sendable {
    public let stream: StreamID
    /// When it came.
    public let decoded: MonotonicTime
}
