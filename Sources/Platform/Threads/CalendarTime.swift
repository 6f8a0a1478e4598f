internal import Glibc

/// A moment as a wall clock and a calendar show it, in the machine's time zone.
///
/// For names and for people: it jumps when the clock is set.
public struct CalendarTime: Hashable, Sendable {
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int
    public var hour: Int
    public var minute: Int
    /// 0 to 60: a leap second.
    public var second: Int
    public var millisecond: Int

    public init(
        year: Int,
        month: Int,
        day: Int,
        hour: Int = 0,
        minute: Int = 0,
        second: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        millisecond = 0
    }

    /// A moment; one that the calendar does not reach is its beginning.
    public init(secondsSince1970 seconds: Int) {
        var parts = tm()
        var time = time_t(seconds)
        localtime_r(&time, &parts)
        self.init(
            year: Int(parts.tm_year) + 1900,
            month: Int(parts.tm_mon) + 1,
            day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour),
            minute: Int(parts.tm_min),
            second: Int(parts.tm_sec)
        )
    }

    /// The moment, in seconds since 1970-01-01 00:00 UTC.
    ///
    /// - Parameter offset: Of its time zone, in seconds east of UTC; nil for the machine's.
    /// - Returns: Nil for what the calendar has not.
    public func secondsSince1970(offset: Int? = nil) -> Int? {
        var parts = tm()
        parts.tm_year = Int32(clamping: year - 1900)
        parts.tm_mon = Int32(clamping: month - 1)
        parts.tm_mday = Int32(clamping: day)
        (parts.tm_hour, parts.tm_min) = (Int32(clamping: hour), Int32(clamping: minute))
        parts.tm_sec = Int32(clamping: second)
        parts.tm_isdst = -1
        // The second before 1970 has the number of a failure; nothing is lost with it.
        let seconds = offset == nil ? mktime(&parts) : timegm(&parts)
        return seconds == -1 ? nil : seconds - (offset ?? 0)
    }

    /// Seconds since 1970-01-01 00:00 UTC. The corresponding C function is `clock_gettime`.
    public static func secondsSince1970() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The present. The corresponding C functions are `clock_gettime`, `localtime_r`.
    public static func now() -> Self {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var now = Self(secondsSince1970: time.tv_sec)
        now.millisecond = Int(time.tv_nsec / 1_000_000)
        return now
    }
}
