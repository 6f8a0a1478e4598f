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

    /// Whose file is there, by the user's number; nil for none.
    public static func owner(of path: String) -> UInt32? {
        var attributes = stat()
        return lstat(path, &attributes) == 0 ? attributes.st_uid : nil
    }

    /// What is there is opened without a word of making it: where everybody may make files,
    /// the kernel refuses that even to the superuser, for a file that another user's process
    /// has left (`fs.protected_regular`, proc_sys_fs(5)).
    private static func open(_ path: String) throws(SystemCallError) -> OwnedDescriptor {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        while true {
            do throws(SystemCallError) {
                let file = try systemCall("open") { Glibc.open(path, flags) }
                return try checked(OwnedDescriptor(taking: file))
            } catch  where error.errno == .noSuchFile {
                // It is made.
            }
            do throws(SystemCallError) {
                // For nobody else: who can open it can keep the lock.
                let file = try systemCall("open O_CREAT") {
                    Glibc.open(path, flags | O_CREAT | O_EXCL, 0o600)
                }
                return OwnedDescriptor(taking: file)
            } catch  where error.errno == .fileExists {
                // Somebody else was quicker.
            }
        }
    }

    private static func checked(
        _ file: consuming OwnedDescriptor
    ) throws(SystemCallError) -> OwnedDescriptor {
        var attributes = stat()
        try systemCall("fstat") { fstat(file.rawValue, &attributes) }
        guard attributes.st_mode & S_IFMT == S_IFREG, attributes.st_size == 0 else {
            throw SystemCallError(call: "open", errno: .fileExists)
        }
        // Whose it is may hold it at any time, though others may open it.
        guard attributes.st_uid == geteuid() || geteuid() == 0 else {
            throw SystemCallError(call: "open", errno: .permissionDenied)
        }
        return file
    }
}
