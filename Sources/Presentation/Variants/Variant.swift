public import Media

/// One of the forms in which a source offers the same video (RFC 8216, section 4.3.4.2).
public struct Variant: Hashable, Sendable {
    /// Bits a second: on average where that is said, else at most.
    public var bitRate: Int
    /// Nil where it is not said.
    public var size: PixelSize?
    /// Nil where it is not said.
    public var frameRate: Hertz?

    public init(bitRate: Int, size: PixelSize? = nil, frameRate: Hertz? = nil) {
        self.bitRate = bitRate
        self.size = size
        self.frameRate = frameRate
    }

    /// Zero where it is not known.
    var pixels: Int { size.map { Int($0.width) * Int($0.height) } ?? 0 }
}

extension Variant: CustomStringConvertible {
    /// Such as `1280x720 at 2.5 Mb/s`.
    public var description: String {
        let tenths = bitRate / 100_000 + (bitRate % 100_000 >= 50_000 ? 1 : 0)
        let rate = "\(tenths / 10).\(tenths % 10) Mb/s"
        return size.map { "\($0) at \(rate)" } ?? rate
    }
}

/// Which variant is wanted.
public enum VariantWish: Hashable, Sendable {
    /// By bandwidth and the size that it is shown at.
    case automatic
    case highest
    case lowest
    /// The largest that is no larger; the lowest where all are.
    case upTo(PixelSize)
}
