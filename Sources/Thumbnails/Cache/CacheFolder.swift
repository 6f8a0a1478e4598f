internal import Glibc
internal import Platform

/// A directory of the cache: files that appear whole, under the names of their URIs' digests.
///
/// Thread: safe. Every call may wait for the disk.
struct CacheFolder: Hashable {
    let path: String

    func file(_ digest: String) -> String { "\(path)/\(digest).png" }

    /// What the names of files begin with that are being written.
    static let hidden = ".pipd-"

    /// Writes a file that only its owner may read, in the place of one of that name.
    ///
    /// It is not brought to the disk: what a loss of power leaves half is not taken for whole.
    ///
    /// - Parameters:
    ///   - bytes: What it holds.
    ///   - digest: Its name.
    ///   - now: The time that it gets, in seconds since 1970-01-01 00:00 UTC.
    /// - Throws: `open`, `write`, `futimens`, `rename`, `mkdir`; nothing stays then.
    func write(_ bytes: [UInt8], to digest: String, at now: Int64) throws(SystemCallError) {
        let hidden = "\(path)/\(Self.hidden)\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let file = try create(hidden)
        do throws(SystemCallError) {
            try Self.write(bytes, to: file)
            let times = Self.times(now)
            try systemCall("futimens") { futimens(file.rawValue, times) }
            try systemCall("rename") { rename(hidden, self.file(digest)) }
        } catch {
            _ = unlink(hidden)
            throw error
        }
    }

    /// Makes sure that nothing is in the place of a file that another one cannot take, before it is
    /// made at any cost: of an empty directory the file takes the place.
    ///
    /// - Throws: `rmdir`.
    func clear(_ digest: String) throws(SystemCallError) {
        var status = stat()
        guard lstat(file(digest), &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        try systemCall("rmdir") { rmdir(file(digest)) }
    }

    /// - Returns: Whether it was there.
    /// - Throws: `unlink`, but for a file that is not there, or a directory.
    @discardableResult
    func remove(_ digest: String) throws(SystemCallError) -> Bool {
        try Self.remove(file(digest))
    }

    @discardableResult
    static func remove(_ path: String) throws(SystemCallError) -> Bool {
        do throws(SystemCallError) {
            try systemCall("unlink") { unlink(path) }
            return true
        } catch  where [.noSuchFile, .isDirectory].contains(error.errno) {
            // Somebody else was quicker, or it is nothing of the cache.
            return false
        }
    }

    /// Gives a file another time. Where that fails it is only taken for less used than it is.
    func touch(_ digest: String, at now: Int64) {
        _ = utimensat(AT_FDCWD, file(digest), Self.times(now), AT_SYMLINK_NOFOLLOW)
    }

    /// Whether there is a directory.
    var isThere: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in the directory, one after the other; none where it is not there.
    ///
    /// - Throws: `opendir`, `readdir`, and what `body` throws.
    func forEachName(
        _ body: (String) throws(SystemCallError) -> Void
    ) throws(SystemCallError) {
        var isThere = false
        do throws(SystemCallError) {
            try DirectoryNames.forEach(in: path) { (name) throws(SystemCallError) in
                isThere = true
                try body(name)
            }
        } catch {
            guard !isThere, error.errno == .noSuchFile else { throw error }
        }
    }

    private func create(_ path: String) throws(SystemCallError) -> OwnedDescriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        func create() throws(SystemCallError) -> OwnedDescriptor {
            OwnedDescriptor(taking: try systemCall("open") { open(path, flags, 0o600) })
        }
        do throws(SystemCallError) {
            return try create()
        } catch  where error.errno == .noSuchFile {
            try PrivateDirectory.make(self.path)
            return try create()
        }
    }

    private static func write(
        _ bytes: [UInt8],
        to file: borrowing OwnedDescriptor
    ) throws(SystemCallError) {
        let descriptor = file.rawValue
        var start = 0
        while start < bytes.count {
            let count = try systemCall("write") {
                bytes[start...].withUnsafeBytes {
                    CInt(clamping: Glibc.write(descriptor, $0.baseAddress, $0.count))
                }
            }
            start += Int(count)
        }
    }

    /// As `utimensat` takes them: of access and of change.
    private static func times(_ now: Int64) -> [timespec] {
        Array(repeating: timespec(tv_sec: Int(now), tv_nsec: 0), count: 2)
    }
}
