/// Dates as RFC 3339, ISO 8601 and the W3C write them: `2024-05-01T10:00:00.5+02:00`, down to a
/// year alone. A space may stand for the `T`, and the dashes and colons may be missing.
enum ISODate {
    static func parse(_ text: String) -> CalendarTime? {
        var scanner = DateScanner(text)
        scanner.skip { $0 <= 0x20 }
        guard var time = date(&scanner) else { return nil }
        if scanner.take("Tt _") != nil {
            scanner.skip { $0 == 0x20 }
            if scanner.next != nil, !readTime(&scanner, into: &time) { return nil }
        }
        scanner.skip { $0 <= 0x20 }
        return scanner.isAtEnd ? time : nil
    }

    private static func date(_ scanner: inout DateScanner) -> CalendarTime? {
        guard let year = scanner.number(4) else { return nil }
        var time = CalendarTime(year: year)
        let isParted = scanner.take("-/") != nil
        guard let month = scanner.number(2) else { return isParted ? nil : time }
        time.month = month
        if isParted, scanner.take("-/") == nil { return time }
        guard let day = scanner.number(2) else { return nil }
        time.day = day
        return time
    }

    private static func readTime(_ scanner: inout DateScanner, into time: inout CalendarTime)
        -> Bool
    {
        guard let hour = scanner.number(2) else { return false }
        time.hour = hour
        let isParted = scanner.take(":") != nil
        if let minute = scanner.number(2) {
            time.minute = minute
            if !isParted || scanner.take(":") != nil, let second = scanner.number(2) {
                time.second = second
                if scanner.take(".,") != nil { time.microsecond = scanner.millionths() }
            }
        }
        scanner.skip { $0 == 0x20 }
        return readZone(&scanner, into: &time)
    }

    /// `Z`, `UTC`, `+02:00`, `+0200`, `+02`, or nothing.
    private static func readZone(_ scanner: inout DateScanner, into time: inout CalendarTime)
        -> Bool
    {
        guard let first = scanner.take("Zz+-UuGg") else { return scanner.isAtEnd }
        guard first == 0x2B || first == 0x2D else {
            scanner.skip { "TtCcMm".utf8.contains($0) }
            return true
        }
        guard let hours = scanner.number(2) else { return false }
        _ = scanner.take(":")
        let minutes = hours * 60 + (scanner.number(2) ?? 0)
        time.offsetMinutes = first == 0x2D ? -minutes : minutes
        return true
    }
}
