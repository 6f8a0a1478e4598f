public import Media

/// A corner of the output. The raw value is the name in the API.
public enum Corner: String, Hashable, Sendable, CaseIterable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    var isRight: Bool { self == .topRight || self == .bottomRight }
    var isBottom: Bool { self == .bottomLeft || self == .bottomRight }
}

/// Where the PIP window is, how large it is and how it looks, for any output.
///
/// Values outside their range (`ViewRanges`) are taken for the nearest one inside, NaN for
/// the default: a placement always describes a window that can be drawn.
public struct PIPPlacement: Hashable, Sendable {
    public enum Position: Hashable, Sendable {
        case corner(Corner)
        /// Fractions of the room left beside the window: (0, 0) is the top left
        /// corner, (1, 1) the bottom right one, (0.5, 0.5) the middle. No margin.
        case free(x: Double, y: Double)
    }

    /// On an output of this height border and radius are as given; on others they
    /// are scaled, so that a window looks alike on all.
    public static let styledHeight: Int32 = 1080

    /// As an empty configuration has them.
    public static let usualSize = 0.25
    public static let usualMargin = 0.02

    public var position: Position
    /// The window's width as a fraction of the output's width.
    public let size: Double
    /// The distance from the output's edges as a fraction of its width.
    public let margin: Double
    /// As given; `style(in:)` says what it is on an output.
    public let style: WindowStyle
    /// The picture's own shape, or one that is kept whatever is shown.
    public var aspect: WindowAspect
    /// How the picture fills a window of another shape.
    public var gravity: VideoGravity

    public init(
        position: Position = .corner(.bottomRight),
        size: Double = Self.usualSize,
        margin: Double = Self.usualMargin,
        style: WindowStyle = WindowStyle(cornerRadius: 12, borderWidth: 2),
        aspect: WindowAspect = .source,
        gravity: VideoGravity = .resizeAspectFill
    ) {
        self.position = position
        self.size = Self.clamp(size, to: ViewRanges.windowSizes, default: Self.usualSize)
        self.margin = Self.clamp(margin, to: ViewRanges.windowMargins, default: Self.usualMargin)
        var style = style
        style.opacity = Self.clamp(style.opacity, to: 0...1, default: 1)
        style.borderWidth = Self.clamp(style.borderWidth)
        style.cornerRadius = Self.clamp(style.cornerRadius)
        self.style = style
        self.aspect = aspect
        self.gravity = gravity
    }

    /// How the window looks on an output of this size: a border that is there
    /// stays at least a pixel wide.
    public func style(in output: PixelSize) -> WindowStyle {
        let scale = Double(max(output.height, 0)) / Double(Self.styledHeight)
        var scaled = style
        let border = Int32((Double(style.borderWidth) * scale).rounded())
        scaled.borderWidth = style.borderWidth > 0 ? max(1, border) : 0
        scaled.cornerRadius = Int32((Double(style.cornerRadius) * scale).rounded())
        return scaled
    }

    /// The window, border included, for a picture of the given shape: width over
    /// height as shown. A window with a shape of its own keeps that.
    ///
    /// Within the output and never empty, unless the output is. A window too
    /// tall for the output becomes narrower than `size`, so that its shape is kept.
    public func bounds(in output: PixelSize, aspect: Double) -> PixelRect {
        guard !output.isEmpty else { return .zero }
        let given = self.aspect.value ?? aspect
        let aspect = given.isFinite && given > 0 ? given : 16.0 / 9.0
        let full = (width: Double(output.width), height: Double(output.height))
        // A margin never takes more than half of either side.
        let inset = min(margin * full.width, full.width / 4, full.height / 4)
        let room = (width: full.width - 2 * inset, height: full.height - 2 * inset)
        var width = min(size * full.width, room.width)
        width = min(width, room.height * aspect)
        let window = PixelSize(
            width: Self.even(width, atMost: output.width),
            height: Self.even(width / aspect, atMost: output.height)
        )
        let origin = self.origin(of: window, in: output, inset: Int32(inset.rounded()))
        return PixelRect(x: origin.x, y: origin.y, width: window.width, height: window.height)
    }

    private func origin(
        of window: PixelSize,
        in output: PixelSize,
        inset: Int32
    ) -> (x: Int32, y: Int32) {
        let free = (x: output.width - window.width, y: output.height - window.height)
        switch position {
        case .corner(let corner):
            let near = (x: min(inset, free.x), y: min(inset, free.y))
            return (
                x: corner.isRight ? free.x - near.x : near.x,
                y: corner.isBottom ? free.y - near.y : near.y
            )
        case .free(let x, let y):
            return (x: Self.share(x, of: free.x), y: Self.share(y, of: free.y))
        }
    }

    private static func share(_ fraction: Double, of room: Int32) -> Int32 {
        Int32((clamp(fraction, to: 0...1, default: 1) * Double(room)).rounded())
    }

    private static func clamp(
        _ value: Double,
        to range: ClosedRange<Double>,
        default fallback: Double
    ) -> Double {
        guard !value.isNaN else { return fallback }
        return min(max(value, range.lowerBound), range.upperBound)
    }

    private static func clamp(_ pixels: Int32) -> Int32 {
        let range = ViewRanges.windowPixels
        return Int32(min(max(Int(pixels), range.lowerBound), range.upperBound))
    }

    /// The nearest even number of pixels: chroma planes then start on whole samples.
    private static func even(_ length: Double, atMost limit: Int32) -> Int32 {
        guard length < Double(limit) else { return limit }
        return min(limit, max(1, 2 * Int32((length / 2).rounded())))
    }
}
