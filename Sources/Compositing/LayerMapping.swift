internal import Media
internal import Presentation

/// Which part of a stored picture falls on which pixels of the output.
///
/// The part of the destination that lies inside the clip and the framebuffer
/// is `visible`. The stored picture, turned by its rotation, has axes parallel
/// to the output's; `across` and `down` say which span of it falls on the
/// visible pixels from left to right and from top to bottom.
struct LayerMapping: Hashable {
    /// In output pixels; never empty.
    let visible: PixelRect
    /// How far the stored picture is turned clockwise.
    let rotation: Rotation
    /// The span seen from left to right, in pixels of the turned picture.
    private(set) var across: AxisSpan
    /// The span seen from top to bottom, in pixels of the turned picture.
    private(set) var down: AxisSpan

    /// Whether every visible pixel shows exactly one pixel of the picture.
    var isUnscaled: Bool {
        across.wholeStart(count: visible.width) != nil
            && down.wholeStart(count: visible.height) != nil
    }

    /// The same part of a picture of which every `step`th stored row is left, `rows` in all.
    func withRowsThinned(by step: Int32, to rows: Int32) -> Self {
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

    /// Returns nil when no pixel of the layer is visible or its picture is empty.
    init?(_ placement: SceneLayer, output: PixelSize) {
        let format = placement.sample.format
        let visible = placement.destination
            .intersection(placement.clip)
            .intersection(PixelRect(output))
        guard !visible.isEmpty, !format.size.isEmpty else { return nil }

        let turned = format.rotation.exchangesAxes ? format.size.transposed : format.size
        let source = Self.turn(placement.source, of: format.size, by: format.rotation)
        self.visible = visible
        rotation = format.rotation
        across = Self.span(
            of: AxisSpan(start: source.x, length: source.width),
            limit: turned.width,
            from: visible.x - placement.destination.x,
            count: visible.width,
            destination: placement.destination.width
        )
        down = Self.span(
            of: AxisSpan(start: source.y, length: source.height),
            limit: turned.height,
            from: visible.y - placement.destination.y,
            count: visible.height,
            destination: placement.destination.height
        )
    }

    /// A rectangle of the stored picture, in coordinates of the turned one.
    private static func turn(
        _ rect: SourceRect,
        of size: PixelSize,
        by rotation: Rotation
    ) -> SourceRect {
        let right = Double(size.width) - rect.x - rect.width
        let bottom = Double(size.height) - rect.y - rect.height
        return switch rotation {
        case .none:
            rect
        case .clockwise90:
            SourceRect(x: bottom, y: rect.x, width: rect.height, height: rect.width)
        case .halfTurn:
            SourceRect(x: right, y: bottom, width: rect.width, height: rect.height)
        case .clockwise270:
            SourceRect(x: rect.y, y: right, width: rect.height, height: rect.width)
        }
    }

    /// The part of `source` that falls on `count` of `destination` pixels,
    /// kept inside the picture and at least a 16th of a pixel long.
    private static func span(
        of source: AxisSpan,
        limit: Int32,
        from first: Int32,
        count: Int32,
        destination: Int32
    ) -> AxisSpan {
        let scale = source.length / Double(destination)
        let limit = Double(limit)
        let shortest = 1.0 / 16
        let start = snapped(source.start + Double(first) * scale)
        let end = snapped(source.start + Double(first + count) * scale)
        guard start.isFinite, end.isFinite else { return AxisSpan(start: 0, length: limit) }
        let keptStart = min(max(start, 0), limit - shortest)
        return AxisSpan(start: keptStart, length: max(min(end, limit) - keptStart, shortest))
    }

    /// Whole where it is whole but for arithmetic, so that unscaled pictures stay unscaled.
    private static func snapped(_ value: Double) -> Double {
        abs(value - value.rounded()) < 1.0 / 1024 ? value.rounded() : value
    }
}

/// A stretch of one axis of a picture, in pixels and their fractions; `length`
/// is above zero.
struct AxisSpan: Hashable {
    var start: Double
    var length: Double

    var end: Double { start + length }

    /// The same stretch, counted in units of `unit` pixels from `origin` on.
    func counted(from origin: Int32, in unit: Int32) -> Self {
        Self(start: (start - Double(origin)) / Double(unit), length: length / Double(unit))
    }

    /// The first pixel, where the stretch covers `count` whole pixels.
    func wholeStart(count: Int32) -> Int32? {
        guard length == Double(count), start == start.rounded() else { return nil }
        return Int32(start)
    }
}
