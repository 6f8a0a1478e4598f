internal import Glibc
public import Platform

/// A file that is open to be read; what is no file, such as a pipe, is never opened.
public struct OpenedFile: ~Copyable {
    private let descriptor: OwnedDescriptor
    /// In bytes.
    public let size: Int64
    /// Nanoseconds since 1970-01-01 00:00 UTC.
    public let modified: Int64

    /// Returns nil for what is no file, a symbolic link among them, or cannot be opened.
    ///
    /// - Parameter path: Of the file.
    public init?(_ path: String) {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        let opened = OwnedDescriptor(taking: number)
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        descriptor = opened
        size = Int64(status.st_size)
        modified = status.st_mtim.nanoseconds
    }

    /// Opens what is beneath a folder, wherever symbolic links lead; nil for a path that leads
    /// elsewhere.
    ///
    /// - Parameters:
    ///   - path: Of the file.
    ///   - root: That of the folder.
    /// - Throws: As `ConfinedDirectory.file`; `fcntl`.
    public init?(_ path: String, beneath root: String) throws(SystemCallError) {
        guard let rest = MediaPath.rest(of: path, beneath: root) else { return nil }
        let file = try ConfinedDirectory(root).file(rest)
        descriptor = OwnedDescriptor(
            taking: try systemCall("fcntl") { fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0) }
        )
        (size, modified) = (file.size, file.modified)
    }

    /// Its first bytes, read once; fewer where it has no more, or cannot be read further. Blocking.
    public func beginning(atMost most: Int) -> [UInt8] { descriptor.read(atMost: most) }

    /// Some of its bytes. Blocking.
    ///
    /// - Returns: Nil where not all of them are there, or they cannot be read.
    public func bytes(at offset: Int64, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size - Int64(count) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes {
            pread(descriptor.rawValue, $0.baseAddress, count, off_t(offset))
        }
        return read == count ? bytes : nil
    }

    /// Its first and its last bytes, those of a small file twice. Blocking.
    ///
    /// - Parameter most: Of either.
    /// - Returns: Nil where they cannot be read.
    public func ends(atMost most: Int) -> [UInt8]? {
        let count = Int(min(size, Int64(most)))
        guard let first = bytes(at: 0, count: count),
            let last = bytes(at: size - Int64(count), count: count)
        else { return nil }
        return first + last
    }

    /// Whether its first and last byte can be read from its disk. Blocking.
    public var isReadable: Bool {
        // What is in memory says nothing of a disk that went.
        _ = posix_fadvise(descriptor.rawValue, 0, 0, POSIX_FADV_DONTNEED)
        var byte: UInt8 = 0
        let ends = size > 0 ? [0, size - 1] : []
        return ends.allSatisfy { pread(descriptor.rawValue, &byte, 1, off_t($0)) == 1 }
    }
}
