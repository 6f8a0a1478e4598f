internal import Platform

/// The names of images in the library: when, and of which stream.
enum ImageName {
    /// Such as `20261121-203827-123-door.jpg`, which sorts by time; with `-2` and
    /// so on before the extension where that is taken.
    ///
    /// - Parameters:
    ///   - time: When it was taken, by the wall clock.
    ///   - subject: A stream's ID, or `view`: safe in file names.
    ///   - fileExtension: Without a dot.
    ///   - attempt: From 1.
    /// - Returns: A name of at most 100 bytes.
    static func make(
        at time: CalendarTime,
        of subject: String,
        fileExtension: String,
        attempt: Int
    ) -> String {
        let date = padded(time.year, 4) + padded(time.month, 2) + padded(time.day, 2)
        let clock = padded(time.hour, 2) + padded(time.minute, 2) + padded(time.second, 2)
        let number = attempt > 1 ? "-\(attempt)" : ""
        let name = "\(date)-\(clock)-\(padded(time.millisecond, 3))-\(subject)\(number)"
        return "\(name).\(fileExtension)"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
