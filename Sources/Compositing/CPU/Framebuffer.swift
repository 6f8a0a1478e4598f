internal import Glibc
public import Media
internal import Pixels

/// Memory that a compositor draws into: BGRX pixels, rows top-down.
///
/// Either its own, or lent by someone else, such as a mapped dumb buffer.
public struct Framebuffer: ~Copyable {
    public let base: UnsafeMutableRawPointer
    /// From one row to the next; at least four times the width.
    public let bytesPerRow: Int
    public let size: PixelSize
    private let isOwned: Bool

    /// Memory of its own, black.
    public init(size: PixelSize) {
        self.size = size
        // Rows begin on cache lines.
        bytesPerRow = (Int(max(size.width, 0)) * 4 + 63) & ~63
        let bytes = max(bytesPerRow * Int(max(size.height, 0)), 64)
        base = Self.allocate(bytes: bytes)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        isOwned = true
    }

    /// In large pages, where the system has them: 720p costs 2 of them at the first
    /// touch instead of 900 small ones, which are most of the time until a start
    /// has something to show.
    private static func allocate(bytes: Int) -> UnsafeMutableRawPointer {
        let page = 2 << 20
        guard bytes >= page else { return .allocate(byteCount: bytes, alignment: 64) }
        let whole = (bytes + page - 1) & -page
        let base = UnsafeMutableRawPointer.allocate(byteCount: whole, alignment: page)
        // Refused by a system without large pages, which is as well.
        madvise(base, whole, MADV_HUGEPAGE)
        return base
    }

    /// Memory of someone else, which outlives this value. `bytesPerRow` is a
    /// multiple of four.
    public init(borrowing base: UnsafeMutableRawPointer, bytesPerRow: Int, size: PixelSize) {
        precondition(bytesPerRow >= 4 * Int(size.width) && bytesPerRow.isMultiple(of: 4))
        self.base = base
        self.bytesPerRow = bytesPerRow
        self.size = size
        isOwned = false
    }

    deinit {
        if isOwned { base.deallocate() }
    }

    /// All of it, for drawing.
    var surface: Surface {
        Surface(base: base, bytesPerRow: bytesPerRow, size: size)
    }

    /// Lends the pixels, the bytes from one row to the next, and the size.
    func withPixels<R>(_ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R) -> R {
        // The last row of lent memory may end with its last pixel.
        let bytes = size.isEmpty ? 0 : bytesPerRow * Int(size.height - 1) + 4 * Int(size.width)
        return body(UnsafeRawBufferPointer(start: base, count: bytes), bytesPerRow, size)
    }
}
