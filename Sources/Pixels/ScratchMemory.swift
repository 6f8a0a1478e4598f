/// Memory between two steps of drawing a picture: grows when a layout needs
/// more, and is then reused for every picture.
package struct ScratchMemory: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    private(set) var capacity = 0

    package init() {}

    deinit {
        base?.deallocate()
    }

    /// Makes room for `bytes`. What was in it is lost; what is too large is given back.
    package mutating func reserve(_ bytes: Int) {
        guard bytes > capacity || bytes < capacity / 4 else { return }
        base?.deallocate()
        base = bytes > 0 ? .allocate(byteCount: bytes, alignment: 64) : nil
        capacity = bytes
    }

    /// The address of a byte that was reserved.
    package func address(_ offset: Int) -> UnsafeMutableRawPointer {
        guard let base else { preconditionFailure("Scratch memory was not reserved") }
        return base + offset
    }
}

/// Hands out offsets of a scratch memory that is yet to be reserved.
struct ScratchLayout: Hashable {
    private(set) var bytes = 0

    /// A place for `rows` rows of `rowBytes` each, rows on cache lines.
    mutating func place(rowBytes: Int, rows: Int) -> Place {
        let bytesPerRow = (rowBytes + 63) & ~63
        defer { bytes += bytesPerRow * rows }
        return Place(offset: bytes, bytesPerRow: bytesPerRow)
    }

    struct Place: Hashable {
        let offset: Int
        let bytesPerRow: Int
    }
}
