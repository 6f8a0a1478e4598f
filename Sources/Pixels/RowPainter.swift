internal import CPixels
internal import Media

/// Draws planes that are upright, row by row: scaled and converted while they
/// are in the nearest cache, and written once.
///
///     Y ─► scale ─┐                       Y ──────────────┐
///     U ─► scale ─┼─► convert ─► BGRX     U ─┬─► tint ────┴─► shade ─► BGRX
///     V ─► scale ─┘   (or merge)          V ─┘   (as large as they are)
///
/// Where nothing is scaled, colour goes through the matrix before it is
/// interpolated: there is half or a quarter as much of it.
struct RowPainter {
    private let kernels: UnsafePointer<cpixels_kernels>
    private let matrix: cpixels_matrix
    private let kind: Planes.Kind
    private let way: Way

    private enum Way {
        case copied(isRedFirst: Bool)
        case shaded(Tints)
        case scaled(luma: RowScaler, second: RowScaler, third: RowScaler)
        /// Luma alone, with a row of neutral colour.
        case gray(RowScaler, neutral: ScratchLayout.Place)
    }

    init(
        _ plan: PicturePlan,
        _ instructions: PixelInstructions,
        in layout: inout ScratchLayout
    ) {
        kernels = instructions.kernels
        kind = plan.kind
        matrix = cpixels_matrix(plan.format)
        switch plan.way {
        case .copied:
            way = .copied(isRedFirst: plan.format.pixelFormat == .rgba)
        case .shaded:
            let width = Int(plan.kind.colorSize(plan.region.size).width)
            way = .shaded(Tints(width, in: &layout))
        case .scaled(let luma, let color):
            let first = RowScaler(luma, instructions, in: &layout)
            if plan.kind == .gray {
                let row = layout.place(rowBytes: Int(luma.target.width), rows: 1)
                way = .gray(first, neutral: row)
            } else {
                let second = RowScaler(color, instructions, in: &layout)
                let third = RowScaler(color, instructions, in: &layout)
                way = .scaled(luma: first, second: second, third: third)
            }
        }
    }

    /// Writes what serves for every picture; anew when the memory was reserved.
    func prepare(_ memory: borrowing ScratchMemory) {
        switch way {
        case .copied, .shaded: break
        case .scaled(let luma, let second, let third):
            for scaler in [luma, second, third] { scaler.prepare(memory) }
        case .gray(let luma, let neutral):
            luma.prepare(memory)
            memory.address(neutral.offset)
                .initializeMemory(as: UInt8.self, repeating: 128, count: neutral.bytesPerRow)
        }
    }

    /// Draws on all of `target`.
    func draw(_ planes: Planes, to target: Surface, memory: borrowing ScratchMemory) {
        switch (way, planes.second, planes.third) {
        case (.copied(let isRedFirst), _, _):
            copy(planes.first, isRedFirst: isRedFirst, to: target)
        case (.gray(let scaler, let neutral), _, _):
            let row = MutablePlane(memory, neutral, target.size).row(0)
            draw(scaler.begin(planes.first, memory: memory), UnsafePointer(row), to: target)
        case (.shaded(let tints), let blue?, let red?):
            shade(planes.first, blue, red, tints.rows(memory), to: target)
        case (.scaled(let luma, let first, let second), let blue?, let red?):
            draw(
                luma.begin(planes.first, memory: memory),
                first.begin(blue, memory: memory),
                second.begin(red, memory: memory),
                to: target
            )
        case (.shaded, _, _), (.scaled, _, _):
            break
        }
    }
}

extension RowPainter {
    private func copy(_ source: Plane, isRedFirst: Bool, to target: Surface) {
        let width = Int(target.size.width)
        for row in 0..<Int(target.size.height) {
            if isRedFirst {
                cpixels_swap(target.row(row), source.row(row), width)
            } else {
                target.row(row).update(from: source.row(row), count: 4 * width)
            }
        }
    }

    private func draw(
        _ first: consuming ScaledRows,
        _ second: consuming ScaledRows,
        _ third: consuming ScaledRows,
        to target: Surface
    ) {
        let width = Int(target.size.width)
        withUnsafePointer(to: matrix) { matrix in
            for row in 0..<Int(target.size.height) {
                let (one, two, three) = (first.row(row), second.row(row), third.row(row))
                if kind == .rgb {
                    kernels.pointee.merge(target.row(row), one, two, three, width)
                } else {
                    let color = cpixels_color(u: two, v: three)
                    kernels.pointee.convert(target.row(row), one, color, width, matrix)
                }
            }
        }
    }

    private func draw(
        _ luma: consuming ScaledRows,
        _ neutral: UnsafePointer<UInt8>,
        to target: Surface
    ) {
        let color = cpixels_color(u: neutral, v: neutral)
        withUnsafePointer(to: matrix) { matrix in
            for row in 0..<Int(target.size.height) {
                let width = Int(target.size.width)
                kernels.pointee.convert(target.row(row), luma.row(row), color, width, matrix)
            }
        }
    }

    private func shade(
        _ luma: Plane,
        _ blue: Plane,
        _ red: Plane,
        _ tints: cpixels_tints,
        to target: Surface
    ) {
        let width = Int(target.size.width)
        let colorRows = kind == .i420 ? Int(blue.size.height) : nil
        // By address, as kernels take them: a structure copied for each call
        // would wait in the queue of stores behind the pixels.
        withUnsafePointer(to: tints) { tints in
            withUnsafePointer(to: matrix) { matrix in
                for row in 0..<Int(target.size.height) {
                    let (near, far) = Self.colorRows(of: row, count: colorRows)
                    kernels.pointee.tint(
                        tints,
                        cpixels_color(u: blue.row(near), v: red.row(near)),
                        cpixels_color(u: blue.row(far), v: red.row(far)),
                        (width + 1) / 2,
                        matrix
                    )
                    kernels.pointee.shade(target.row(row), luma.row(row), tints, width, matrix)
                }
            }
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
