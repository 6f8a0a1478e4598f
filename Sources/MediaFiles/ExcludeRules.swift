internal import Glibc

/// Which files and folders of a root are passed over, as the patterns of a shell say (`glob(7)`).
///
/// A pattern with a slash is for the path from the root, one without for every name; `*` stops at
/// slashes. What is in a folder that is passed over is so too.
public struct ExcludeRules: Hashable, Sendable {
    public let patterns: [String]

    public init(_ patterns: [String]) {
        self.patterns = patterns
    }

    /// Whether one of the patterns is for a file or folder.
    ///
    /// - Parameters:
    ///   - name: Its own.
    ///   - folder: The path of the folder that it is in, from the root; empty for the root.
    /// - Returns: Whether it is to be passed over.
    public func exclude(_ name: String, in folder: String) -> Bool {
        patterns.contains { pattern in
            let isForPaths = pattern.utf8.contains(UInt8(ascii: "/"))
            let text = isForPaths ? MediaPath.joined(folder, name) : name
            let rule = pattern.hasPrefix("/") ? String(pattern.dropFirst()) : pattern
            return fnmatch(rule, text, FNM_PATHNAME) == 0
        }
    }
}
