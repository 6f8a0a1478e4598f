internal import Glibc

/// Where a path led once. Whoever puts a symbolic link into it later leads nobody astray who
/// opens it as a `ConfinedDirectory`.
public struct SettledPath: Hashable, Sendable {
    /// Absolute, without symbolic links.
    let text: String

    /// Follows the links of a path, also where they lead to what is not there yet.
    ///
    /// - Parameter path: Absolute, without `.` and `..`.
    public init(_ path: String) {
        text = Self.follow(path, links: 0)
    }

    /// As many as the kernel follows in a path (path_resolution(7)).
    private static let mostLinks = 40

    private static func follow(_ path: String, links: Int) -> String {
        var (there, missing) = (path[...], "")
        while !there.isEmpty {
            if let found = realpath(String(there), nil) {
                defer { free(found) }
                return String(cString: found) + missing
            }
            let slash = there.lastIndex(of: "/") ?? there.startIndex
            if links < mostLinks, let target = SymbolicLink.target(of: String(there)) {
                let base = target.hasPrefix("/") ? "" : "\(there[..<slash])/"
                return follow(base + target + missing, links: links + 1)
            }
            missing = there[slash...] + missing
            there = there[..<slash]
        }
        return missing
    }
}
