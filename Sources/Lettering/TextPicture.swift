internal import Glibc
package import Media

/// A text that was drawn, on nothing: rows of blue, green, red and alpha, a byte each, of
/// which the first three were multiplied by the last. Rows have no gaps.
///
/// Thread: safe.
package final class TextPicture: @unchecked Sendable {
    // Nothing writes to the memory once the picture was given away.

    package let extent: TextExtent
    /// Letters that no font has: boxes are in their places. Each once, `maximumMissing` at most.
    package let missing: [Unicode.Scalar]
    private let memory: UnsafeMutableRawPointer

    /// The most pixels that a picture may have: 64 MiB of memory.
    package static let maximumPixels = 1 << 24
    /// The longest side that a picture may have.
    package static let maximumSide: Int32 = 32_767
    /// The letters without a font that are told.
    package static let maximumMissing = 8

    package var size: PixelSize { extent.size }
    package var bytesPerRow: Int { Int(size.width) * 4 }

    /// An empty picture.
    ///
    /// - Parameters:
    ///   - extent: Of what is drawn on it.
    ///   - missing: Letters of that which no font has.
    /// - Throws: `LetteringError.tooLarge`, `LetteringError.outOfMemory`.
    init(_ extent: TextExtent, missing: [Unicode.Scalar] = []) throws(LetteringError) {
        let size = extent.size
        let pixels = Int(size.width) * Int(size.height)
        guard max(size.width, size.height) <= Self.maximumSide, pixels <= Self.maximumPixels
        else { throw .tooLarge(size) }
        guard let memory = calloc(max(1, pixels), 4) else { throw .outOfMemory }
        self.extent = extent
        self.missing = missing
        self.memory = memory
    }

    deinit {
        free(memory)
    }

    /// Lends the rows for the length of a call.
    ///
    /// - Parameter body: Is given `size.height` rows of `bytesPerRow` bytes.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` threw.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: memory, count: bytesPerRow * Int(size.height)))
    }

    /// The rows while the picture is drawn, and no one else has it.
    var drawn: UnsafeMutablePointer<UInt8> { memory.assumingMemoryBound(to: UInt8.self) }
}
