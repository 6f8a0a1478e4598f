internal import Glibc

/// The field `Date` of an answer, as RFC 9110, section 5.6.7, writes it.
enum HTTPDate {
    /// The time now, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func now() -> String { text(time(nil)) }

    /// The time so many seconds after the beginning of 1970, in UTC.
    static func text(_ seconds: time_t) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        // Room for years of more digits than anybody will see.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            // English names: the program never leaves the locale "C".
            let count = strftime(start, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            let bytes = buffer.prefix(count).map(UInt8.init(bitPattern:))
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
