internal import CPango
internal import Glibc
internal import Media

/// The time, as a text.
package enum ClockText {
    package static let mostLetters = 1024

    /// - Parameters:
    ///   - format: As `strftime` has it.
    ///   - zone: A name of the system's; nil: its own.
    ///   - locale: Of whose language names are; nil: English.
    ///   - seconds: Since 1970-01-01 00:00 UTC; nil: now.
    ///   - library: Another one in tests.
    /// - Returns: The text.
    /// - Throws: `LetteringError.library`; `LetteringError.clock`, also where it would have more than
    ///   `mostLetters`.
    package static func text(
        _ format: String,
        zone: String? = nil,
        locale: String? = nil,
        at seconds: Int64? = nil,
        library: String = Typesetter.library
    ) throws(LetteringError) -> String {
        if let reason = cpango_load(library) { throw .library(String(cString: reason)) }
        var text = [UInt32](repeating: 0, count: mostLetters)
        let time = seconds ?? Int64(Glibc.time(nil))
        let format = withSeconds(time, in: format).unicodeScalars.map(\.value) + [0]
        switch cpango_clock(format, zone, locale, time, &text, text.count) {
        case CPANGO_NO_ZONE: throw .clock("there is no time zone '\(zone ?? "")'")
        case CPANGO_NO_LOCALE:
            throw .clock("there is no locale '\(locale ?? "")'; `locale -a` lists those there are")
        case CPANGO_TOO_LONG: throw .clock("the text would be too long")
        default: break
        }
        return String(
            String.UnicodeScalarView(text.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init))
        )
    }

    /// A format with the time itself for each `%s`: C makes that of the hours and minutes, as if
    /// they were the system's zone's.
    private static func withSeconds(_ seconds: Int64, in format: String) -> String {
        var text: [UInt8] = []
        // From its `%` on, with flags, width and modifier.
        var conversion: [UInt8] = []
        for byte in format.utf8 {
            guard byte == UInt8(ascii: "%") || !conversion.isEmpty else {
                text.append(byte)
                continue
            }
            conversion.append(byte)
            guard conversion.count > 1, !"-_^#+EO0123456789".utf8.contains(byte) else { continue }
            text += byte == UInt8(ascii: "s") ? Array("\(seconds)".utf8) : conversion
            conversion = []
        }
        return String(decoding: text + conversion, as: UTF8.self)
    }
}
