internal import Media
internal import Pixels

/// Which rectangles of the output each step of drawing a layout covers.
///
///     ┌ main ──────────────────────────┐
///     │         ┌ rim ──────────────┐  │   rim: border, corners, black bars;
///     │         ├───────────────────┤  │   mixed with main, which lies under it
///     │         │ interior:         │  │
///     │         │ the picture alone │  │   interior: hides main, which is not
///     │         ├───────────────────┤  │   drawn there
///     │         └───────────────────┘  │
///     └────────────────────────────────┘
///
/// Inside a window that lets nothing through, all but a rim is a plain picture,
/// which costs half as much a pixel to draw as one with a border and corners.
struct DrawPlan {
    /// Where the main picture is drawn when all is drawn.
    let main: Rectangles
    /// Where it is drawn when only the window is.
    let mainUnderWindow: Rectangles
    /// The window's picture, and nothing of its border or corners; may be empty.
    let interior: PixelRect
    /// The rest of the window.
    let rim: Rectangles

    /// At most four rectangles; empty ones stand for none.
    typealias Rectangles = InlineArray<4, PixelRect>

    init(_ layout: DrawLayout) {
        let window = layout.pip?.visible ?? .zero
        let main = layout.main?.mapping.visible ?? .zero
        interior = layout.pip?.interior ?? .zero
        self.main = main.leaving(interior)
        mainUnderWindow = main.intersection(window).leaving(interior)
        rim = window.leaving(interior)
    }
}

extension DrawLayout.Window {
    /// Where nothing is seen but the window's picture; empty where main shines through.
    fileprivate var interior: PixelRect {
        guard isOpaque, let content else { return .zero }
        let edge = max(shape.border, shape.cornerSide)
        let inside = PixelRect(
            x: shape.bounds.x + shape.border,
            y: shape.bounds.y + edge,
            width: shape.bounds.width - 2 * shape.border,
            height: shape.bounds.height - 2 * edge
        )
        return inside.intersection(content.mapping.visible)
    }
}

extension PixelRect {
    /// What is left without `hole`: above, below, left and right of it.
    fileprivate func leaving(_ hole: Self) -> DrawPlan.Rectangles {
        let hole = hole.intersection(self)
        guard !hole.isEmpty else { return [self, .zero, .zero, .zero] }
        return [
            Self(x: x, y: y, width: width, height: hole.y - y),
            Self(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
            Self(x: x, y: hole.y, width: hole.x - x, height: hole.height),
            Self(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
        ]
    }
}
