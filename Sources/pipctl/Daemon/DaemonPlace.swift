internal import ControlAPI
internal import Glibc
internal import Media
internal import Platform

/// Where the daemon is.
enum DaemonPlace: Sendable {
    /// A control socket, by its path and by the one that the client library is given.
    case socket(String, ShortPath)
    /// A port, usually another machine's, where next to nothing is permitted without a token.
    case web(WebAddress, Token?)

    /// What options say, else the environment.
    ///
    /// - Throws: `CommandFailure` for two places, for none, and for what can be none.
    init(
        socket: String?,
        url: String?,
        tokenFile: String?,
        environment: [String: String],
        userID: UInt32
    ) throws(CommandFailure) {
        let environment = environment.filter { !$1.isEmpty }
        guard let text = try Self.url(url, instead: socket, environment) else {
            guard tokenFile == nil else {
                throw .wrongUsage(
                    "--token-file goes with --url; over the control socket no token is needed."
                )
            }
            self = try Self.control(socket, environment, userID)
            return
        }
        let address = try WebAddress(text)
        var token: Token?
        if let file = tokenFile ?? environment["PIPD_TOKEN_FILE"] { token = try Token(file: file) }
        self = .web(address, token)
    }

    /// nil for a socket.
    private static func url(
        _ explicit: String?,
        instead socket: String?,
        _ environment: [String: String]
    ) throws(CommandFailure) -> String? {
        guard socket == nil || explicit == nil else {
            throw .wrongUsage("--socket and --url name two daemons; accepted: one of them.")
        }
        guard socket == nil, explicit == nil, let url = environment["PIPD_URL"] else {
            return explicit
        }
        guard environment["PIPD_SOCKET"] == nil else {
            throw .wrongUsage(
                "$PIPD_SOCKET and $PIPD_URL name two daemons; say which by --socket or --url."
            )
        }
        return url
    }

    private static func control(
        _ explicit: String?,
        _ environment: [String: String],
        _ userID: UInt32
    ) throws(CommandFailure) -> Self {
        let path = SocketLocation.path(
            explicit: explicit,
            environment: environment,
            userID: userID
        )
        guard let path else {
            throw .noDaemon(
                "No socket is named and $XDG_RUNTIME_DIR is not set; use --socket PATH."
            )
        }
        guard path.utf8.count <= SocketLocation.maximumPathBytes else {
            throw .noDaemon(
                "The socket's path has \(path.utf8.count) bytes; a Unix socket's has at most "
                    + "\(SocketLocation.maximumPathBytes)."
            )
        }
        do throws(SystemCallError) {
            return .socket(
                path,
                try ShortPath(path, within: SocketLocation.portablePathBytes)
            )
        } catch {
            throw absence(of: path, "\(error.errno)")
        }
    }

    /// The path of a file that the daemon reads or writes, whose working directory is another.
    ///
    /// - Throws: `CommandFailure` for one that begins in a directory of this machine's.
    func file(_ path: String) throws(CommandFailure) -> String {
        try file(path, otherwise: "")
    }

    /// The address of what the daemon opens: a path as that of a file, all else as it is.
    ///
    /// - Throws: As `file`.
    func address(_ text: String) throws(CommandFailure) -> String {
        guard SourceText.isPath(text) else { return text }
        return try file(text, otherwise: ", or an address such as http://door.local/a.mp4")
    }

    private func file(_ path: String, otherwise: String) throws(CommandFailure) -> String {
        guard !path.hasPrefix("/") else { return path }
        if case .web(let address, _) = self {
            throw .wrongUsage(
                "'\(path)' would be on the machine of \(address), which knows no directory of "
                    + "this one's; accepted: its whole path there, from / on\(otherwise)."
            )
        }
        guard let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return "\(String(cString: here))/\(path)"
    }
}

extension DaemonPlace: CustomStringConvertible {
    var description: String {
        switch self {
        case .socket(let path, _): path
        case .web(let address, _): "\(address)"
        }
    }
}
