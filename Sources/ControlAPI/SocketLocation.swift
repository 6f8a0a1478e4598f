/// Where the control socket is when nobody names it.
public enum SocketLocation {
    /// The longest path of a Unix socket: `sun_path` holds 108 bytes with a zero.
    public static let maximumPathBytes = 107
    /// The longest one that swift-nio takes: systems other than Linux have a smaller `sun_path`.
    public static let portablePathBytes = 103

    /// The socket's path: `explicit`, else `$PIPD_SOCKET`, else
    /// `$RUNTIME_DIRECTORY/pipd.sock`, else `/run/pipd/pipd.sock` as root, else
    /// `$XDG_RUNTIME_DIR/pipd.sock`.
    ///
    /// An empty value counts as absent. `RUNTIME_DIRECTORY` may list several
    /// directories, separated by colons; the first is taken.
    ///
    /// - Parameters:
    ///   - explicit: The path of a command-line option.
    ///   - environment: The process's environment.
    ///   - userID: The effective user.
    /// - Returns: nil when nothing says where: not root, and none of them set.
    public static func path(
        explicit: String? = nil,
        environment: [String: String],
        userID: UInt32
    ) -> String? {
        if let explicit, !explicit.isEmpty { return explicit }
        if let named = value("PIPD_SOCKET", of: environment) { return named }
        if let directories = value("RUNTIME_DIRECTORY", of: environment),
            let first = directories.split(separator: ":").first
        {
            return "\(first)/pipd.sock"
        }
        if userID == 0 { return "/run/pipd/pipd.sock" }
        return value("XDG_RUNTIME_DIR", of: environment).map { "\($0)/pipd.sock" }
    }

    private static func value(_ name: String, of environment: [String: String]) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
