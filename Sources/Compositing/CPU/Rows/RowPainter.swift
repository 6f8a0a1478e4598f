internal import CPixels
internal import Media

/// Draws pictures of three components that are not turned, row by row: scaled
/// and converted while they are in the nearest cache, and written once.
///
///     Y ─► scale ─┐                       Y ──────────────┐
///     U ─► scale ─┼─► convert ─► BGRX     U ─┬─► tint ────┴─► shade ─► BGRX
///     V ─► scale ─┘   (scaled)            V ─┘   (as large as they are)
///
/// Where nothing is scaled, colour goes through the matrix before it is
/// interpolated: there is half or a quarter as much of it.
struct RowPainter {
    private let kernels: UnsafePointer<cpixels_kernels>
    private let matrix: cpixels_matrix
    private let instructions: PixelInstructions
    private let way: Way

    private enum Way {
        case scaled(Scaling)
        /// As it is; colour has half the columns and, of 4:2:0, half the rows.
        case shaded(Tints, hasHalfTheRows: Bool)
        /// As it is; every pixel has its own colour.
        case converted
    }

    /// How components are scaled to the target's size.
    private struct Scaling {
        let luma: RowScaler
        let blue: RowScaler
        let red: RowScaler
        let lumaColumns: ColumnTable?
        let colorColumns: ColumnTable?

        init(
            _ luma: PlaneScaler,
            _ color: PlaneScaler,
            _ kernels: UnsafePointer<cpixels_kernels>,
            in layout: inout ScratchLayout
        ) {
            self.luma = RowScaler(luma, kernels, in: &layout)
            blue = RowScaler(color, kernels, in: &layout)
            red = RowScaler(color, kernels, in: &layout)
            lumaColumns = ColumnTable(luma, in: &layout)
            colorColumns = ColumnTable(color, in: &layout)
        }
    }

    /// Returns nil where the plan wants something else, or there are no
    /// instructions for it.
    init?(
        _ plan: PicturePlan,
        _ instructions: PixelInstructions,
        in layout: inout ScratchLayout
    ) {
        guard instructions != .plain, plan.mapping.rotation == .none else { return nil }
        let kernels = cpixels_kernels(instructions.level)
        switch (plan.kind, plan.scalers) {
        case (.i444, let (luma, color)?):
            way = .scaled(Scaling(luma, color, kernels, in: &layout))
        case (.i444, nil):
            way = .converted
        case (.i420, nil), (.i422, nil):
            let width = Int(plan.unpackedKind.colorSize(plan.region.size).width)
            way = .shaded(Tints(width, in: &layout), hasHalfTheRows: plan.kind == .i420)
        default:
            return nil
        }
        self.kernels = kernels
        self.instructions = instructions
        matrix = cpixels_matrix(plan.format)
    }

    /// Writes what serves for every picture; anew when the memory was reserved.
    func prepare(_ memory: borrowing ScratchMemory) {
        guard case .scaled(let scaling) = way else { return }
        scaling.lumaColumns?.prepare(memory, instructions)
        scaling.colorColumns?.prepare(memory, instructions)
    }

    /// Draws on all of `target`.
    func draw(_ planes: Planes, to target: Surface, memory: borrowing ScratchMemory) {
        guard let blue = planes.second, let red = planes.third else { return }
        let components = Components(luma: planes.first, blue: blue, red: red)
        switch way {
        case .scaled(let scaling): scale(components, scaling, to: target, memory: memory)
        case .shaded(let tints, let hasHalfTheRows):
            let rows = tints.rows(memory)
            shade(components, rows, hasHalfTheRows: hasHalfTheRows, to: target)
        case .converted: convert(components, to: target)
        }
    }

    private struct Components {
        let luma: Plane
        let blue: Plane
        let red: Plane
    }
}

extension RowPainter {
    private func scale(
        _ planes: Components,
        _ scaling: Scaling,
        to target: Surface,
        memory: borrowing ScratchMemory
    ) {
        var luma = scaling.luma.begin(planes.luma, scaling.lumaColumns, memory: memory)
        var blue = scaling.blue.begin(planes.blue, scaling.colorColumns, memory: memory)
        var red = scaling.red.begin(planes.red, scaling.colorColumns, memory: memory)
        for row in 0..<Int(target.size.height) {
            convert(luma.row(row), blue.row(row), red.row(row), to: target, row)
        }
    }

    private func convert(_ planes: Components, to target: Surface) {
        for row in 0..<Int(target.size.height) {
            convert(
                planes.luma.row(row),
                planes.blue.row(row),
                planes.red.row(row),
                to: target,
                row
            )
        }
    }

    private func convert(
        _ luma: UnsafePointer<UInt8>,
        _ blue: UnsafePointer<UInt8>,
        _ red: UnsafePointer<UInt8>,
        to target: Surface,
        _ row: Int
    ) {
        let color = cpixels_color(u: blue, v: red)
        withUnsafePointer(to: matrix) { matrix in
            kernels.pointee.convert(target.row(row), luma, color, Int(target.size.width), matrix)
        }
    }

    private func shade(
        _ planes: Components,
        _ tints: cpixels_tints,
        hasHalfTheRows: Bool,
        to target: Surface
    ) {
        let width = Int(target.size.width)
        let colorRows = hasHalfTheRows ? Int(planes.blue.size.height) : nil
        // By address, as kernels take them: a structure copied for each call
        // would wait in the queue of stores behind the pixels.
        withUnsafePointers(tints, matrix) { tints, matrix in
            for row in 0..<Int(target.size.height) {
                let (near, far) = Self.colorRows(of: row, count: colorRows)
                kernels.pointee.tint(
                    tints,
                    cpixels_color(u: planes.blue.row(near), v: planes.red.row(near)),
                    cpixels_color(u: planes.blue.row(far), v: planes.red.row(far)),
                    (width + 1) / 2,
                    matrix
                )
                kernels.pointee.shade(target.row(row), planes.luma.row(row), tints, width, matrix)
            }
        }
    }

    private func withUnsafePointers(
        _ tints: cpixels_tints,
        _ matrix: cpixels_matrix,
        _ body: (UnsafePointer<cpixels_tints>, UnsafePointer<cpixels_matrix>) -> Void
    ) {
        withUnsafePointer(to: tints) { tints in
            withUnsafePointer(to: matrix) { matrix in body(tints, matrix) }
        }
    }

    /// The row of colour that a row of luma lies nearer to, and the other one,
    /// of `count`; without a count it has one of its own.
    private static func colorRows(of row: Int, count: Int?) -> (near: Int, far: Int) {
        guard let count else { return (row, row) }
        let near = row / 2
        let far = row.isMultiple(of: 2) ? near - 1 : near + 1
        return (near, min(max(far, 0), count - 1))
    }
}

/// What colour adds to a row of pixels, in scratch memory.
private struct Tints {
    /// Three rows, each with a cache line before it for the entry before the first.
    private let place: ScratchLayout.Place

    private static let margin = 64

    init(_ width: Int, in layout: inout ScratchLayout) {
        place = layout.place(rowBytes: 2 * width + 2 * Self.margin, rows: 3)
    }

    func rows(_ memory: borrowing ScratchMemory) -> cpixels_tints {
        let first = memory.address(place.offset + Self.margin)
        let row = place.bytesPerRow
        return cpixels_tints(
            red: first.assumingMemoryBound(to: Int16.self),
            green: (first + row).assumingMemoryBound(to: Int16.self),
            blue: (first + 2 * row).assumingMemoryBound(to: Int16.self)
        )
    }
}

extension Plane {
    /// The bytes of a row.
    fileprivate func row(_ index: Int) -> UnsafePointer<UInt8> { bytes + index * bytesPerRow }
}

extension Surface {
    fileprivate func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        bytes + index * bytesPerRow
    }
}
