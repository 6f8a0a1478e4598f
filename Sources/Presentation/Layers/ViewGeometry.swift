public import Media

/// Where a picture's pixels go in a view.
///
///     resizeAspect             resizeAspectFill
///     ┌─ bounds ────────┐      ┌─ bounds ────────┐
///     │   ┌─────────┐   │     ┌┼─────────────────┼┐
///     │   │ picture │   │     ││ picture         ││  what juts out is left
///     │   └─────────┘   │     └┼─────────────────┼┘  out of `source`
///     └─────────────────┘      └─────────────────┘
public enum ViewGeometry {
    /// A part of the stored picture, and where it appears.
    public struct Layout: Hashable, Sendable, BitwiseCopyable {
        /// In the stored picture's pixels, before rotation; within the picture, never empty.
        public var source: SourceRect
        /// In the output's pixels; within the bounds, never empty unless they are.
        public var destination: PixelRect

        public init(source: SourceRect, destination: PixelRect) {
            self.source = source
            self.destination = destination
        }
    }

    /// Fits a picture into `bounds`.
    ///
    /// The shown shape is right to one output pixel. A picture without pixels
    /// is treated as one pixel; empty bounds give an empty destination.
    public static func layout(
        format: FormatDescription,
        gravity: VideoGravity,
        bounds: PixelRect
    ) -> Layout {
        let stored = PixelSize(width: max(1, format.size.width), height: max(1, format.size.height))
        let whole = SourceRect(
            x: 0,
            y: 0,
            width: Double(stored.width),
            height: Double(stored.height)
        )
        guard !bounds.isEmpty else {
            let nothing = PixelRect(x: bounds.x, y: bounds.y, width: 0, height: 0)
            return Layout(source: whole, destination: nothing)
        }
        let aspect = format.displayAspectRatio
        switch gravity {
        case .resize:
            return Layout(source: whole, destination: bounds)
        case .resizeAspect:
            return Layout(source: whole, destination: inside(bounds, aspect: aspect))
        case .resizeAspectFill:
            let shown = crop(stored, rotation: format.rotation, aspect: aspect, bounds: bounds)
            return Layout(source: shown, destination: bounds)
        }
    }

    /// The largest centred rectangle of the given shape.
    private static func inside(_ bounds: PixelRect, aspect: Double) -> PixelRect {
        let full = (width: Double(bounds.width), height: Double(bounds.height))
        var size = bounds.size
        if full.width / full.height > aspect {
            size.width = pixels(full.height * aspect, atMost: bounds.width)
        } else {
            size.height = pixels(full.width / aspect, atMost: bounds.height)
        }
        return PixelRect(
            x: bounds.x + (bounds.width - size.width) / 2,
            y: bounds.y + (bounds.height - size.height) / 2,
            width: size.width,
            height: size.height
        )
    }

    /// The largest centred part of a stored picture that has the shape of `bounds` as shown.
    private static func crop(
        _ stored: PixelSize,
        rotation: Rotation,
        aspect: Double,
        bounds: PixelRect
    ) -> SourceRect {
        let wanted = Double(bounds.width) / Double(bounds.height)
        // Fractions of the shown picture's width and height that stay visible.
        var visible = (x: min(1, wanted / aspect), y: min(1, aspect / wanted))
        if rotation.exchangesAxes { visible = (x: visible.y, y: visible.x) }
        let width = Double(stored.width) * visible.x
        let height = Double(stored.height) * visible.y
        return SourceRect(
            x: (Double(stored.width) - width) / 2,
            y: (Double(stored.height) - height) / 2,
            width: width,
            height: height
        )
    }

    private static func pixels(_ length: Double, atMost limit: Int32) -> Int32 {
        guard length < Double(limit) else { return limit }
        return max(1, min(limit, Int32(length.rounded())))
    }
}
