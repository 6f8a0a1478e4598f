internal import Media

/// What one picture needs to become BGRX pixels: computed when a format or the
/// layout changes, then followed for every picture.
///
///     unpack ─► turn ─► scale and convert, row by row
///     (NV12…)   (90°…)
///
/// Steps that would change nothing are left out. Colour is scaled to the size
/// of luma, whatever it was before; only where nothing is scaled or turned, it
/// is interpolated after it went through the matrix.
struct PicturePlan {
    let format: FormatDescription
    let mapping: LayerMapping
    /// The part of the stored picture that is read, on whole samples of colour.
    let region: PixelRect
    let way: Way

    enum Way {
        /// As it is: BGRX, or with red first.
        case copied
        /// As it is; colour has half the columns and, of 4:2:0, half the rows.
        case shaded
        /// Each of luma and colour to the size of the visible part.
        case scaled(luma: PlaneScaler, color: PlaneScaler)
    }

    /// What the planes hold once they are bytes.
    var kind: Planes.Kind { Planes.Kind(format.pixelFormat) }

    init(format: FormatDescription, mapping: LayerMapping) {
        self.format = format
        self.mapping = mapping
        let (x, y) = mapping.storedSpans(of: format.size)
        let size = mapping.visible.size
        let grid = format.pixelFormat.colorGrid
        let kind = Planes.Kind(format.pixelFormat)
        if mapping.rotation == .none,
            let wholeX = x.wholeStart(count: size.width), wholeX % grid.across == 0,
            let wholeY = y.wholeStart(count: size.height), wholeY % grid.down == 0
        {
            region = PixelRect(x: wholeX, y: wholeY, width: size.width, height: size.height)
            if kind == .rgb {
                way = .copied
                return
            }
            if kind == .i420 || kind == .i422 {
                way = .shaded
                return
            }
        } else {
            let columns = Self.samples(x, limit: format.size.width, grid: grid.across)
            let rows = Self.samples(y, limit: format.size.height, grid: grid.down)
            region = PixelRect(
                x: columns.lowerBound,
                y: rows.lowerBound,
                width: Int32(columns.count),
                height: Int32(rows.count)
            )
        }
        way = Self.scaled(kind, region: region, x: x, y: y, mapping)
    }

    private static func scaled(
        _ kind: Planes.Kind,
        region: PixelRect,
        x: AxisSpan,
        y: AxisSpan,
        _ mapping: LayerMapping
    ) -> Way {
        func scaler(_ size: PixelSize, _ columns: Int32, _ rows: Int32) -> PlaneScaler {
            let spans = mapping.rotation.turn(
                x: x.counted(from: region.x, in: columns),
                y: y.counted(from: region.y, in: rows),
                of: size
            )
            return PlaneScaler(
                from: mapping.rotation.exchangesAxes ? size.transposed : size,
                x: spans.across,
                y: spans.down,
                to: mapping.visible.size
            )
        }
        let (columns, rows) = kind.subsampling
        return .scaled(
            luma: scaler(region.size, 1, 1),
            color: scaler(kind.colorSize(region.size), columns, rows)
        )
    }

    /// The pixels that a span is interpolated from, two more at either end for
    /// colour, on whole samples of colour.
    private static func samples(_ span: AxisSpan, limit: Int32, grid: Int32) -> Range<Int32> {
        let first = max(Int32(span.start.rounded(.down)) - 2, 0) / grid * grid
        let last = (Int32(span.end.rounded(.up)) + 2 + grid - 1) / grid * grid
        return first..<min(last, limit)
    }
}
