internal import Glibc

/// A listening socket that the service manager made and passed to the service.
public struct InheritedSocket: Hashable, Sendable {
    /// What it is for, as the manager calls it (`FileDescriptorName=`).
    public enum Use: Hashable, Sendable {
        /// The control socket, whose clients may do anything.
        case control
        /// Clients that present tokens.
        case web
    }

    /// For whoever serves on it, and closes it.
    public let descriptor: CInt
    public let use: Use
    /// Where it is in the file system, for messages; it is the manager's, not to be removed.
    /// nil for a port.
    public let path: String?
}

/// Why what the service manager passed cannot be served on.
public struct SocketActivationError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}

/// Takes over the sockets that the service manager opened for the service:
/// systemd's `sd_listen_fds(3)` protocol.
///
/// The manager passes open descriptors from 3 on, and says in `LISTEN_FDS` how
/// many, in `LISTEN_PID` to which process, and in `LISTEN_FDNAMES` what they are called.
///
/// Thread: before the program's second thread.
public enum SocketActivation {
    /// What the manager sets, and what nobody but its own child may act on.
    public static let variables = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]

    /// The manager's first descriptor: `SD_LISTEN_FDS_START`.
    public static let firstDescriptor: CInt = 3

    /// How many there may be.
    private static let most: Int32 = 8

    /// Takes the sockets, and closes them on exec.
    ///
    /// - Parameters:
    ///   - environment: The process's environment; nothing is removed from it.
    ///   - first: The descriptor with which they begin.
    /// - Returns: None when this process was passed none; one for `control` at most.
    /// - Throws: When there are too many, or one is no stream socket that listens.
    public static func takeSockets(
        environment: [String: String] = ProcessEnvironment.current(),
        first: CInt = firstDescriptor
    ) throws(SocketActivationError) -> [InheritedSocket] {
        guard let process = environment["LISTEN_PID"], Int32(process) == getpid(),
            let text = environment["LISTEN_FDS"], let count = Int32(text), count > 0
        else { return [] }
        guard count <= most else { throw refusal("\(count) sockets") }
        let names = (environment["LISTEN_FDNAMES"] ?? "")
            .split(separator: ":", omittingEmptySubsequences: false)
        var sockets: [InheritedSocket] = []
        for index in 0..<Int(count) {
            let name = names.indices.contains(index) ? String(names[index]) : ""
            sockets.append(try take(first + CInt(index), for: try use(of: name)))
        }
        let controls = sockets.filter { $0.use == .control }.count
        guard controls <= 1 else { throw refusal("\(controls) control sockets") }
        return sockets
    }

    /// No other name is taken for the control socket's: a socket whose clients need tokens would
    /// let everybody do anything for a slip in a unit.
    private static func use(of name: String) throws(SocketActivationError) -> InheritedSocket.Use {
        switch name {
        case "web": return .web
        // Without `FileDescriptorName=` it is the unit's name; a manager before systemd 227 says
        // none, and one that was told none says `unknown`.
        case "control", "", "unknown", "pipd.socket": return .control
        case _ where name.hasPrefix("pipd@") && name.hasSuffix(".socket"): return .control
        default: throw refusal("a socket called \(name)")
        }
    }

    private static func take(
        _ descriptor: CInt,
        for use: InheritedSocket.Use
    ) throws(SocketActivationError) -> InheritedSocket {
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw refusal("what is no open descriptor")
        }
        let domain = option(SO_DOMAIN, of: descriptor)
        let isPort = use == .web && (domain == AF_INET || domain == AF_INET6)
        guard isPort || domain == AF_UNIX,
            option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue)
        else { throw refusal("what is no Unix stream socket (ListenStream= with a path)") }
        guard option(SO_ACCEPTCONN, of: descriptor) == 1 else {
            throw refusal("what does not listen (Accept=yes is not supported)")
        }
        return InheritedSocket(
            descriptor: descriptor,
            use: use,
            path: isPort ? nil : path(of: descriptor)
        )
    }

    private static func refusal(_ what: String) -> SocketActivationError {
        SocketActivationError(
            description: "the service manager passes \(what); accepted: one Unix stream socket "
                + "called control, and others, or ports, called web (FileDescriptorName=)"
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
