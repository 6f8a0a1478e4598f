internal import ControlAPI
internal import FoundationEssentials
internal import Glibc
public import Media

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
/// one that it may use, and a stale file is replaced in the same step. A hidden link
/// stays, from which the name can be given back where somebody removes it.
public struct ControlSocket: Hashable, Sendable {
    public let path: String
    /// Where the server binds before it takes `path`.
    let temporaryPath: String
    /// The link that stays.
    private var keptPath: String { temporaryPath + "+" }

    /// Read and write for the user and the group.
    static let mode: mode_t = 0o660

    /// Checks that a server can listen at `path`.
    ///
    /// A missing directory is made if its parent exists. A socket that nobody
    /// listens on is stale and will be replaced.
    ///
    /// - Throws: When the path is too long, its directory is missing or not
    ///   writable, something else than a socket is there, or a live daemon is.
    public static func prepare(_ path: String) throws(ControlSocketError) -> Self {
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
        try checkOccupant(of: path)
        // Short, so that it fits where the path does; the process's own.
        let name = "." + String(getpid(), radix: 36)
        return Self(path: path, temporaryPath: "\(directory)/\(name)")
    }

    /// Gives the bound socket its mode and its name.
    func publish() throws(ControlSocketError) {
        guard chmod(temporaryPath, Self.mode) == 0 else { throw failure("chmod") }
        // A process of this number that was killed has left one.
        _ = unlink(keptPath)
        guard link(temporaryPath, keptPath) == 0 else { throw failure("link") }
        guard rename(temporaryPath, path) == 0 else { throw failure("rename") }
    }

    /// Whether the socket has, or once had, its name.
    var isPublished: Bool { access(keptPath, F_OK) == 0 }

    /// Whether there is anything of that name.
    var isThere: Bool { access(path, F_OK) == 0 || errno != ENOENT }

    /// Gives the socket its name again, unless something else has it.
    ///
    /// - Throws: When it cannot be given one.
    func restore() throws(ControlSocketError) {
        guard link(keptPath, path) == 0 || errno == EEXIST else { throw failure("link") }
    }

    /// Removes the socket, unless its name is another's, and what is left of an attempt to
    /// make it.
    func remove() {
        if let own = Self.fileNumber(of: keptPath), own == Self.fileNumber(of: path) {
            _ = unlink(path)
        }
        _ = unlink(temporaryPath)
        _ = unlink(keptPath)
    }

    private static func fileNumber(of path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.systemFileNumber] as? Int
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

    private static func checkOccupant(of path: String) throws(ControlSocketError) {
        // Not `lstat`: NIO has a `struct stat` as well, and which of the two the compiler takes
        // depends on the files that it compiles together.
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            return
        }
        guard attributes[.type] as? FileAttributeType == .typeSocket else {
            throw ControlSocketError(
                path: path,
                reason: "something that is not a socket is there and is left alone; "
                    + "remove it, or choose another path with --socket"
            )
        }
        guard isStale(path) else {
            throw ControlSocketError(
                path: path,
                reason: "another process listens there; stop it, or choose another path "
                    + "with --socket"
            )
        }
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
