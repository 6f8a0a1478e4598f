internal import Media
internal import Pixels

/// Memory that a display reads, lent for one call: 32 bits a pixel.
struct PixelTarget {
    let base: UnsafeMutableRawPointer
    let bytesPerRow: Int
    let size: PixelSize
}

/// Copies pixels into a buffer, turned on the way.
///
/// The target is only written, row by row, and never read: reading it back is
/// slow where it is write-combined.
enum PixelCopy {
    /// - Parameters:
    ///   - rect: What to copy of `source`; cut to it.
    ///   - source: Upright.
    ///   - target: Of the source's size, turned.
    ///   - rotation: How far to turn, clockwise.
    static func copy(
        _ rect: PixelRect,
        of source: PixelBuffer,
        to target: PixelTarget,
        turned rotation: Rotation
    ) {
        precondition(
            source.size.turned(rotation) == target.size,
            "Presented \(source.size), where \(target.size) is shown"
        )
        let rect = rect.intersection(PixelRect(source.size))
        guard !rect.isEmpty else { return }
        let pixels = Surface(
            base: UnsafeMutableRawPointer(mutating: source.base),
            bytesPerRow: source.bytesPerRow,
            size: source.size
        )
        Surface(base: target.base, bytesPerRow: target.bytesPerRow, size: target.size)
            .part(rect.turned(rotation, in: source.size))
            .turn(pixels.part(rect), by: rotation)
    }
}
