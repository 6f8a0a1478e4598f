internal import Media
internal import Pixels
internal import Presentation

extension LayerMapping {
    /// Returns nil when no pixel of the layer is visible or its picture is empty.
    init?(_ placement: SceneLayer, output: PixelSize) {
        let format = placement.sample.format
        let visible = placement.destination
            .intersection(placement.clip)
            .intersection(PixelRect(output))
        guard !visible.isEmpty, !format.size.isEmpty else { return nil }

        let turned = format.rotation.exchangesAxes ? format.size.transposed : format.size
        let source = Self.turn(placement.source, of: format.size, by: format.rotation)
        let across = Self.span(
            of: AxisSpan(start: source.x, length: source.width),
            limit: turned.width,
            from: visible.x - placement.destination.x,
            count: visible.width,
            destination: placement.destination.width
        )
        let down = Self.span(
            of: AxisSpan(start: source.y, length: source.height),
            limit: turned.height,
            from: visible.y - placement.destination.y,
            count: visible.height,
            destination: placement.destination.height
        )
        self.init(visible: visible, rotation: format.rotation, across: across, down: down)
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
