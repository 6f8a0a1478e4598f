internal import Media

/// How one picture becomes BGRX pixels: computed when a format or the layout
/// changes, then followed for every picture.
///
///     crop ─► unpack ─► scale planes ─► turn ─► convert ─► scale BGRX ─► target
///             (NV12…)   (≥ 2:1, 1:2)   (90°…)
///
/// Steps that would change nothing are left out. Pictures that shrink to half
/// or less, and those that exactly double, are scaled as planes: a quarter to
/// a half of the bytes of BGRX, and libyuv has kernels for these ratios. All
/// others are converted first, since its BGRX scaler is the faster one there
/// (1080p to 720p: 0.8 ms against 1.05, 720p to 1080p: 1.0 against 1.7).
struct PicturePlan: Hashable {
    let format: FormatDescription
    let mapping: LayerMapping

    /// What the planes hold from `unpack` to `convert`.
    let kind: Planes.Kind
    /// The part of the stored picture that is read, on whole samples of colour.
    let crop: PixelRect
    /// The planes' size before turning; the crop's unless planes are scaled.
    let planeSize: PixelSize
    /// How many packed pixels a side are averaged to one before anything else: 1, 2 or 4.
    let averaging: Int32
    /// What the turned planes, shown whole, would measure in the output…
    let shownSize: PixelSize
    /// …and the part of that which is visible.
    let shownPart: PixelRect

    /// The planes' size after turning.
    var turnedSize: PixelSize {
        mapping.rotation.exchangesAxes ? planeSize.transposed : planeSize
    }
    /// Whether BGRX is scaled on its way to the target.
    var scalesPixels: Bool { turnedSize != shownSize }
    var scalesPlanes: Bool { planeSize != crop.size }
    /// Whether samples of 10 bits are cut to 8 before `convert`, which takes them as they are.
    var narrows: Bool {
        (format.pixelFormat == .i010 || format.pixelFormat == .p010) && kind == .i420
    }
    /// Whether colour between samples is interpolated. Not worth it when the
    /// pixels are averaged afterwards.
    var smoothsColor: Bool {
        !scalesPixels || turnedSize.width < shownSize.width || turnedSize.height < shownSize.height
    }

    init(format: FormatDescription, mapping: LayerMapping) {
        self.format = format
        self.mapping = mapping
        let grid = format.pixelFormat.colorGrid
        let turnedLimit = format.rotation.exchangesAxes ? format.size.transposed : format.size
        let exchanges = format.rotation.exchangesAxes
        let across = Axis(
            mapping.across,
            count: mapping.visible.width,
            limit: turnedLimit.width,
            grid: exchanges ? grid.down : grid.across,
            isReversed: format.rotation == .clockwise90 || format.rotation == .halfTurn
        )
        let down = Axis(
            mapping.down,
            count: mapping.visible.height,
            limit: turnedLimit.height,
            grid: exchanges ? grid.across : grid.down,
            isReversed: format.rotation == .clockwise270 || format.rotation == .halfTurn
        )
        crop =
            exchanges
            ? PixelRect(x: down.start, y: across.start, width: down.length, height: across.length)
            : PixelRect(x: across.start, y: down.start, width: across.length, height: down.length)

        let shown = PixelSize(width: across.shown, height: down.shown)
        let turnedCrop = PixelSize(width: across.length, height: down.length)
        averaging = format.pixelFormat.isRGB ? Self.averaging(crop: turnedCrop, shown: shown) : 1
        let planeSize =
            format.pixelFormat.isRGB
            ? PixelSize(
                width: turnedCrop.width / averaging,
                height: turnedCrop.height / averaging
            )
            : Self.planeSize(crop: turnedCrop, shown: shown)
        self.planeSize = exchanges ? planeSize.transposed : planeSize
        let isStaged = planeSize != turnedCrop || format.rotation != .none
        kind = Self.kind(of: format.pixelFormat, isStaged: isStaged, exchangesAxes: exchanges)
        shownSize = shown
        var part = mapping.visible
        part.x = across.lead
        part.y = down.lead
        if planeSize == shown {
            // `convert` starts on a whole sample of colour: up to a pixel off.
            let (across, down) = kind.subsampling
            part.x -= part.x % across
            part.y -= part.y % down
        }
        shownPart = part
    }

    /// What planes are scaled to before they are turned, as turned.
    private static func planeSize(crop: PixelSize, shown: PixelSize) -> PixelSize {
        let halves = crop.width >= 2 * shown.width && crop.height >= 2 * shown.height
        let doubles = shown.width == 2 * crop.width && shown.height == 2 * crop.height
        return halves || doubles ? shown : crop
    }

    /// libyuv averages packed pixels at 2:1 and 4:1 alone; the rest is interpolated.
    private static func averaging(crop: PixelSize, shown: PixelSize) -> Int32 {
        switch min(crop.width / shown.width, crop.height / shown.height) {
        case ..<2: 1
        case 2..<4: 2
        default: 4
        }
    }

    private static func kind(
        of format: PixelFormat,
        isStaged: Bool,
        exchangesAxes: Bool
    ) -> Planes.Kind {
        switch format {
        case .i420, .nv12: .i420
        // Turned by 90°, colour at half the width is at half the height, which
        // nothing converts: it is halved the other way as well.
        case .i422, .yuyv: exchangesAxes ? .i420 : .i422
        case .i444: .i444
        case .i010: isStaged ? .i420 : .i010
        case .p010: isStaged ? .i420 : .p010
        case .gray8: .gray
        case .bgra: .bgra
        case .rgba: .rgba
        }
    }
}

extension PicturePlan {
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

        init(
            _ span: LayerMapping.Span,
            count: Int32,
            limit: Int32,
            grid: Int32,
            isReversed: Bool
        ) {
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
            guard whole <= Double(4 * count) + 64, whole <= 32000 else {
                shown = count
                lead = 0
                return
            }
            lead = Int32((before * scale).rounded())
            shown = max(Int32(whole), lead + count)
        }
    }
}
