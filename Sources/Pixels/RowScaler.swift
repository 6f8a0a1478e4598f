internal import CPixels
internal import Media

/// Scales one component by a `PlaneScaler`'s numbers, a row at a time: what
/// lies between the steps stays in the nearest cache.
///
///     source ─► average ─► rows ─► columns ─► row       (where rows shrink)
///               (a plane)  columns ─► rows ─► row       (where they grow)
struct RowScaler {
    private let scaler: PlaneScaler
    private let instructions: PixelInstructions
    private let averaged: ScratchLayout.Place?
    private let columns: ColumnTable?
    /// Two rows between the steps, and the result.
    private let rows: ScratchLayout.Place

    init(
        _ scaler: PlaneScaler,
        _ instructions: PixelInstructions,
        in layout: inout ScratchLayout
    ) {
        self.scaler = scaler
        self.instructions = instructions
        let size = scaler.averagedSize
        averaged =
            scaler.box == nil
            ? nil : layout.place(rowBytes: Int(size.width), rows: Int(size.height))
        columns = ColumnTable(scaler, in: &layout)
        let widest = max(scaler.columns.count, Int(scaler.target.width))
        rows = layout.place(rowBytes: widest, rows: 3)
    }

    /// Writes what serves for every picture; anew when the memory was reserved.
    func prepare(_ memory: borrowing ScratchMemory) {
        columns?.prepare(memory, instructions)
    }

    /// Begins with a picture's component: averages what has to be.
    func begin(_ source: Plane, memory: borrowing ScratchMemory) -> ScaledRows {
        ScaledRows(
            source: average(source, memory: memory),
            scaler: scaler,
            columns: columns?.columns(memory),
            kernels: instructions.kernels,
            scratch: MutablePlane(memory, rows, scaler.target)
        )
    }

    private func average(_ source: Plane, memory: borrowing ScratchMemory) -> Plane {
        guard let averaged, let box = scaler.box else { return source }
        let part = source.starting(x: scaler.window.x, y: scaler.window.y)
        let target = MutablePlane(memory, averaged, scaler.averagedSize)
        let kernels = instructions.kernels
        for row in 0..<Int(target.size.height) {
            kernels.pointee.average(
                target.row(row),
                part.row(row << box.rows),
                part.bytesPerRow,
                cpixels_box(columns: box.columns, rows: box.rows),
                Int(target.size.width)
            )
        }
        return target.readable
    }
}

/// The rows of one scaled component of one picture.
///
/// A borrowed view: valid for the length of one call of the compositor.
struct ScaledRows {
    /// From the first column on that is used.
    private let source: Plane
    private let span: AxisSpan
    private let shrinksRowsFirst: Bool
    /// The source's columns that are used, and the target's size.
    private let width: Int
    private let height: Int
    private let columns: OpaquePointer?
    private let kernels: UnsafePointer<cpixels_kernels>
    /// Rows between the steps, which begin on cache lines, and the result.
    private let scratch: MutablePlane
    /// The source's rows whose scaled columns lie in the first two rows of `scratch`.
    private var kept = SIMD2<Int>(-1, -1)
    /// The last of the source's rows that was asked for.
    private var fetched = 1

    fileprivate init(
        source: Plane,
        scaler: PlaneScaler,
        columns: OpaquePointer?,
        kernels: UnsafePointer<cpixels_kernels>,
        scratch: MutablePlane
    ) {
        let first = scaler.wholeX ?? scaler.columns.lowerBound
        self.source = source.starting(x: first, y: 0)
        span = scaler.y
        shrinksRowsFirst = scaler.shrinksRowsFirst
        width = columns == nil ? Int(scaler.target.width) : scaler.columns.count
        height = Int(scaler.target.height)
        self.columns = columns
        self.kernels = kernels
        self.scratch = scratch
    }

    /// A row as wide as the target, valid until the next one is asked for. Each
    /// costs least right after the one above it.
    mutating func row(_ index: Int) -> UnsafePointer<UInt8> {
        let place = place(index)
        let (above, share) = (place >> 8, Int32(place & 255))
        fetch(for: index + 1)
        guard let columns else {
            guard share > 0 else { return source.row(above) }
            return mix(source.row(above), source.row(above + 1), share, count: width, to: 2)
        }
        if shrinksRowsFirst {
            guard share > 0 else { return scale(source.row(above), columns, to: 2) }
            let between = mix(source.row(above), source.row(above + 1), share, count: width, to: 0)
            return scale(between, columns, to: 2)
        }
        let first = keptRow(above, columns)
        guard share > 0 else { return first }
        let second = keptRow(above + 1, columns)
        return mix(first, second, share, count: Int(scratch.size.width), to: 2)
    }

    private func place(_ index: Int) -> Int {
        span.place(of: index, count: height, last: Int(source.size.height) - 1)
    }

    /// Asks for what a row will be made of, while another one is made: the
    /// processor itself sees rows coming only when they are read in sequence.
    private mutating func fetch(for index: Int) {
        let last = min((place(index) >> 8) + 1, Int(source.size.height) - 1)
        while fetched < last {
            fetched += 1
            cpixels_fetch(source.row(fetched), width)
        }
    }

    /// A row of the source with its columns scaled; two neighbours are kept.
    private mutating func keptRow(_ index: Int, _ columns: OpaquePointer) -> UnsafePointer<UInt8> {
        let place = index & 1
        guard kept[place] != index else { return UnsafePointer(scratch.row(place)) }
        kept[place] = index
        return scale(source.row(index), columns, to: place)
    }

    private func scale(
        _ row: UnsafePointer<UInt8>,
        _ columns: OpaquePointer,
        to index: Int
    ) -> UnsafePointer<UInt8> {
        cpixels_scale_columns(scratch.row(index), row, columns)
        return UnsafePointer(scratch.row(index))
    }

    private func mix(
        _ first: UnsafePointer<UInt8>,
        _ second: UnsafePointer<UInt8>,
        _ share: Int32,
        count: Int,
        to index: Int
    ) -> UnsafePointer<UInt8> {
        kernels.pointee.mix_rows(scratch.row(index), first, second, share, count)
        return UnsafePointer(scratch.row(index))
    }
}
