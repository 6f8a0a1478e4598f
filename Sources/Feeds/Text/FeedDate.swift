/// Reads moments as feeds write them.
///
/// RFC 822 wants `Mon, 02 Jan 2006 15:04:05 GMT`, Atom `2006-01-02T15:04:05Z`. What is found
/// has parts missing, in another order, or of both. A date that cannot be made out is none: the
/// item has no time then, and is read all the same.
enum FeedDate {
    /// Microseconds since 1970-01-01 00:00 UTC; nil for what is no date. Without a zone, UTC.
    static func microseconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 100 else { return nil }
        return ISODate.parse(text)?.microseconds ?? MailDate.parse(text)?.microseconds
    }
}

/// A moment by the calendar, with the distance from UTC.
struct CalendarTime {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var microsecond = 0
    /// East of Greenwich.
    var offsetMinutes = 0

    /// Since 1970-01-01 00:00 UTC; nil for what is on no calendar. A leap second is the second
    /// before it, and 24:00 the midnight that follows.
    var microseconds: Int64? {
        guard (1...9_999).contains(year), (1...12).contains(month), (1...daysOfMonth).contains(day),
            (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            hour < 24 || (minute == 0 && second == 0), abs(offsetMinutes) <= 24 * 60
        else { return nil }
        let minutes = (daysSince1970 * 24 + hour) * 60 + minute - offsetMinutes
        let seconds = minutes * 60 + min(second, 59)
        return Int64(seconds) * 1_000_000 + Int64(microsecond)
    }

    private var daysOfMonth: Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: isLeapYear ? 29 : 28
        default: 31
        }
    }

    private var isLeapYear: Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// Counted with years that begin in March, so that the leap day is a year's last.
    private var daysSince1970: Int {
        let year = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let leapDays = year / 4 - year / 100 + year / 400
        return 365 * year + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
    }
}

/// Digits and signs of a text, one after another.
struct DateScanner {
    private var rest: Substring.UTF8View

    init(_ text: some StringProtocol) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }
    var next: UInt8? { rest.first }

    mutating func skip(_ isWanted: (UInt8) -> Bool) { rest = rest.drop(while: isWanted) }

    mutating func take(_ characters: StaticString) -> UInt8? {
        guard let byte = rest.first else { return nil }
        let isWanted = characters.withUTF8Buffer { $0.contains(byte) }
        guard isWanted else { return nil }
        rest = rest.dropFirst()
        return byte
    }

    /// A number of so many digits; nil where there are fewer, and then nothing is taken.
    mutating func number(_ digits: Int) -> Int? {
        let part = rest.prefix(digits)
        guard part.count == digits, part.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(digits)
        return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// What follows a decimal point, in millionths; further digits are passed over.
    mutating func millionths() -> Int {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest[digits.endIndex...]
        var value = 0
        for digit in digits.prefix(6) { value = value * 10 + Int(digit - 0x30) }
        for _ in digits.prefix(6).count..<6 { value *= 10 }
        return value
    }
}
