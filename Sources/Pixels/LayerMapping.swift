package import Media

/// Which part of a stored picture falls on which pixels of the output.
///
/// The part of the destination that lies inside the clip and the framebuffer
/// is `visible`. The stored picture, turned by its rotation, has axes parallel
/// to the output's; `across` and `down` say which span of it falls on the
/// visible pixels from left to right and from top to bottom.
package struct LayerMapping: Hashable {
    /// In output pixels; never empty.
    package let visible: PixelRect
    /// How far the stored picture is turned clockwise.
    package let rotation: Rotation
    /// The span seen from left to right, in pixels of the turned picture.
    package private(set) var across: AxisSpan
    /// The span seen from top to bottom, in pixels of the turned picture.
    package private(set) var down: AxisSpan

    /// Whether every visible pixel shows exactly one pixel of the picture.
    package var isUnscaled: Bool {
        across.wholeStart(count: visible.width) != nil
            && down.wholeStart(count: visible.height) != nil
    }

    /// The same part of a picture of which every `step`th stored row is left, `rows` in all.
    package func withRowsThinned(by step: Int32, to rows: Int32) -> Self {
        func thinned(_ span: AxisSpan) -> AxisSpan {
            var span = span.counted(from: 0, in: step)
            span.length = min(span.length, Double(rows) - span.start)
            return span
        }
        var copy = self
        if rotation.exchangesAxes {
            copy.across = thinned(across)
        } else {
            copy.down = thinned(down)
        }
        return copy
    }

    package init(visible: PixelRect, rotation: Rotation, across: AxisSpan, down: AxisSpan) {
        self.visible = visible
        self.rotation = rotation
        self.across = across
        self.down = down
    }
}

extension LayerMapping {
    /// The spans of the stored picture's width and height that are visible.
    package func storedSpans(of size: PixelSize) -> (x: AxisSpan, y: AxisSpan) {
        switch rotation {
        case .none: (across, down)
        case .clockwise90: (down, across.reversed(in: size.height))
        case .halfTurn: (across.reversed(in: size.width), down.reversed(in: size.height))
        case .clockwise270: (down.reversed(in: size.width), across)
        }
    }
}

extension Rotation {
    /// How spans of a stored plane lie on it once it is turned.
    func turn(x: AxisSpan, y: AxisSpan, of size: PixelSize) -> (across: AxisSpan, down: AxisSpan) {
        switch self {
        case .none: (x, y)
        case .clockwise90: (y.reversed(in: size.height), x)
        case .halfTurn: (x.reversed(in: size.width), y.reversed(in: size.height))
        case .clockwise270: (y, x.reversed(in: size.width))
        }
    }
}

/// A stretch of one axis of a picture, in pixels and their fractions; `length`
/// is above zero.
package struct AxisSpan: Hashable {
    package var start: Double
    package var length: Double

    package var end: Double { start + length }

    package init(start: Double, length: Double) {
        self.start = start
        self.length = length
    }

    /// The same stretch, counted from the other end of `limit` pixels.
    func reversed(in limit: Int32) -> Self { Self(start: Double(limit) - end, length: length) }

    /// The same stretch, counted in units of `unit` pixels from `origin` on.
    package func counted(from origin: Int32, in unit: Int32) -> Self {
        Self(start: (start - Double(origin)) / Double(unit), length: length / Double(unit))
    }

    /// The first pixel, where the stretch covers `count` whole pixels.
    package func wholeStart(count: Int32) -> Int32? {
        guard length == Double(count), start == start.rounded() else { return nil }
        return Int32(start)
    }
}
