internal import Glibc
internal import Platform

/// What belongs to a root, for telling where symbolic links lead by what they say: nothing is asked
/// of the disks to which they do.
struct RootBounds: Sendable {
    /// Of the root's file system.
    let device: UInt64
    /// Where the root is, without links.
    let path: String
    private let place: [PathKey]
    /// The same by its name, and other folders whose files are met anyway.
    private let known: [[PathKey]]

    /// Blocking, where the root's disk does not answer.
    ///
    /// - Parameters:
    ///   - root: An absolute path.
    ///   - device: Its file system's.
    ///   - others: Absolute paths of folders that are gone through, too.
    init(_ root: String, on device: UInt64, beside others: [String]) {
        self.device = device
        known = ([root] + others).map(Self.names)
        let resolved = realpath(root, nil)
        defer { free(resolved) }
        path = resolved.map { String(cString: $0) } ?? root
        place = Self.names(path)
    }

    /// Whether a link leads to what is met without it.
    ///
    /// - Parameters:
    ///   - target: What it says.
    ///   - folder: The path of its folder from the root.
    /// - Returns: False where it leads elsewhere.
    func contains(_ target: String, from folder: String) -> Bool {
        var names = target.isAbsolutePath ? [] : place + Self.names(folder)
        for name in Self.names(target) {
            switch name.text {
            case ".": break
            case "..": _ = names.popLast()
            default: names.append(name)
            }
        }
        return ([place] + known).contains { names.starts(with: $0) }
    }

    private static func names(_ path: String) -> [PathKey] { path.pathNames.map { PathKey($0) } }
}
