/// Moments as RFC 3339 writes them, in UTC and to the second: `2026-01-01T00:00:00Z`.
public enum UTCText {
    /// What they look like, as a regular expression of ECMA-262.
    public static let pattern =
        "^(19[7-9][0-9]|2[01][0-9]{2})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        + "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$"

    /// - Returns: Since 1970-01-01 00:00 UTC; nil for what is no such moment.
    public static func seconds(_ text: String) -> Int? {
        guard text.utf8.count == 20 else { return nil }
        let parts = text.utf8.split(omittingEmptySubsequences: false) { "-T:Z".utf8.contains($0) }
        let numbers = parts.compactMap { part in
            part.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(part) ?? "") : nil
        }
        guard parts.count == 7, numbers.count == 6, (1970...2199).contains(numbers[0]),
            (1...12).contains(numbers[1])
        else { return nil }
        let day = daysSince1970(year: numbers[0], month: numbers[1]) + numbers[2] - 1
        let time = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        let seconds = day * 86_400 + time
        // The other way round it is the same only where every part is what it should be.
        return self.text(seconds) == text ? seconds : nil
    }

    /// - Parameter seconds: Since 1970-01-01 00:00 UTC, in the years 1970 to 2199; others are
    ///   taken for the nearest.
    /// - Returns: The moment in 20 characters.
    public static func text(_ seconds: Int) -> String {
        let seconds = min(max(seconds, 0), last)
        let (days, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
        var year = 1970 + days / 366
        while daysSince1970(year: year + 1, month: 1) <= days { year += 1 }
        var month = 1
        while month < 12, daysSince1970(year: year, month: month + 1) <= days { month += 1 }
        let day = days - daysSince1970(year: year, month: month) + 1
        let date = "\(year)-\(padded(month))-\(padded(day))"
        return "\(date)T\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))Z"
    }

    private static let last = daysSince1970(year: 2200, month: 1) * 86_400 - 1

    /// Of the first day of a month.
    private static func daysSince1970(year: Int, month: Int) -> Int {
        // Counted from March, a leap day is the last of its year.
        let years = month > 2 ? year : year - 1
        let months = month > 2 ? month - 3 : month + 9
        let leaps = years / 4 - years / 100 + years / 400
        return years * 365 + leaps + (months * 153 + 2) / 5 - 719_468
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
