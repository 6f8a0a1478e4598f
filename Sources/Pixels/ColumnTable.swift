internal import CPixels
internal import Media

/// Where the columns of a scaled component come from, in scratch memory.
struct ColumnTable {
    private let span: AxisSpan
    private let count: Int
    private let sourceCount: Int
    private let place: ScratchLayout.Place

    /// Returns nil where columns are taken as they are.
    init?(_ scaler: PlaneScaler, in layout: inout ScratchLayout) {
        guard scaler.wholeX == nil else { return nil }
        span = scaler.spanOfColumns
        count = Int(scaler.target.width)
        sourceCount = scaler.columns.count
        place = layout.place(rowBytes: cpixels_columns_bytes(count), rows: 1)
    }

    /// Writes the table; what is in the memory serves until it is reserved anew.
    func prepare(_ memory: borrowing ScratchMemory, _ instructions: PixelInstructions) {
        let positions = (0..<count).map { index in
            UInt32(span.place(of: index, count: count, last: sourceCount - 1))
        }
        cpixels_prepare_columns(
            memory.address(place.offset),
            positions,
            count,
            sourceCount,
            instructions.level
        )
    }

    /// The table, once it is prepared.
    func columns(_ memory: borrowing ScratchMemory) -> OpaquePointer {
        OpaquePointer(memory.address(place.offset))
    }
}
