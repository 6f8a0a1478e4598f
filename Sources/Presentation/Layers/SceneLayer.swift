public import Media

/// A colour of the interface: a border, a background.
public struct RGBColor: Hashable, Sendable, BitwiseCopyable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public static let white = Self(red: 255, green: 255, blue: 255)
    public static let black = Self(red: 0, green: 0, blue: 0)
}

/// How the window around a layer looks.
public struct WindowStyle: Hashable, Sendable, BitwiseCopyable {
    /// 0 is invisible, 1 hides what is behind.
    public var opacity: Double
    /// The radius of the outer corners in pixels.
    public var cornerRadius: Int32
    /// The width of the border in pixels, inside the layer's bounds.
    public var borderWidth: Int32
    public var borderColor: RGBColor

    public init(
        opacity: Double = 1,
        cornerRadius: Int32 = 0,
        borderWidth: Int32 = 0,
        borderColor: RGBColor = .white
    ) {
        self.opacity = opacity
        self.cornerRadius = cornerRadius
        self.borderWidth = borderWidth
        self.borderColor = borderColor
    }

    /// Opaque, no border, square corners.
    public static let plain = Self()
}

/// One view of the screen: which picture, which part of it, and where.
///
///     ┌─ clip: outer edge ──────────────┐
///     │ border (inside the clip)        │
///     │  ┌─ content ─────────────────┐  │
///     │  │ black  ┌─ destination ─┐  │  │  `source` is drawn to `destination`
///     │  │        └───────────────┘  │  │
///     │  └───────────────────────────┘  │
///     └─────────────────────────────────┘
public struct SceneLayer: Hashable, Sendable {
    public var view: ViewName
    public var sample: SampleBuffer
    /// Tells streams apart, which may number their pictures alike; any number
    /// that the caller gives to one stream only.
    public var streamNumber: UInt32
    /// The part of the picture that is shown, in stored pixels, before rotation.
    public var source: SourceRect
    /// Where that part appears; within `content` when made by `init(view:sample:bounds:…)`.
    public var destination: PixelRect
    /// The layer's bounds, border included. Nothing is drawn outside.
    public var clip: PixelRect
    public var style: WindowStyle

    public init(
        view: ViewName,
        sample: SampleBuffer,
        bounds: PixelRect,
        gravity: VideoGravity,
        style: WindowStyle = .plain
    ) {
        self.view = view
        self.sample = sample
        self.style = style
        streamNumber = 0
        clip = bounds
        let content = Self.content(of: bounds, borderWidth: style.borderWidth)
        let layout = ViewGeometry.layout(format: sample.format, gravity: gravity, bounds: content)
        source = layout.source
        destination = layout.destination
    }

    /// The bounds without the border; never empty unless the bounds are.
    public var content: PixelRect { Self.content(of: clip, borderWidth: style.borderWidth) }

    public var opacity: Double { style.opacity }
    public var cornerRadius: Int32 { style.cornerRadius }
    public var borderWidth: Int32 { style.borderWidth }
    public var borderColor: RGBColor { style.borderColor }

    /// A border that would leave no content is drawn as wide as leaves one pixel.
    private static func content(of bounds: PixelRect, borderWidth: Int32) -> PixelRect {
        let widest = max(0, (min(bounds.width, bounds.height) - 1) / 2)
        return bounds.insetBy(min(max(0, borderWidth), widest))
    }

    /// Whether the two show the same pixels of the same stream, wherever.
    public func hasPicture(of other: Self) -> Bool {
        streamNumber == other.streamNumber && sample.picture == other.sample.picture
            && sample.number == other.sample.number
            && sample.attachments.contains(.placeholder)
                == other.sample.attachments.contains(.placeholder)
    }
}
