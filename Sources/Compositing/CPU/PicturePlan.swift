internal import Media

/// How one picture becomes BGRX pixels: computed when a format or the layout
/// changes, then followed for every picture.
///
///     unpack ─► scale ─► turn ─► convert
///     (NV12…)            (90°…)
///
/// Steps that would change nothing are left out. Where nothing is turned and
/// the processor has the instructions, `RowPainter` does what follows `unpack`
/// row by row; elsewhere each step makes planes, by libyuv.
///
/// Scaling comes first because planes of 4:2:0 have 12 bits a pixel and BGRX
/// has 32, and because planes are scaled exactly: libyuv's scaler of packed
/// pixels loses up to two of 255. Colour is then scaled to the size of luma,
/// whatever it was before: as fast as interpolating it during conversion, and
/// nothing of it is lost.
struct PicturePlan {
    let format: FormatDescription
    let mapping: LayerMapping

    /// The part of the stored picture that is read, on whole samples of colour.
    let region: PixelRect
    /// What the planes hold after `unpack`.
    let unpackedKind: Planes.Kind
    /// What they hold when they are converted.
    let kind: Planes.Kind
    /// Makes the visible pixels, before they are turned, of luma and of colour;
    /// missing where the region is converted as it is.
    let scalers: (luma: PlaneScaler, color: PlaneScaler)?
    /// The visible pixels before they are turned.
    let scaledSize: PixelSize

    init(format: FormatDescription, mapping: LayerMapping) {
        self.format = format
        self.mapping = mapping
        let (x, y) = mapping.storedSpans(of: format.size)
        let visible = mapping.visible.size
        scaledSize = mapping.rotation.exchangesAxes ? visible.transposed : visible

        let grid = format.pixelFormat.colorGrid
        let wholeX = x.wholeStart(count: scaledSize.width)
        let wholeY = y.wholeStart(count: scaledSize.height)
        if mapping.rotation == .none, let wholeX, let wholeY,
            wholeX % grid.across == 0, wholeY % grid.down == 0
        {
            region = PixelRect(
                x: wholeX,
                y: wholeY,
                width: scaledSize.width,
                height: scaledSize.height
            )
            unpackedKind = Self.kind(of: format.pixelFormat, isScaled: false)
            kind = unpackedKind
            scalers = nil
            return
        }
        let columns = Self.samples(x, limit: format.size.width, grid: grid.across)
        let rows = Self.samples(y, limit: format.size.height, grid: grid.down)
        region = PixelRect(
            x: columns.lowerBound,
            y: rows.lowerBound,
            width: Int32(columns.count),
            height: Int32(rows.count)
        )
        unpackedKind = Self.kind(of: format.pixelFormat, isScaled: true)
        kind = unpackedKind.subsampling == (1, 1) ? unpackedKind : .i444
        scalers = Self.scalers(unpackedKind, region: region, x: x, y: y, to: scaledSize)
    }

    private static func scalers(
        _ kind: Planes.Kind,
        region: PixelRect,
        x: AxisSpan,
        y: AxisSpan,
        to size: PixelSize
    ) -> (luma: PlaneScaler, color: PlaneScaler) {
        let (columns, rows) = kind.subsampling
        let luma = PlaneScaler(
            from: region.size,
            x: x.counted(from: region.x, in: 1),
            y: y.counted(from: region.y, in: 1),
            to: size
        )
        let color = PlaneScaler(
            from: kind.colorSize(region.size),
            x: x.counted(from: region.x, in: columns),
            y: y.counted(from: region.y, in: rows),
            to: size
        )
        return (luma, color)
    }

    /// The pixels that a span is interpolated from, two more at either end for
    /// colour, on whole samples of colour.
    private static func samples(_ span: AxisSpan, limit: Int32, grid: Int32) -> Range<Int32> {
        let first = max(Int32(span.start.rounded(.down)) - 2, 0) / grid * grid
        let last = (Int32(span.end.rounded(.up)) + 2 + grid - 1) / grid * grid
        return first..<min(last, limit)
    }

    private static func kind(of format: PixelFormat, isScaled: Bool) -> Planes.Kind {
        switch format {
        case .i420, .nv12: .i420
        case .i422, .yuyv: .i422
        case .i444: .i444
        case .gray8: .gray
        // Taken as they are where nothing but the conversion is left to do.
        case .i010: isScaled ? .i420 : .i010
        case .p010: isScaled ? .i420 : .p010
        case .bgra: isScaled ? .rgb : .bgra
        case .rgba: isScaled ? .rgb : .rgba
        }
    }
}

extension LayerMapping {
    /// The spans of the stored picture's width and height that are visible.
    func storedSpans(of size: PixelSize) -> (x: AxisSpan, y: AxisSpan) {
        func reversed(_ span: AxisSpan, _ limit: Int32) -> AxisSpan {
            AxisSpan(start: Double(limit) - span.end, length: span.length)
        }
        return switch rotation {
        case .none: (across, down)
        case .clockwise90: (down, reversed(across, size.height))
        case .halfTurn: (reversed(across, size.width), reversed(down, size.height))
        case .clockwise270: (reversed(down, size.width), across)
        }
    }
}
