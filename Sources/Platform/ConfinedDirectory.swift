internal import CLinux
internal import Glibc

/// A directory that files are written into, and nowhere else: no `..`, symbolic
/// link or race leads out, since the kernel itself finds each path beneath it.
///
/// Thread: safe.
public struct ConfinedDirectory: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    /// Opens a directory; it may itself be reached through symbolic links.
    ///
    /// - Parameters:
    ///   - path: Absolute, or of the working directory.
    ///   - isMade: Whether it, and those above it, are made where they are missing.
    /// - Throws: `mkdir`, `open`.
    public init(_ path: String, isMade: Bool = false) throws(SystemCallError) {
        if isMade { try Self.make(path) }
        descriptor = OwnedDescriptor(
            taking: try systemCall("open") {
                open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            }
        )
    }

    /// Begins a file that appears whole, or not at all.
    ///
    /// - Parameters:
    ///   - path: Beneath the directory; directories in it must be there.
    ///   - replaces: Whether it takes the place of a file of that name.
    /// - Returns: The file, hidden and empty.
    /// - Throws: `openat2` with `EXDEV` or `ELOOP` for a path that leads out, with
    ///   `ENOENT` for a missing directory; `openat`; `fstatat` with `EEXIST` or
    ///   `EISDIR` where the name is taken.
    public borrowing func begin(
        _ path: String,
        replaces: Bool
    ) throws(SystemCallError) -> NewFile {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = String(slash.map { path[path.utf8.index(after: $0)...] } ?? path[...])
        let parent = String(slash.map { path[..<$0] } ?? ".")
        guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else {
            throw SystemCallError(call: "openat2", errno: .invalidArgument)
        }
        let root = descriptor.rawValue
        let directory = OwnedDescriptor(
            taking: try systemCall("openat2") {
                clinux_open_beneath(root, parent.isEmpty ? "." : parent)
            }
        )
        return try NewFile.begin(in: directory, name: name, replaces: replaces)
    }

    private static func make(_ path: String) throws(SystemCallError) {
        var end = path.utf8.startIndex
        while end != path.utf8.endIndex {
            end = path.utf8[end...].dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
            let prefix = String(path[..<end])
            do throws(SystemCallError) {
                try systemCall("mkdir") { mkdir(prefix, 0o777) }
            } catch  where error.errno == .fileExists || error.errno == .isDirectory {
                continue
            } catch {
                // Above it there may be what this process can only walk through.
                if end == path.utf8.endIndex { throw error }
            }
        }
    }
}
