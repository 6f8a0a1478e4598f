/// A length of time in nanoseconds; negative lengths run backwards.
///
/// Arithmetic wraps nowhere near the range in use: 292 years.
public struct Nanoseconds: Hashable, Comparable, Sendable, BitwiseCopyable {
    public var count: Int64

    public init(_ count: Int64) {
        self.count = count
    }

    public static let zero = Self(0)

    public static func milliseconds(_ count: Int64) -> Self { Self(count * 1_000_000) }

    /// Rounds to the nearest nanosecond; saturates outside ±292 years; NaN is zero.
    public static func seconds(_ seconds: Double) -> Self {
        guard !seconds.isNaN else { return .zero }
        let count = (seconds * 1e9).rounded()
        if count >= 0x1p63 { return Self(.max) }
        if count < -0x1p63 { return Self(.min) }
        return Self(Int64(count))
    }

    public var seconds: Double { Double(count) / 1e9 }
    public var milliseconds: Double { Double(count) / 1e6 }
    public var magnitude: Self { count == .min ? Self(.max) : Self(abs(count)) }

    public static func < (left: Self, right: Self) -> Bool { left.count < right.count }
    public static func + (left: Self, right: Self) -> Self { Self(left.count &+ right.count) }
    public static func - (left: Self, right: Self) -> Self { Self(left.count &- right.count) }
    public static func * (left: Self, right: Int64) -> Self { Self(left.count &* right) }
    public static func / (left: Self, right: Int64) -> Self { Self(left.count / right) }
    public static func += (left: inout Self, right: Self) { left = left + right }
    public static func -= (left: inout Self, right: Self) { left = left - right }
    public static prefix func - (value: Self) -> Self { .zero - value }
}

/// A moment of `CLOCK_MONOTONIC`, the clock of page flips and V4L2 buffers; in
/// virtual time, a moment of the test's own clock.
public struct MonotonicTime: Hashable, Comparable, Sendable, BitwiseCopyable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static func milliseconds(_ count: Int64) -> Self { Self(nanoseconds: count * 1_000_000) }

    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    public static func + (left: Self, right: Nanoseconds) -> Self {
        Self(nanoseconds: left.nanoseconds &+ right.count)
    }

    public static func - (left: Self, right: Nanoseconds) -> Self {
        Self(nanoseconds: left.nanoseconds &- right.count)
    }

    public static func - (left: Self, right: Self) -> Nanoseconds {
        Nanoseconds(left.nanoseconds &- right.nanoseconds)
    }

    public static func += (left: inout Self, right: Nanoseconds) { left = left + right }
}

/// A presentation timestamp: the stream's own time of a picture, converted from
/// the stream's time scale to nanoseconds (exact to half a nanosecond).
public struct MediaTime: Hashable, Comparable, Sendable, BitwiseCopyable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static let zero = Self(nanoseconds: 0)

    public static func milliseconds(_ count: Int64) -> Self { Self(nanoseconds: count * 1_000_000) }

    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    public static func + (left: Self, right: Nanoseconds) -> Self {
        Self(nanoseconds: left.nanoseconds &+ right.count)
    }

    public static func - (left: Self, right: Nanoseconds) -> Self {
        Self(nanoseconds: left.nanoseconds &- right.count)
    }

    public static func - (left: Self, right: Self) -> Nanoseconds {
        Nanoseconds(left.nanoseconds &- right.nanoseconds)
    }
}

/// A rate as an exact fraction, such as 30000/1001; always above zero.
public struct Hertz: Hashable, Sendable, BitwiseCopyable {
    public let numerator: Int32
    public let denominator: Int32

    /// Returns nil unless both parts are above zero.
    public init?(numerator: Int32, denominator: Int32 = 1) {
        guard numerator > 0, denominator > 0 else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    private init(known numerator: Int32) {
        self.numerator = numerator
        denominator = 1
    }

    public static let thirty = Self(known: 30)

    public var value: Double { Double(numerator) / Double(denominator) }

    /// The time between two events, rounded to the nearest nanosecond.
    public var interval: Nanoseconds {
        let numerator = Int64(numerator)
        return Nanoseconds((Int64(denominator) * 1_000_000_000 + numerator / 2) / numerator)
    }
}

extension Hertz {
    /// The rate to two decimal places, or as a whole number: `59.94`, `60`.
    ///
    /// For people: displays and cameras give exact fractions, which nobody reads.
    public var decimal: String {
        let hundredths = Int((value * 100).rounded())
        let (whole, part) = hundredths.quotientAndRemainder(dividingBy: 100)
        return part == 0 ? "\(whole)" : part < 10 ? "\(whole).0\(part)" : "\(whole).\(part)"
    }
}

extension Hertz: CustomStringConvertible {
    public var description: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }
}

extension Hertz {
    /// Reads `25`, `12.5`, `30000/1001`, or one of the NTSC rates by its short
    /// name (`23.976`, `23.98`, `29.97`, `59.94`); nil for anything else, and
    /// for rates outside 0.001 to 1000 Hz.
    public init?(text: some StringProtocol) {
        switch text {
        case "23.976", "23.98": self.init(numerator: 24_000, denominator: 1_001)
        case "29.97": self.init(numerator: 30_000, denominator: 1_001)
        case "59.94": self.init(numerator: 60_000, denominator: 1_001)
        default: self.init(plainText: text)
        }
        guard (0.001...1000).contains(value) else { return nil }
    }

    private init?(plainText text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let above = Int32(parts[0]), let below = Int32(parts[1]) else { return nil }
            self.init(numerator: above, denominator: below)
        } else if let whole = Int32(text) {
            self.init(numerator: whole)
        } else {
            guard let value = Double(text), (0.001...1000).contains(value) else { return nil }
            // A rate of NTSC in full, as its fraction is computed.
            let whole = (value * 1.001).rounded()
            if whole >= 1, abs(whole / 1.001 - value) < 1e-9 * value {
                self.init(numerator: Int32(whole) * 1_000, denominator: 1_001)
                return
            }
            self.init(numerator: Int32((value * 1000).rounded()), denominator: 1000)
        }
    }
}
