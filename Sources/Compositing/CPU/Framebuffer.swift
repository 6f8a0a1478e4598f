internal import Glibc
public import Media
internal import Pixels

/// Memory that a compositor draws into: BGRX pixels, rows top-down.
public struct Framebuffer: ~Copyable {
    public let base: UnsafeMutableRawPointer
    /// From one row to the next; at least four times the width.
    public let bytesPerRow: Int
    public let size: PixelSize

    /// Black.
    public init(size: PixelSize) {
        self.size = size
        // Rows begin on cache lines.
        bytesPerRow = (Int(max(size.width, 0)) * 4 + 63) & ~63
        let bytes = max(bytesPerRow * Int(max(size.height, 0)), 64)
        base = Self.allocate(bytes: bytes)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
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

    deinit {
        base.deallocate()
    }

    /// All of it, for drawing.
    var surface: Surface {
        Surface(base: base, bytesPerRow: bytesPerRow, size: size)
    }

    /// Lends the pixels, the bytes from one row to the next, and the size.
    func withPixels<R>(_ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R) -> R {
        let bytes = size.isEmpty ? 0 : bytesPerRow * Int(size.height)
        return body(UnsafeRawBufferPointer(start: base, count: bytes), bytesPerRow, size)
    }
}
