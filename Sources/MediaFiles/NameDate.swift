public import Platform

/// The date that cameras, telephones and programs write into a file's name, such as
/// `IMG_20240131_235959.jpg`, `2024-01-31 23.59.59.mov`, `PXL_20240131_235959123.mp4`,
/// `IMG-20240131-WA0001.jpg`.
///
/// It says no time zone: it is the local time of where the file was made.
public struct NameDate: Hashable, Sendable {
    /// Noon where the name tells a day alone: that is the same day in most of the world.
    public let time: CalendarTime

    /// Returns nil where the name tells no date from 1970 to 2099.
    public init?(inFileNamed name: String) {
        let groups = Digits.groups(of: name)
        for index in groups.indices {
            guard let (date, used) = Self.date(groups[index...]) else { continue }
            let time = Self.time(groups[(index + used)...])
            self.time = CalendarTime(date, Self.timeInside(groups[index]) ?? time ?? (12, 0, 0))
            return
        }
        return nil
    }

    /// Microseconds since 1970-01-01 00:00 UTC, in the machine's time zone; nil for what that has
    /// not.
    public var microseconds: Int64? { time.secondsSince1970().map { Int64($0) * 1_000_000 } }

    /// - Returns: Year, month and day, and of how many groups; nil where they are none.
    private static func date(
        _ groups: ArraySlice<Digits>
    ) -> (date: (Int, Int, Int), used: Int)? {
        guard let first = groups.first else { return nil }
        if first.count == 8 || first.count == 14 {
            let date = (first.number(0..<4), first.number(4..<6), first.number(6..<8))
            return isDate(date) ? (date, 1) : nil
        }
        let parts = groups.prefix(3)
        guard parts.map(\.count) == [4, 2, 2], parts.dropFirst().allSatisfy(\.isNear) else {
            return nil
        }
        let numbers = parts.map { $0.number(0..<$0.count) }
        let date = (numbers[0], numbers[1], numbers[2])
        return isDate(date) ? (date, 3) : nil
    }

    /// That stands in the same group as the date.
    private static func timeInside(_ group: Digits) -> (Int, Int, Int)? {
        guard group.count == 14 else { return nil }
        let time = (group.number(8..<10), group.number(10..<12), group.number(12..<14))
        return isTime(time) ? time : nil
    }

    /// That stands after the date: six digits and more, of which the others are parts of a
    /// second, or three groups of two.
    private static func time(_ groups: ArraySlice<Digits>) -> (Int, Int, Int)? {
        guard let first = groups.first, first.isNear || first.isAfterWord else { return nil }
        if first.count == 6 || first.count == 9 {
            let time = (first.number(0..<2), first.number(2..<4), first.number(4..<6))
            return isTime(time) ? time : nil
        }
        let parts = groups.prefix(3)
        guard parts.map(\.count) == [2, 2, 2], parts.dropFirst().allSatisfy(\.isNear) else {
            return nil
        }
        let numbers = parts.map { $0.number(0..<2) }
        let time = (numbers[0], numbers[1], numbers[2])
        return isTime(time) ? time : nil
    }

    private static func isDate(_ date: (year: Int, month: Int, day: Int)) -> Bool {
        (1970...2099).contains(date.year) && isDay(date)
    }

    static func isDay(_ date: (year: Int, month: Int, day: Int)) -> Bool {
        guard (1...12).contains(date.month) else { return false }
        let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[date.month - 1]).contains(date.day)
    }

    static func isTime(_ time: (hour: Int, minute: Int, second: Int)) -> Bool {
        time.hour < 24 && time.minute < 60 && time.second < 60
    }
}

extension CalendarTime {
    /// A day and a time of it.
    init(_ date: (Int, Int, Int), _ time: (Int, Int, Int)) {
        self.init(
            year: date.0,
            month: date.1,
            day: date.2,
            hour: time.0,
            minute: time.1,
            second: time.2
        )
    }
}

/// Digits of a name that stand one beside the other.
private struct Digits {
    private let values: [Int]
    /// What stands between these and those before.
    private let gap: [UInt8]

    var count: Int { values.count }

    /// Whether one sign at most is before them.
    var isNear: Bool { gap.count <= 1 && gap.allSatisfy { Array(" -_.:Tt".utf8).contains($0) } }

    /// Whether ` at ` is before them, as in `Screen Shot 2024-01-31 at 23.59.59.png`.
    var isAfterWord: Bool { gap == Array(" at ".utf8) }

    func number(_ range: Range<Int>) -> Int { values[range].reduce(0) { $0 * 10 + $1 } }

    static func groups(of name: String) -> [Self] {
        var groups: [Self] = []
        var (values, gap): ([Int], [UInt8]) = ([], [])
        // A name has 255 bytes at most.
        for byte in name.utf8.prefix(255) {
            if (0x30...0x39).contains(byte) {
                values.append(Int(byte) - 0x30)
                continue
            }
            if !values.isEmpty {
                groups.append(Self(values: values, gap: gap))
                (values, gap) = ([], [])
            }
            gap.append(byte)
        }
        if !values.isEmpty { groups.append(Self(values: values, gap: gap)) }
        return groups
    }
}
