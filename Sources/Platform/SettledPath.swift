internal import Glibc

/// Where a path led once. Whoever puts a symbolic link into it later leads nobody astray who
/// opens it as a `ConfinedDirectory`.
public struct SettledPath: Hashable, Sendable {
    /// Absolute, without symbolic links.
    let text: String

    /// Follows the links of a path, as far as there is anything.
    ///
    /// - Parameter path: Absolute, without `.` and `..`.
    public init(_ path: String) {
        var (there, missing) = (path[...], "")
        while !there.isEmpty {
            if let found = realpath(String(there), nil) {
                defer { free(found) }
                text = String(cString: found) + missing
                return
            }
            let slash = there.lastIndex(of: "/") ?? there.startIndex
            missing = there[slash...] + missing
            there = there[..<slash]
        }
        text = missing
    }
}
