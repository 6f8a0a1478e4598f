internal import Glibc

/// A file that one process at a time holds. The kernel lets go of it for a process that dies.
///
/// The file goes with the lock. One that a killed process left is taken over: what counts is
/// that it is locked, not that it is there.
///
/// Thread: safe.
public final class LockFile: Sendable {
    private let path: String
    private let file: OwnedDescriptor

    private init(path: String, file: consuming OwnedDescriptor) {
        self.path = path
        self.file = file
    }

    deinit {
        remove()
    }

    /// Takes the lock, and makes the file where there is none.
    ///
    /// - Parameter path: In a directory that the process may write.
    /// - Returns: nil when somebody has it, in this process or in another.
    /// - Throws: `open`, with `EEXIST` for something that is no empty file, which is left
    ///   alone; `fstat`; `flock`.
    public static func take(at path: String) throws(SystemCallError) -> LockFile? {
        while true {
            let file = try open(path)
            do throws(SystemCallError) {
                try systemCall("flock") { flock(file.rawValue, LOCK_EX | LOCK_NB) }
            } catch  where error.errno == .wouldBlock {
                return nil
            }
            // Who had it may have removed it between the opening and the locking.
            if FileIdentity(of: path) == FileIdentity(of: file) {
                return LockFile(path: path, file: file)
            }
        }
    }

    /// Removes the file, which lets others take the lock.
    public func remove() {
        guard let named = FileIdentity(of: path), named == FileIdentity(of: file) else { return }
        _ = unlink(path)
    }

    private static func open(_ path: String) throws(SystemCallError) -> OwnedDescriptor {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        // For nobody else: who can open it can keep the lock.
        let file = OwnedDescriptor(
            taking: try systemCall("open") { Glibc.open(path, flags, 0o600) }
        )
        var attributes = stat()
        try systemCall("fstat") { fstat(file.rawValue, &attributes) }
        guard attributes.st_mode & S_IFMT == S_IFREG, attributes.st_size == 0 else {
            throw SystemCallError(call: "open", errno: .fileExists)
        }
        return file
    }
}
