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

    /// Nothing to see.
    public init() {}

    public init(_ first: Component, _ second: Component? = nil, _ third: Component? = nil) {
        self.first = first
        self.second = second
        self.third = third
    }
}
