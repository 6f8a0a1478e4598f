internal import Glibc

/// A listening Unix socket that the service manager made and passed to the service.
public struct InheritedSocket: ~Copyable {
    public let descriptor: OwnedDescriptor
    /// Where it is in the file system, for messages; it is the manager's, not to be removed.
    public let path: String

    /// Gives up ownership, for a server that closes the descriptor itself.
    public consuming func release() -> CInt { descriptor.release() }
}

/// Why what the service manager passed cannot be served on.
public struct SocketActivationError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}

/// Takes over the socket that the service manager opened for the service:
/// systemd's `sd_listen_fds(3)` protocol.
///
/// The manager passes open descriptors from 3 on, and says in `LISTEN_FDS` how
/// many and in `LISTEN_PID` to which process.
///
/// Thread: before the program's second thread.
public enum SocketActivation {
    /// What the manager sets, and what nobody but its own child may act on.
    public static let variables = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]

    /// The manager's first descriptor: `SD_LISTEN_FDS_START`.
    public static let firstDescriptor: CInt = 3

    /// Takes the one socket, and closes it on exec.
    ///
    /// - Parameters:
    ///   - environment: The process's environment; nothing is removed from it.
    ///   - first: The descriptor with which they begin.
    /// - Returns: nil when this process was passed none.
    /// - Throws: When it is more than one, or no Unix stream socket that listens.
    public static func takeSocket(
        environment: [String: String] = ProcessEnvironment.current(),
        first: CInt = firstDescriptor
    ) throws(SocketActivationError) -> InheritedSocket? {
        guard let process = environment["LISTEN_PID"], Int32(process) == getpid(),
            let text = environment["LISTEN_FDS"], let count = Int32(text), count > 0
        else { return nil }
        guard count == 1 else {
            throw SocketActivationError(
                description: "the service manager passes \(count) sockets; accepted: "
                    + "one Unix stream socket"
            )
        }
        guard fcntl(first, F_SETFD, FD_CLOEXEC) == 0 else {
            throw refusal("is no open descriptor")
        }
        let descriptor = OwnedDescriptor(taking: first)
        guard option(SO_DOMAIN, of: first) == AF_UNIX,
            option(SO_TYPE, of: first) == CInt(SOCK_STREAM.rawValue)
        else { throw refusal("is no Unix stream socket (ListenStream= with a path)") }
        guard option(SO_ACCEPTCONN, of: first) == 1 else {
            throw refusal("does not listen (Accept=yes is not supported)")
        }
        return InheritedSocket(descriptor: descriptor, path: path(of: first))
    }

    private static func refusal(_ reason: String) -> SocketActivationError {
        SocketActivationError(
            description: "what the service manager passes \(reason); accepted: one Unix "
                + "stream socket"
        )
    }

    /// An option of the socket; nil when it is none.
    private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }

    /// The path that a Unix socket is bound to; an abstract name begins with `@`.
    private static func path(of descriptor: CInt) -> String {
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        let count = Int(size) - MemoryLayout<sa_family_t>.size
        guard result == 0, count > 0 else { return "(unnamed)" }
        return withUnsafeBytes(of: address.sun_path) { bytes in
            let name = bytes.prefix(count)
            guard name.first == 0 else {
                return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            return "@" + String(decoding: name.dropFirst(), as: UTF8.self)
        }
    }
}
