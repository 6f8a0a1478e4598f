/// Where a picture's pixels lie: up to three components, each a start address
/// and a distance between rows.
///
/// A borrowed view, valid while its owner (a picture's holder, a test's array)
/// keeps the memory. Rows never run backwards.
public struct PictureComponents: BitwiseCopyable, @unchecked Sendable {
    // @unchecked Sendable: says where memory is, and owns nothing. Whoever
    // reads through it holds the picture (PicturePool).

    /// One component: Y, U, V, UV or packed pixels.
    public struct Component: BitwiseCopyable {
        public let base: UnsafeRawPointer
        public let bytesPerRow: Int

        public init(base: UnsafeRawPointer, bytesPerRow: Int) {
            self.base = base
            self.bytesPerRow = bytesPerRow
        }
    }

    public private(set) var first: Component?
    public private(set) var second: Component?
    public private(set) var third: Component?

    /// The dma-buf that holds the same pixels, for devices that can read it;
    /// nil for plain memory.
    public var dmaBuffer: DMABuffer?

    /// Nothing to see.
    public init() {}

    public init(_ first: Component, _ second: Component? = nil, _ third: Component? = nil) {
        self.first = first
        self.second = second
        self.third = third
    }
}

/// One dma-buf with all components of a picture. Rows are as far apart as
/// `PictureComponents` says.
///
/// A borrowed view: whoever exported the buffer keeps the descriptor open, and
/// sees to it that memory holds what the device wrote. V4L2 does, for buffers
/// that it maps: its kernel code synchronises caches when one is dequeued.
public struct DMABuffer: Hashable, Sendable, BitwiseCopyable {
    public let descriptor: CInt
    /// Where the second and third component start, in bytes; zero without one.
    /// The first starts at zero.
    public let secondOffset: Int32
    public let thirdOffset: Int32

    public init(descriptor: CInt, secondOffset: Int32 = 0, thirdOffset: Int32 = 0) {
        self.descriptor = descriptor
        self.secondOffset = secondOffset
        self.thirdOffset = thirdOffset
    }
}
