internal import Control
internal import Media
internal import Platform

/// Reads `--listen`.
enum ListenSetting {
    /// Reads an address; the token comes from `$PIPD_TOKEN`.
    ///
    /// - Parameter text: `HOST:PORT`, `[IPv6]:PORT` or `:PORT`, which is the loopback; nil for none.
    /// - Returns: Where to listen; nil for nowhere.
    /// - Throws: `ConfigurationError` for another form, or without a token.
    static func parse(_ text: String?) throws(ConfigurationError) -> ControlServer.Listener? {
        guard let text else { return nil }
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]),
            (0...65535).contains(port)
        else {
            throw ConfigurationError(
                location: "--listen",
                message: "is \(quoted(text)); accepted: HOST:PORT, such as 127.0.0.1:8080"
            )
        }
        let token = ProcessEnvironment.current()["PIPD_TOKEN"] ?? ""
        guard token.utf8.count >= 16 else {
            throw ConfigurationError(
                location: "--listen",
                message: "needs a token of at least 16 characters in the environment's PIPD_TOKEN"
            )
        }
        let host = text[..<colon].filter { !"[]".contains($0) }
        return ControlServer.Listener(
            host: host.isEmpty ? "127.0.0.1" : host,
            port: port,
            token: token
        )
    }
}
