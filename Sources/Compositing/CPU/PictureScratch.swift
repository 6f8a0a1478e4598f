internal import Media

/// Where the planes between the steps of a `PicturePlan` lie in scratch memory.
struct PictureScratch: Hashable {
    /// What `unpack` makes; a missing place means that the picture's own component is used.
    private(set) var unpacked = PlaneSet()
    /// Interleaved colour cut to 8 bits, before it is parted.
    private(set) var interleaved: ScratchLayout.Place?
    /// What scaling and halving make; a missing place means that nothing changes.
    private(set) var scaled = PlaneSet()
    private(set) var turned = PlaneSet()
    /// Rows of BGRX that are converted and scaled at a time.
    private(set) var band: ScratchLayout.Place?
    /// How many rows of the output one band makes.
    private(set) var bandRows: Int32 = 0
    private(set) var bytes = 0

    /// Rows beyond those that a band's pixels lie on: what interpolation of
    /// pixels and of colour reads, and an even start.
    static let margin: Int32 = 4
    /// Bytes of a band: it has to stay in the second-level cache, whole
    /// pictures take as long alone but slow the decoder down.
    private static let bandBytes = 1 << 19

    struct PlaneSet: Hashable {
        var first: ScratchLayout.Place?
        var second: ScratchLayout.Place?
        var third: ScratchLayout.Place?
    }

    init(_ plan: PicturePlan) {
        var layout = ScratchLayout()
        let stored = plan.storedKind
        placeUnpacked(plan, kind: stored, in: &layout)
        if plan.scalesPlanes {
            scaled = Self.place(plan.planeSize, kind: plan.kind, in: &layout)
        } else if stored != plan.kind {
            scaled = Self.place(plan.planeSize, kind: plan.kind, in: &layout)
            scaled.first = nil
        }
        if plan.mapping.rotation != .none {
            turned = Self.place(plan.turnedSize, kind: plan.kind, in: &layout)
        }
        placeBand(plan, in: &layout)
        bytes = layout.bytes
    }

    private mutating func placeUnpacked(
        _ plan: PicturePlan,
        kind: Planes.Kind,
        in layout: inout ScratchLayout
    ) {
        let color = kind.colorSize(plan.crop.size)
        switch plan.format.pixelFormat {
        case .yuyv:
            unpacked = Self.place(plan.crop.size, kind: kind, in: &layout)
        case .i010 where plan.narrows:
            unpacked = Self.place(plan.crop.size, kind: kind, in: &layout)
        case .p010 where plan.narrows:
            unpacked = Self.place(plan.crop.size, kind: kind, in: &layout)
            interleaved = layout.place(rowBytes: 2 * Int(color.width), rows: Int(color.height))
        case .nv12:
            unpacked = Self.place(plan.crop.size, kind: kind, in: &layout)
            unpacked.first = nil
        default:
            break
        }
    }

    private mutating func placeBand(_ plan: PicturePlan, in layout: inout ScratchLayout) {
        guard plan.scalesPixels else { return }
        let turned = plan.turnedSize
        let rowBytes = 4 * Int(turned.width)
        let sourceRows = min(max(Self.bandBytes / rowBytes, 16), Int(turned.height))
        let scale = Double(plan.shownSize.height) / Double(turned.height)
        bandRows = Int32(min(max(Double(sourceRows) * scale, 8), Double(plan.shownPart.height)))
        let needed = Int((Double(bandRows) / scale).rounded(.up)) + 2 * Int(Self.margin) + 4
        band = layout.place(rowBytes: rowBytes, rows: needed)
    }

    private static func place(
        _ size: PixelSize,
        kind: Planes.Kind,
        in layout: inout ScratchLayout
    ) -> PlaneSet {
        let sample = kind.isPacked ? 4 : 1
        var set = PlaneSet()
        set.first = layout.place(rowBytes: sample * Int(size.width), rows: Int(size.height))
        guard kind.hasColorPlanes else { return set }
        let color = kind.colorSize(size)
        set.second = layout.place(rowBytes: Int(color.width), rows: Int(color.height))
        set.third = layout.place(rowBytes: Int(color.width), rows: Int(color.height))
        return set
    }
}

extension PicturePlan {
    /// What the planes hold after `unpack`, before any scaling.
    var storedKind: Planes.Kind {
        switch format.pixelFormat {
        case .i422, .yuyv: .i422
        default: kind
        }
    }
}
