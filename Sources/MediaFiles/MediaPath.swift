/// Paths below a root.
public enum MediaPath {
    /// The path of what a folder has, from where the folder's begins. Without a name it is the
    /// folder's.
    public static func joined(_ folder: String, _ name: String) -> String {
        folder.isEmpty || name.isEmpty || folder.hasSuffix("/")
            ? folder + name : "\(folder)/\(name)"
    }

    /// The path of what is in a folder, from that folder; empty for the folder, and nil for what is
    /// neither.
    public static func rest(of path: String, beneath folder: String) -> String? {
        if PathKey(path) == PathKey(folder) { return "" }
        let start = Array((folder.hasSuffix("/") ? folder : folder + "/").utf8)
        guard path.utf8.starts(with: start) else { return nil }
        return String(decoding: path.utf8.dropFirst(start.count), as: UTF8.self)
    }

    /// A folder, the one that it is in, and so on up to the root, with the name that each has
    /// where it is in.
    ///
    /// - Parameter path: From the root; empty for the root, which is in none.
    /// - Returns: From the folder upwards, without the root.
    public static func way(up path: String) -> [(path: String, name: String, folder: String)] {
        var steps: [(path: String, name: String, folder: String)] = []
        var rest = path[...]
        while !rest.isEmpty {
            let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/"))
            let folder = slash.map { rest[..<$0] } ?? ""
            let name = slash.map { rest[rest.utf8.index(after: $0)...] } ?? rest
            steps.append((String(rest), String(name), String(folder)))
            rest = folder
        }
        return steps
    }
}

/// A name or a path as the file system tells it from others: by its bytes. To Swift two texts are
/// the same where they look the same, such as an accented letter in one piece and in two.
public struct PathKey: Hashable, Sendable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public static func == (one: Self, other: Self) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
