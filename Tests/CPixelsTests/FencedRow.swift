import Glibc

/// A row between two pages that may not be touched: reading or writing one
/// byte before or behind it ends the process.
///
/// It ends right at the page behind it, or begins right at the page before it.
final class FencedRow {
    private let memory: UnsafeMutableRawPointer
    private let mappedBytes: Int
    let bytes: UnsafeMutablePointer<UInt8>
    let count: Int

    enum Side: CaseIterable {
        case before
        case behind
    }

    private static let page = Int(getpagesize())

    init(count: Int, at side: Side) throws {
        let inside = max(1, (count + Self.page - 1) / Self.page) * Self.page
        mappedBytes = inside + 2 * Self.page
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = mmap(nil, mappedBytes, PROT_NONE, flags, -1, 0), memory != MAP_FAILED,
            mprotect(memory + Self.page, inside, PROT_READ | PROT_WRITE) == 0
        else { throw Failure.noMemory }
        self.memory = memory
        self.count = count
        let start = memory + Self.page + (side == .before ? 0 : inside - count)
        bytes = start.assumingMemoryBound(to: UInt8.self)
    }

    convenience init(_ values: [UInt8], at side: Side) throws {
        try self.init(count: values.count, at: side)
        for (index, value) in values.enumerated() { bytes[index] = value }
    }

    deinit { munmap(memory, mappedBytes) }

    enum Failure: Error {
        case noMemory
    }

    /// The same memory in 16-bit numbers.
    var entries: UnsafeMutablePointer<Int16> {
        UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: Int16.self)
    }

    var values: [UInt8] { (0..<count).map { bytes[$0] } }
}
