/// Dates as RFC 822 writes them, and what is written in its place.
///
/// The words tell by themselves what they are: a name of a month, a number with a colon, a
/// number of four digits. So their order does not matter, but that of day and year.
struct MailDate {
    private var time = CalendarTime()
    private var day: Int?
    private var month: Int?
    private var year: Int?
    private var hasTime = false

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// In hours. The letters of the military are read as RFC 5322 §4.3 says: as UTC.
    private static let zones: [String: Int] = [
        "ast": -4, "adt": -3, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6,
        "pst": -8, "pdt": -7, "akst": -9, "akdt": -8, "hst": -10, "bst": 1, "wet": 0, "west": 1,
        "cet": 1, "cest": 2, "met": 1, "mest": 2, "mez": 1, "mesz": 2, "eet": 2, "eest": 3,
        "msk": 3, "jst": 9, "kst": 9, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13,
    ]

    static func parse(_ text: String) -> CalendarTime? {
        var date = Self()
        for word in text.lowercased().split(whereSeparator: { " ,\t\r\n()".contains($0) }) {
            guard date.take(word) else { return nil }
        }
        guard let day = date.day, let month = date.month, let year = date.year else { return nil }
        (date.time.day, date.time.month, date.time.year) = (day, month, year)
        return date.time
    }

    /// - Returns: False for what makes the whole no date.
    private mutating func take(_ word: Substring) -> Bool {
        if word.contains(":"), word.utf8.first.map({ (0x30...0x39).contains($0) }) == true {
            return takeTime(word)
        }
        if hasTime, word.hasPrefix("+") || word.hasPrefix("-") { return takeOffset(word) }
        // Such as 01-jan-2024.
        let parts = word.split(separator: "-")
        if parts.count == 3 { return parts.allSatisfy { takePart($0) } }
        return takePart(word)
    }

    private mutating func takePart(_ word: Substring) -> Bool {
        let digits = word.prefix { ("0"..."9").contains($0) }
        let isNumber = digits.endIndex == word.endIndex
        let endings: Set<Substring> = ["st", "nd", "rd", "th"]
        if isNumber || (!digits.isEmpty && endings.contains(word[digits.endIndex...])) {
            return takeNumber(digits)
        }
        if let index = Self.months.firstIndex(of: String(word.prefix(3))) {
            guard month == nil else { return false }
            month = index + 1
            return true
        }
        if word == "pm" || word == "am" { return takeHalf(isAfternoon: word == "pm") }
        for name in ["gmt", "utc"] where word.hasPrefix(name) && word.count > 3 {
            return takeOffset(word.dropFirst(3))
        }
        if let hours = Self.zones[String(word)], hasTime { time.offsetMinutes = hours * 60 }
        // A weekday, or a zone that nobody knows.
        return true
    }

    private mutating func takeNumber(_ word: Substring) -> Bool {
        guard let value = Int(word) else { return false }
        if day == nil, word.utf8.count <= 2 {
            day = value
        } else if year == nil, word.utf8.count == 4 || word.utf8.count == 2 {
            // RFC 5322 §4.3.
            year = word.utf8.count == 4 ? value : value < 50 ? 2_000 + value : 1_900 + value
        } else {
            // A zone without a sign.
            return hasTime && value == 0
        }
        return true
    }

    /// `10:00`, `10:00:00`, `10:00:00.5`, also with `pm` or a zone right behind it.
    private mutating func takeTime(_ word: Substring) -> Bool {
        guard !hasTime else { return false }
        hasTime = true
        let digits = word.prefix { $0 == ":" || $0 == "." || ("0"..."9").contains($0) }
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = Int(parts[0]), let minute = Int(parts[1])
        else {
            return false
        }
        (time.hour, time.minute) = (hour, minute)
        if parts.count == 3 {
            let seconds = parts[2].split(separator: ".", maxSplits: 1)
            guard let second = seconds.first.flatMap({ Int($0) }) else { return false }
            time.second = second
            if seconds.count == 2 {
                var scanner = DateScanner(seconds[1])
                time.microsecond = scanner.millionths()
            }
        }
        let rest = word[digits.endIndex...]
        return rest.isEmpty || take(rest)
    }

    private mutating func takeHalf(isAfternoon: Bool) -> Bool {
        guard hasTime, (1...12).contains(time.hour) else { return false }
        time.hour = time.hour % 12 + (isAfternoon ? 12 : 0)
        return true
    }

    /// `+0200`, `+02:00`, `+200`, `+2`.
    private mutating func takeOffset(_ word: Substring) -> Bool {
        guard let sign = word.first, sign == "+" || sign == "-" else { return false }
        let digits = word.dropFirst().filter { $0 != ":" }
        guard let value = Int(digits), (1...4).contains(digits.utf8.count) else { return false }
        let minutes = digits.utf8.count <= 2 ? value * 60 : value / 100 * 60 + value % 100
        time.offsetMinutes = sign == "-" ? -minutes : minutes
        return true
    }
}
