public import Platform

/// A date as cameras and containers write it, such as `2024:01:31 23:59:59` of Exif 2.32 or
/// `2024-01-31T23:59:59.5+0100` of QuickTime: with the offset of its time zone, or as local time.
public struct MediaDate: Hashable, Sendable {
    public let time: CalendarTime
    public let microsecond: Int
    /// Of its time zone, in seconds east of UTC; nil where it says none.
    public let offset: Int?

    /// Returns nil for what is no date from 1900 to 2099.
    public init?(_ text: String) {
        var digits = DateDigits(text)
        guard let year = digits.number(4), digits.skip(":-/"),
            let month = digits.number(2), digits.skip(":-/"),
            let day = digits.number(2), digits.skip(" T"),
            let hour = digits.number(2), digits.skip(":"),
            let minute = digits.number(2), digits.skip(":"),
            let second = digits.number(2),
            (1900...2099).contains(year), NameDate.isDay((year, month, day)),
            NameDate.isTime((hour, minute, second))
        else { return nil }
        time = CalendarTime((year, month, day), (hour, minute, second))
        microsecond = digits.skip(".") ? digits.fraction() : 0
        offset = digits.offset()
        guard digits.isAtEnd else { return nil }
    }

    /// Since 1970-01-01 00:00 UTC; in the machine's time zone where it says none. Nil for what
    /// that has not.
    public var microseconds: Int64? { microseconds(at: offset) }

    /// The same where it is local time of the machine's time zone, whatever zone it says.
    public var localMicroseconds: Int64? { microseconds(at: nil) }

    private func microseconds(at offset: Int?) -> Int64? {
        time.secondsSince1970(offset: offset).map { Int64($0) * 1_000_000 + Int64(microsecond) }
    }
}

/// What is left to be read of a date.
private struct DateDigits {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    /// Whether nothing follows but what fills a field.
    var isAtEnd: Bool { rest.allSatisfy { $0 == 0 || $0 == UInt8(ascii: " ") } }

    /// A number of so many digits.
    mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Passes over one of these signs.
    mutating func skip(_ signs: String) -> Bool {
        guard let first = rest.first, signs.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Of a second, in microseconds; what is finer goes.
    mutating func fraction() -> Int {
        var (value, unit) = (0, 100_000)
        while let digit = number(1) {
            value += digit * unit
            unit /= 10
        }
        return value
    }

    /// `Z`, `+01:00`, `+0100`; nil for none.
    mutating func offset() -> Int? {
        if skip("Z") { return 0 }
        let before = rest
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        let hours = number(2)
        _ = skip(":")
        guard sign != 0, let hours, let minutes = number(2), hours <= 14, minutes < 60 else {
            rest = before
            return nil
        }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
