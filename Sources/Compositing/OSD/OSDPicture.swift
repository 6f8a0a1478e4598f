public import Media
internal import Pixels

/// A picture that lies over everything, such as a line of text. Borrowed from an `OSDSheet`.
public struct OSDPicture: BitwiseCopyable {
    /// Its place, inside the framebuffer.
    public let bounds: PixelRect
    /// Tells its pixels from those of any other.
    let key: UInt64
    /// Packed rows of blue, green, red and alpha, the colours multiplied by alpha.
    let pixels: UnsafeMutableRawPointer?

    /// Nothing, nowhere.
    static var none: Self { Self(bounds: .zero, key: 0, pixels: nil) }

    /// To be read, while its sheet lives.
    var surface: Surface? { pixels.map { Surface(packed: $0, size: bounds.size) } }

    /// Whether both look the same, in the same place.
    func isSame(as other: Self) -> Bool { key == other.key && bounds == other.bounds }
}

/// Something for each picture there can be.
typealias PerOSDPicture<Element> = InlineArray<10, Element>

/// What lies over a scene: pictures, none of which covers another's place, in the order of their
/// places.
///
/// A value, so that frames may carry it about for nothing; its pixels are a sheet's.
public struct OSDList: BitwiseCopyable {
    /// How many pictures there can be: as `PerOSDPicture` has room for.
    public static let limit = 10

    private var pictures = PerOSDPicture<OSDPicture>(repeating: .none)
    public private(set) var count = 0

    public init() {}

    public var isEmpty: Bool { count == 0 }

    public subscript(index: Int) -> OSDPicture { pictures[index] }

    /// Adds one; there must be room.
    mutating func append(_ picture: OSDPicture) {
        pictures[count] = picture
        count += 1
    }

    /// Whether it has a picture that looks so, there.
    private func has(_ picture: OSDPicture) -> Bool {
        for index in 0..<count where pictures[index].isSame(as: picture) { return true }
        return false
    }

    /// What of a framebuffer is another with this list than with that; empty where nothing is.
    func difference(from other: Self) -> PixelRect {
        var difference = PixelRect.zero
        for index in 0..<count where !other.has(pictures[index]) {
            difference = difference.enclosing(pictures[index].bounds)
        }
        for index in 0..<other.count where !has(other[index]) {
            difference = difference.enclosing(other[index].bounds)
        }
        return difference
    }

    /// Whether a picture covers some of a place.
    func covers(_ place: PixelRect) -> Bool {
        for index in 0..<count where !pictures[index].bounds.intersection(place).isEmpty {
            return true
        }
        return false
    }

    /// All pixels of its pictures.
    var area: Int {
        var area = 0
        for index in 0..<count { area += pictures[index].area }
        return area
    }
}

extension OSDPicture {
    var area: Int { Int(bounds.width) * Int(bounds.height) }
}
