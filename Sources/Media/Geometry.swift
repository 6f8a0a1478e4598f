/// Width and height in pixels; zero or more.
public struct PixelSize: Hashable, Sendable, BitwiseCopyable {
    public var width: Int32
    public var height: Int32

    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }

    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// Of pictures that are handled.
    public static let largestSide: Int32 = 8192
    public static let largest = Self(width: largestSide, height: largestSide)

    /// Whether pictures of this size are shown: up to the largest.
    public var isShown: Bool {
        !isEmpty && width <= Self.largestSide && height <= Self.largestSide
    }

    /// Width and height exchanged.
    public var transposed: Self { Self(width: height, height: width) }
}

extension PixelSize {
    /// Reads `WxH`, as `description` writes it; nil for anything else.
    public init?(text: some StringProtocol) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = Int32(sides[0]), let height = Int32(sides[1]) else {
            return nil
        }
        self.init(width: width, height: height)
    }
}

extension PixelSize: CustomStringConvertible {
    public var description: String { "\(width)x\(height)" }
}

/// A rectangle in pixels; the origin is the top left corner, y grows downwards.
public struct PixelRect: Hashable, Sendable, BitwiseCopyable {
    public var x: Int32
    public var y: Int32
    public var width: Int32
    public var height: Int32

    public init(x: Int32, y: Int32, width: Int32, height: Int32) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    public static let zero = Self(x: 0, y: 0, width: 0, height: 0)

    public var size: PixelSize { PixelSize(width: width, height: height) }
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    public var maxX: Int32 { x + width }
    public var maxY: Int32 { y + height }

    /// The common part, or `.zero` when there is none.
    public func intersection(_ other: Self) -> Self {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard right > left, bottom > top else { return .zero }
        return Self(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle that holds both; an empty one adds nothing.
    public func enclosing(_ other: Self) -> Self {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Self(
            x: left,
            y: top,
            width: max(maxX, other.maxX) - left,
            height: max(maxY, other.maxY) - top
        )
    }

    /// Shrunk by `amount` on every side; a negative amount grows.
    public func insetBy(_ amount: Int32) -> Self {
        Self(x: x + amount, y: y + amount, width: width - 2 * amount, height: height - 2 * amount)
    }
}

/// A rectangle in fractions of a pixel, for crops of a source picture.
public struct SourceRect: Hashable, Sendable, BitwiseCopyable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The shape of one pixel, width to height; 1:1 where a stream does not say.
public struct SampleAspectRatio: Hashable, Sendable, BitwiseCopyable {
    public let numerator: Int32
    public let denominator: Int32

    /// Zero or negative parts, and shapes beyond 1:64, mean "unknown": square.
    public init(numerator: Int32, denominator: Int32) {
        let plausible =
            numerator > 0 && denominator > 0
            && numerator / denominator <= 64 && denominator / numerator <= 64
        self.numerator = plausible ? numerator : 1
        self.denominator = plausible ? denominator : 1
    }

    public static let square = Self(numerator: 1, denominator: 1)

    public var value: Double { Double(numerator) / Double(denominator) }
}

extension SampleAspectRatio: CustomStringConvertible {
    /// Such as `64:45`.
    public var description: String { "\(numerator):\(denominator)" }
}

/// How far a stored picture is turned clockwise before it is shown.
public enum Rotation: Int32, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    case none = 0
    case clockwise90 = 90
    case halfTurn = 180
    case clockwise270 = 270

    /// The nearest quarter turn, for any angle in degrees; NaN is none.
    public init(nearestToDegrees degrees: Double) {
        guard degrees.isFinite else {
            self = .none
            return
        }
        let quarter = Int((degrees / 90).rounded().truncatingRemainder(dividingBy: 4))
        self = Self.allCases[(quarter + 4) % 4]
    }

    public var exchangesAxes: Bool { self == .clockwise90 || self == .clockwise270 }
}
