internal import Glibc
public import Platform

/// A file that is media by its name, as the file system knows it.
public struct MediaFile: Hashable, Sendable {
    public let name: String
    public let kind: MediaKind
    /// In bytes.
    public let size: Int64
    /// Nanoseconds since 1970-01-01 00:00 UTC.
    public let modified: Int64

    public init(name: String, kind: MediaKind, size: Int64, modified: Int64) {
        self.name = name
        self.kind = kind
        self.size = size
        self.modified = modified
    }
}

/// What one folder has, not what its folders have.
///
/// Symbolic links are not followed, so that no file is met twice and nothing outside of a root.
public struct MediaFolder: Sendable {
    public internal(set) var files: [MediaFile] = []
    /// The names of the folders on the same file system; what is mounted here is a root of its own.
    public internal(set) var folders: [String] = []
    /// Files and folders whose names are no UTF-8: they cannot be told of.
    public internal(set) var unreadableNames = 0
    /// Whether there is anything at all in it.
    public internal(set) var isEmpty = true
    /// Whether a file `.nomedia` says that nothing in it and below is meant to be found.
    public internal(set) var isHidden = false

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - path: Of the folder.
    ///   - folder: The same from the root; empty for the root.
    ///   - device: Of the root.
    ///   - rules: What is passed over.
    /// - Throws: `SystemCallError` where it cannot be read to its end.
    public init(
        _ path: String,
        asked folder: String,
        on device: UInt64,
        without rules: ExcludeRules
    ) throws(SystemCallError) {
        guard let stream = opendir(path) else {
            throw SystemCallError(call: "opendir", errno: Errno(rawValue: errno))
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let type = Int32(entry.pointee.d_type)
            guard let name = Self.name(of: entry) else {
                unreadableNames += 1
                continue
            }
            if name == "." || name == ".." { continue }
            isEmpty = false
            if name == ".nomedia" { isHidden = true }
            guard !rules.exclude(name, in: folder) else { continue }
            add(name, type: type, of: dirfd(stream), on: device)
        }
        let failure = errno
        guard failure == 0 else {
            throw SystemCallError(call: "readdir", errno: Errno(rawValue: failure))
        }
        if isHidden { (files, folders) = ([], []) }
    }

    private mutating func add(_ name: String, type: Int32, of folder: CInt, on device: UInt64) {
        let kind = MediaType(ofFileNamed: name)?.kind
        // What is neither is not looked at: of most file systems the type is known already.
        guard type == DT_DIR || type == DT_UNKNOWN || (type == DT_REG && kind != nil) else {
            return
        }
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            if UInt64(status.st_dev) == device { folders.append(name) }
        case S_IFREG:
            guard let kind else { return }
            files.append(
                MediaFile(
                    name: name,
                    kind: kind,
                    size: Int64(status.st_size),
                    modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000
                        + Int64(status.st_mtim.tv_nsec)
                )
            )
        default: break
        }
    }

    /// Nil for what is no UTF-8.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        withUnsafePointer(to: &entry.pointee.d_name) { field in
            field.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
        }
    }
}
