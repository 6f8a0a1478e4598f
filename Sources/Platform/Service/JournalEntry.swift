/// One entry of the journal, as its native protocol writes it: fields of
/// `NAME=value` lines, or for a value with a line break the name, a line break,
/// the value's length in eight bytes, least first, and the value.
///
/// The protocol: https://systemd.io/JOURNAL_NATIVE_PROTOCOL
public struct JournalEntry: Sendable {
    /// How urgent it is, as `syslog(3)` numbers it.
    public enum Priority: Int, Sendable {
        case critical = 2
        case error
        case warning
        case notice
        case informational
        case debug
    }

    /// The datagram.
    private(set) var bytes: [UInt8] = []

    /// - Parameters:
    ///   - message: The text for people; may have several lines.
    ///   - priority: How urgent it is.
    ///   - identifier: The program's name.
    public init(_ message: String, priority: Priority, identifier: String) {
        set("MESSAGE", message)
        set("PRIORITY", "\(priority.rawValue)")
        set("SYSLOG_IDENTIFIER", identifier)
    }

    /// Adds a field. A name of the journal's own (`MESSAGE`) given again makes a second value.
    ///
    /// - Parameters:
    ///   - name: Made what the journal takes: upper-case letters, digits and `_`, 64 at most,
    ///     beginning with a letter. Without a letter there is no field.
    ///   - value: Any text.
    public mutating func set(_ name: String, _ value: String) {
        let name = Self.fieldName(name)
        guard !name.isEmpty else { return }
        bytes += name
        let value = Array(value.utf8)
        let newline = UInt8(ascii: "\n")
        if value.contains(newline) {
            bytes.append(newline)
            withUnsafeBytes(of: UInt64(value.count).littleEndian) { bytes += $0 }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value
        bytes.append(newline)
    }

    /// A leading underscore is the journal's own, and a leading digit is refused.
    private static func fieldName(_ name: String) -> ArraySlice<UInt8> {
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let upper = name.utf8.map { byte in
            let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            let byte = isLower ? byte - 32 : byte
            return letters.contains(byte) || digits.contains(byte) ? byte : UInt8(ascii: "_")
        }
        return upper.drop { !letters.contains($0) }.prefix(64)
    }
}
