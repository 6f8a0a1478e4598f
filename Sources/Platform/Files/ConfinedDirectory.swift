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

    /// Opens a directory, through no symbolic link.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - isMade: Whether it, and those above it, are made where they are missing.
    /// - Throws: `openat`, with `ENOTDIR` for what is no directory, or a link to one, in the
    ///   path; `mkdirat`.
    public init(_ path: SettledPath, isMade: Bool = false) throws(SystemCallError) {
        let parts = path.text.pathNames
        var directory = OwnedDescriptor(taking: try systemCall("open") { clinux_open_place("/") })
        for part in parts { directory = try Self.find(part, in: directory, isMade: isMade) }
        descriptor = try Self.step(".", from: directory.rawValue)
    }

    private static func find(
        _ name: String,
        in directory: borrowing OwnedDescriptor,
        isMade: Bool
    ) throws(SystemCallError) -> OwnedDescriptor {
        let parent = directory.rawValue
        func find() throws(SystemCallError) -> OwnedDescriptor {
            OwnedDescriptor(
                taking: try systemCall("openat") { clinux_open_step(parent, name) }
            )
        }
        do throws(SystemCallError) {
            return try find()
        } catch  where error.errno == .noSuchFile && isMade {
            do throws(SystemCallError) {
                try systemCall("mkdirat") { mkdirat(parent, name, 0o777) }
            } catch  where error.errno == .fileExists {
                // Somebody else was quicker.
            }
            return try find()
        }
    }

    /// A directory beneath this one, for files that are written into that.
    ///
    /// - Parameter path: From this one; empty for this one.
    /// - Returns: The directory, wherever its name leads later.
    /// - Throws: As `begin`.
    public borrowing func directory(_ path: String) throws(SystemCallError) -> Self {
        Self(taking: try find(path.isEmpty ? "." : path))
    }

    private init(taking descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// A file beneath this directory, open to be read.
    ///
    /// - Parameter path: From this directory.
    /// - Returns: The file, whatever its name leads to later.
    /// - Throws: `openat2` as `begin`; `openat` with `ELOOP` for a symbolic link, and with
    ///   `EISDIR`, `ENXIO` or `EINVAL` for what is no regular file.
    public borrowing func file(_ path: String) throws(SystemCallError) -> ReadableFile {
        let (parent, name) = Self.split(path)
        return try ReadableFile(name, in: try find(parent))
    }

    /// How much room its file system has for the user of this process, in bytes.
    ///
    /// - Throws: `fstatvfs`.
    public borrowing func freeBytes() throws(SystemCallError) -> Int64 {
        let descriptor = descriptor.rawValue
        var status = statvfs()
        try systemCall("fstatvfs") { fstatvfs(descriptor, &status) }
        let (bytes, overflows) = Int64(clamping: status.f_bavail)
            .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
        return overflows ? .max : bytes
    }

    /// Removes what processes of this user that were killed have left of files that they wrote
    /// into this directory: those that nobody has written to for ten minutes.
    public borrowing func removeAbandoned() {
        // The list closes what it is given.
        guard let own = try? find("."), let list = fdopendir(own.release()) else { return }
        defer { closedir(list) }
        let now = time(nil)
        let descriptor = descriptor.rawValue
        // What cannot be listed is left for the next time.
        try? DirectoryNames.forEach(of: list) { (name) throws(SystemCallError) in
            var status = stat()
            guard NewFile.isHidden(name),
                fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
                status.st_mtim.tv_sec < now - Self.abandonment
            else { return }
            _ = unlinkat(descriptor, name, 0)
        }
    }

    /// In seconds.
    private static let abandonment = 600

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
        let (parent, name) = Self.split(path)
        guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else {
            throw SystemCallError(call: "openat2", errno: .invalidArgument)
        }
        let directory = try find(parent.isEmpty ? "." : parent)
        return try NewFile.begin(in: directory, name: name, replaces: replaces)
    }

    /// The directory that a path is in, `.` for this one, and its name there.
    private static func split(_ path: String) -> (parent: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }

    /// A directory beneath this one.
    ///
    /// A service that may make no set-user-ID files (`RestrictSUIDSGID=`, systemd.exec(5))
    /// has no `openat2`, since a filter cannot see the mode it would be called with.
    private borrowing func find(_ path: String) throws(SystemCallError) -> OwnedDescriptor {
        let root = descriptor.rawValue
        do throws(SystemCallError) {
            return OwnedDescriptor(
                taking: try systemCall("openat2") { clinux_open_beneath(root, path) }
            )
        } catch  where error.errno == .notImplemented {
            return try walk(path)
        }
    }

    /// The same, a component at a time: through no symbolic link, and never upwards.
    private borrowing func walk(_ path: String) throws(SystemCallError) -> OwnedDescriptor {
        let parts = path.pathNames
        guard !path.isAbsolutePath, !parts.contains("..") else {
            throw SystemCallError(call: "openat", errno: .crossesDevices)
        }
        var directory = try Self.step(".", from: descriptor.rawValue)
        for part in parts { directory = try Self.step(part, from: directory.rawValue) }
        return directory
    }

    private static func step(
        _ name: String,
        from directory: CInt
    ) throws(SystemCallError) -> OwnedDescriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        return OwnedDescriptor(
            taking: try systemCall("openat") { openat(directory, name, flags) }
        )
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
