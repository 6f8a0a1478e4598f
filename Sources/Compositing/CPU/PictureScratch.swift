internal import Media

/// Where the planes between the steps of a `PicturePlan` lie in scratch memory.
struct PictureScratch {
    /// What `unpack` makes; a missing place means that the picture's own
    /// component is used.
    private(set) var unpacked = PlaneSet()
    /// Interleaved colour cut to 8 bits, before it is parted.
    private(set) var interleaved: ScratchLayout.Place?
    private(set) var scaled = PlaneSet()
    /// For the steps of scaling one plane.
    private(set) var scaling: ScratchLayout.Place?
    private(set) var turned = PlaneSet()
    /// Scales and converts what is unpacked row by row, without planes between.
    private(set) var rows: RowPainter?
    private(set) var bytes = 0

    /// A place for each component that a step makes.
    struct PlaneSet {
        var first: ScratchLayout.Place?
        var second: ScratchLayout.Place?
        var third: ScratchLayout.Place?
    }

    init(_ plan: PicturePlan, _ instructions: PixelInstructions) {
        var layout = ScratchLayout()
        placeUnpacked(plan, in: &layout)
        rows = RowPainter(plan, instructions, in: &layout)
        if rows == nil { placeSteps(plan, in: &layout) }
        bytes = layout.bytes
    }

    private mutating func placeSteps(_ plan: PicturePlan, in layout: inout ScratchLayout) {
        if let scalers = plan.scalers {
            scaled = Self.place(plan.scaledSize, plan.kind, in: &layout)
            let bytes = max(scalers.luma.scratchBytes, scalers.color.scratchBytes)
            scaling = layout.place(rowBytes: bytes, rows: 1)
        }
        if plan.mapping.rotation != .none {
            turned = Self.place(plan.mapping.visible.size, plan.kind, in: &layout)
        }
    }

    private mutating func placeUnpacked(_ plan: PicturePlan, in layout: inout ScratchLayout) {
        let (kind, size) = (plan.unpackedKind, plan.region.size)
        switch (plan.format.pixelFormat, kind) {
        case (.yuyv, _), (.bgra, .rgb), (.rgba, .rgb), (.i010, .i420):
            unpacked = Self.place(size, kind, in: &layout)
        case (.p010, .i420):
            unpacked = Self.place(size, kind, in: &layout)
            let color = kind.colorSize(size)
            interleaved = layout.place(rowBytes: 2 * Int(color.width), rows: Int(color.height))
        case (.nv12, _):
            unpacked = Self.place(size, kind, in: &layout)
            unpacked.first = nil
        default:
            break
        }
    }

    private static func place(
        _ size: PixelSize,
        _ kind: Planes.Kind,
        in layout: inout ScratchLayout
    ) -> PlaneSet {
        var set = PlaneSet()
        set.first = layout.place(rowBytes: Int(size.width), rows: Int(size.height))
        guard kind != .gray else { return set }
        let color = kind.colorSize(size)
        set.second = layout.place(rowBytes: Int(color.width), rows: Int(color.height))
        set.third = layout.place(rowBytes: Int(color.width), rows: Int(color.height))
        return set
    }
}
