internal import ControlAPI
internal import FoundationEssentials
internal import Glibc
public import Media
internal import Platform
internal import Synchronization

/// Why the API is not served: where, what, and what would work.
public struct ControlSocketError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    /// What is wrong and what would work, without the path.
    public let reason: MessageText

    public var description: String { "Cannot listen on \(OutsideText.shown(path)): \(reason)" }
}

/// The place in the file system where the API is served.
///
/// The server listens on a temporary name beside it and takes the real name
/// with one `rename`, after the mode is set: a client sees either no socket or
/// one that it may use, and a stale file is replaced in the same step. A second name,
/// `PATH.kept`, stays, from which the first can be given back where somebody removes it.
///
/// The lock `PATH.lock` is held from `prepare` to `remove`: of several daemons
/// one at a time looks whether the socket is stale, and takes its name.
///
/// Thread: safe.
public final class ControlSocket: Sendable {
    public let path: String
    private let lock: LockFile
    /// The second name.
    private var keptPath: String { "\(path).kept" }
    /// Keeps `temporaryPath` valid.
    private let directory: ShortPath
    /// What was given the name; nil before that.
    private let published = Mutex<HeldFile?>(nil)

    /// Who may connect.
    public enum Openness: Sendable {
        /// The user and the group: whoever can is let do anything.
        case confined
        /// Everybody: tokens are needed, and a proxy is not to be of the group that needs none.
        case open

        var mode: mode_t {
            switch self {
            case .confined: 0o660
            case .open: 0o666
            }
        }
    }

    private let openness: Openness

    private init(
        path: String,
        openness: Openness,
        lock: LockFile,
        directory: ShortPath,
        temporaryName: String
    ) {
        self.path = path
        self.openness = openness
        self.lock = lock
        self.directory = directory
        self.temporaryName = temporaryName
    }

    /// Where the server binds before it takes `path`. The process's own: a directory may
    /// have several sockets.
    var temporaryPath: String { "\(directory.text)/\(temporaryName)" }

    private let temporaryName: String
    /// How many this process has prepared: each has a temporary name of its own.
    private static let prepared = Mutex(0)

    private static func makeTemporaryName() -> String {
        let number = prepared.withLock { count in
            count += 1
            return count
        }
        return ".\(String(getpid(), radix: 36))-\(String(number, radix: 36))"
    }

    /// Takes the place where a server can listen at `path`.
    ///
    /// A missing directory is made if its parent exists. A socket that nobody
    /// listens on is stale and will be replaced.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - openness: Who may connect.
    /// - Returns: The place, which nobody else is given until it is removed.
    /// - Throws: When the path is too long, its directory is missing or not
    ///   writable, something else than a socket is there, or a live daemon is.
    public static func prepare(
        _ path: String,
        _ openness: Openness = .confined
    ) throws(ControlSocketError) -> ControlSocket {
        guard !path.isEmpty else {
            throw ControlSocketError(path: "''", reason: "the path is empty")
        }
        let length = path.utf8.count
        guard length <= SocketLocation.maximumPathBytes else {
            throw ControlSocketError(
                path: path,
                reason: "the path has \(length) bytes, a Unix socket's at most "
                    + "\(SocketLocation.maximumPathBytes); choose a shorter one with --socket"
            )
        }
        let directory = directory(of: path)
        try prepareDirectory(directory, for: path)
        let lock = try takeLock(of: path)
        try checkOccupant(of: path)
        let name = makeTemporaryName()
        do throws(SystemCallError) {
            let room = SocketLocation.portablePathBytes - name.utf8.count - 1
            let short = try ShortPath(directory, within: room)
            return ControlSocket(
                path: path,
                openness: openness,
                lock: lock,
                directory: short,
                temporaryName: name
            )
        } catch {
            throw ControlSocketError(path: path, reason: "\(directory): \(error)")
        }
    }

    /// Gives the bound socket its mode and its name.
    func publish() throws(ControlSocketError) {
        guard chmod(temporaryPath, openness.mode) == 0 else { throw failure("chmod") }
        let socket: HeldFile
        do throws(SystemCallError) {
            socket = try HeldFile(temporaryPath)
        } catch {
            throw ControlSocketError(path: path, reason: "\(error)")
        }
        published.withLock { $0 = socket }
        // One that was killed has left its own. Where there can be no second name, the first
        // cannot be given back, and that is all.
        if Self.kind(of: keptPath) == .typeSocket { _ = unlink(keptPath) }
        _ = link(temporaryPath, keptPath)
        guard rename(temporaryPath, path) == 0 else { throw failure("rename") }
    }

    /// Whether the socket has, or once had, its name.
    var isPublished: Bool { published.withLock { $0 != nil } }

    /// Whether there is anything of that name.
    var isThere: Bool { access(path, F_OK) == 0 || errno != ENOENT }

    /// Gives the socket its name again, unless something else has it.
    ///
    /// - Throws: When it cannot be given one.
    func restore() throws(ControlSocketError) {
        guard link(keptPath, path) != 0, errno != EEXIST else { return }
        guard errno != ENOENT else {
            throw ControlSocketError(path: path, reason: "\(keptPath) was removed, too")
        }
        throw failure("link")
    }

    /// Removes the socket, and what is left of an attempt to make it. What others have put
    /// in its place stays; so does what they put there before a second call.
    public func remove() {
        _ = unlink(temporaryPath)
        if published.withLock({ $0?.isNamed(path) }) == true { _ = unlink(path) }
        if published.withLock({ $0?.isNamed(keptPath) }) == true { _ = unlink(keptPath) }
        lock.remove()
    }

    private func failure(_ call: String) -> ControlSocketError {
        let code = errno
        return ControlSocketError(path: path, reason: "\(call): \(Self.message(code))")
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func prepareDirectory(
        _ directory: String,
        for path: String
    ) throws(ControlSocketError) {
        if mkdir(directory, 0o755) != 0, errno != EEXIST {
            let code = errno
            // An existing directory may also answer EACCES or EROFS.
            if access(directory, F_OK) != 0 {
                throw ControlSocketError(
                    path: path,
                    reason: "the directory \(directory) does not exist and cannot be made "
                        + "(\(message(code))); create it, or choose a path with --socket"
                )
            }
        }
        guard access(directory, W_OK | X_OK) == 0 else {
            let code = errno
            throw ControlSocketError(
                path: path,
                reason: "the directory \(directory) is not writable for this user "
                    + "(\(message(code))); choose another path with --socket"
            )
        }
    }

    private static func takeLock(of path: String) throws(ControlSocketError) -> LockFile {
        let lock: LockFile?
        do throws(SystemCallError) {
            lock = try LockFile.take(at: "\(path).lock")
        } catch {
            throw ControlSocketError(
                path: path,
                reason: "the lock \(path).lock cannot be taken (\(error)); "
                    + remedy(error, of: "\(path).lock")
                    + ", or choose another path with --socket"
            )
        }
        guard let lock else { throw occupied(path) }
        return lock
    }

    /// What to do about a lock. Another user's is left alone, though in this directory it might
    /// be removed: whether a process holds it cannot be seen without opening it.
    private static func remedy(_ error: SystemCallError, of lock: String) -> MessageText {
        let owner = LockFile.owner(of: lock)
        guard error.errno == .permissionDenied, let owner, owner != geteuid() else {
            return "remove what is there"
        }
        return "it belongs to user \(owner), whose pipd runs there or was killed; stop that pipd,"
            + " or remove the file as that user or as root"
    }

    private static func checkOccupant(of path: String) throws(ControlSocketError) {
        guard let kind = kind(of: path) else { return }
        guard kind == .typeSocket else {
            throw ControlSocketError(
                path: path,
                reason: "something that is not a socket is there and is left alone; "
                    + "remove it, or choose another path with --socket"
            )
        }
        guard isStale(path) else { throw occupied(path) }
    }

    /// Nil where there is nothing.
    private static func kind(of path: String) -> FileAttributeType? {
        // Not `lstat`: NIO has a `struct stat` as well, and which of the two the compiler takes
        // depends on the files that it compiles together.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType
    }

    private static func occupied(_ path: String) -> ControlSocketError {
        ControlSocketError(
            path: path,
            reason: "another process listens there; stop it, or choose another path with --socket"
        )
    }

    /// Whether nobody listens on the socket at `path`.
    private static func isStale(_ path: String) -> Bool {
        let descriptor = socket(
            AF_UNIX,
            CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // A full backlog (EAGAIN) or a refusal by permissions is a live one.
        return result != 0 && errno == ECONNREFUSED
    }

    static func message(_ code: CInt) -> String {
        String(cString: strerror(code))
    }
}
