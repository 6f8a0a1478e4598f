package import Media

/// A rectangle of BGRX pixels to draw on. A borrowed view: who makes it keeps
/// the memory for as long as it is used.
package struct Surface {
    package let base: UnsafeMutableRawPointer
    package let bytesPerRow: Int
    package let size: PixelSize

    package init(base: UnsafeMutableRawPointer, bytesPerRow: Int, size: PixelSize) {
        self.base = base
        self.bytesPerRow = bytesPerRow
        self.size = size
    }

    /// Rows without padding between them.
    package init(packed base: UnsafeMutableRawPointer, size: PixelSize) {
        self.init(base: base, bytesPerRow: 4 * Int(size.width), size: size)
    }

    /// The part inside `rect`, which has to lie within.
    package func part(_ rect: PixelRect) -> Self {
        Self(base: pixel(x: rect.x, y: rect.y), bytesPerRow: bytesPerRow, size: rect.size)
    }

    /// The address of a pixel.
    package func pixel(x: Int32, y: Int32) -> UnsafeMutableRawPointer {
        base + Int(y) * bytesPerRow + 4 * Int(x)
    }

    /// The bytes of a row.
    package func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        (base + index * bytesPerRow).assumingMemoryBound(to: UInt8.self)
    }

    /// Sets every pixel inside `rect`, which has to lie within. The colour is
    /// BGRX as a little-endian number.
    package func fill(_ rect: PixelRect, color: UInt32) {
        guard !rect.isEmpty else { return }
        for y in rect.y..<rect.maxY {
            let row = pixel(x: rect.x, y: y).assumingMemoryBound(to: UInt32.self)
            row.update(repeating: color, count: Int(rect.width))
        }
    }

    /// Black wherever `bounds` is not covered by `hole`.
    package func fillBlack(_ bounds: PixelRect, around hole: PixelRect?) {
        let black: UInt32 = 0xFF00_0000
        guard let hole = hole?.intersection(bounds), !hole.isEmpty else {
            return fill(bounds, color: black)
        }
        let left = PixelRect(
            x: bounds.x,
            y: hole.y,
            width: hole.x - bounds.x,
            height: hole.height
        )
        let right = PixelRect(
            x: hole.maxX,
            y: hole.y,
            width: bounds.maxX - hole.maxX,
            height: hole.height
        )
        let above = PixelRect(
            x: bounds.x,
            y: bounds.y,
            width: bounds.width,
            height: hole.y - bounds.y
        )
        let below = PixelRect(
            x: bounds.x,
            y: hole.maxY,
            width: bounds.width,
            height: bounds.maxY - hole.maxY
        )
        fill(left, color: black)
        fill(right, color: black)
        fill(above, color: black)
        fill(below, color: black)
    }

    /// Copies all of it to `target`, which has the same size.
    package func copy(to target: Self) { target.turn(self, by: .none) }
}
