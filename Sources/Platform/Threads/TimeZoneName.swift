internal import Glibc

/// The names of time zones, as the environment's `TZ` has them (tzset(3)).
public enum TimeZoneName {
    /// Whether the machine knows a zone; of one that it does not know, the C library has UTC.
    ///
    /// - Parameter name: Such as `Europe/Berlin`.
    /// - Returns: Whether it does.
    public static func isKnown(_ name: String) -> Bool {
        if name == "UTC" { return true }
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        let isName = steps.allSatisfy { step in
            !step.isEmpty
                && step.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
                        UInt8(ascii: "+"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
        }
        guard isName, let file = fopen("\(directory)/\(name)", "re") else { return false }
        defer { fclose(file) }
        // A folder of zones can be opened, too.
        var magic: [UInt8] = [0, 0, 0, 0]
        return fread(&magic, 1, magic.count, file) == magic.count && magic == Array("TZif".utf8)
    }

    /// What the process's local time is told by.
    ///
    /// - Parameter environment: The process's variables.
    /// - Returns: A name, or another text for another zone; the same one for all where the machine
    ///   has a copy of a zone's file, and no link to it.
    public static func local(in environment: [String: String]) -> String {
        if let zone = environment["TZ"] { return zone }
        let target = SymbolicLink.target(of: "/etc/localtime") ?? ""
        return target.firstRange(of: "zoneinfo/").map { String(target[$0.upperBound...]) } ?? target
    }

    private static let directory = "/usr/share/zoneinfo"
}
