internal import Media

/// How one picture becomes BGRX pixels: computed when a format or the layout
/// changes, then followed for every picture.
///
///     crop ─► unpack ─► scale ─► turn ─► convert
///             (NV12…)            (90°…)
///
/// Steps that would change nothing are left out. Scaling comes first because
/// planes of 4:2:0 have 12 bits a pixel and BGRX has 32, and because libyuv
/// scales planes exactly: its scaler of packed pixels loses up to two of 255.
struct PicturePlan {
    let format: FormatDescription
    let mapping: LayerMapping

    /// The part of the stored picture that is read, on whole samples of colour.
    let crop: PixelRect
    /// What the planes hold from `unpack` on.
    let unpackedKind: Planes.Kind
    /// What they hold from scaling on.
    let kind: Planes.Kind
    /// The planes' size before turning: that of the crop unless it is scaled.
    let planeSize: PixelSize
    /// The first visible pixel of the turned planes.
    let lead: (x: Int32, y: Int32)

    /// The planes' size after turning.
    var turnedSize: PixelSize {
        mapping.rotation.exchangesAxes ? planeSize.transposed : planeSize
    }

    init(format: FormatDescription, mapping: LayerMapping) {
        self.format = format
        self.mapping = mapping
        let exchanges = format.rotation.exchangesAxes
        let grid = format.pixelFormat.colorGrid
        let turned = exchanges ? format.size.transposed : format.size
        let across = Axis(
            mapping.across,
            count: mapping.visible.width,
            limit: turned.width,
            grid: exchanges ? grid.down : grid.across,
            isReversed: format.rotation == .clockwise90 || format.rotation == .halfTurn
        )
        let down = Axis(
            mapping.down,
            count: mapping.visible.height,
            limit: turned.height,
            grid: exchanges ? grid.across : grid.down,
            isReversed: format.rotation == .clockwise270 || format.rotation == .halfTurn
        )
        let (x, y) = exchanges ? (down, across) : (across, down)
        crop = PixelRect(x: x.start, y: y.start, width: x.length, height: y.length)
        planeSize = PixelSize(width: x.shown, height: y.shown)
        let isStaged = planeSize != crop.size || format.rotation != .none
        unpackedKind = Self.kind(of: format.pixelFormat, isStaged: isStaged)
        // Turned by 90°, colour at half the width is at half the height, which
        // nothing converts: it is halved the other way as well.
        kind = exchanges && unpackedKind == .i422 ? .i420 : unpackedKind
        // Conversion starts on a whole sample of colour: up to a pixel off.
        let (columns, rows) = kind.subsampling
        lead = (across.lead / columns * columns, down.lead / rows * rows)
    }

    private static func kind(of format: PixelFormat, isStaged: Bool) -> Planes.Kind {
        switch format {
        case .i420, .nv12: .i420
        case .i422, .yuyv: .i422
        case .i444: .i444
        case .gray8: .gray
        // Taken as they are where nothing but the conversion is left to do.
        case .i010: isStaged ? .i420 : .i010
        case .p010: isStaged ? .i420 : .p010
        case .bgra: isStaged ? .rgb : .bgra
        case .rgba: isStaged ? .rgb : .rgba
        }
    }
}

/// One axis of the output, and the whole pixels of the stored picture that it shows.
private struct Axis {
    /// The first stored pixel, a multiple of the grid.
    let start: Int32
    /// How many stored pixels.
    let length: Int32
    /// How many pixels of the output they would cover, all of them shown.
    let shown: Int32
    /// How many of those come before the first visible one.
    let lead: Int32

    init(_ span: LayerMapping.Span, count: Int32, limit: Int32, grid: Int32, isReversed: Bool) {
        let first = isReversed ? Double(limit) - span.end : span.start
        let last = first + span.length
        let low = Int32(first.rounded(.down)) / grid * grid
        let high = min((Int32(last.rounded(.up)) + grid - 1) / grid * grid, limit)
        start = low
        length = high - low

        let before = isReversed ? Double(high) - last : first - Double(low)
        let scale = Double(count) / span.length
        let whole = (Double(length) * scale).rounded()
        // A sliver of a pixel magnified to the whole output would need more
        // than is worth having: all the pixels it touches are shown instead.
        guard whole <= Double(4 * count) + 64, whole <= Double(CPUCompositor.largestSide) else {
            shown = count
            lead = 0
            return
        }
        lead = Int32((before * scale).rounded())
        shown = max(Int32(whole), lead + count)
    }
}
