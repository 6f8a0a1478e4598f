internal import Control
internal import ControlAPI
internal import Media
internal import Platform

/// Where clients are served that present tokens: the section `web`.
struct WebSettings: Hashable, Sendable {
    /// The port; nil for none.
    var listener: ControlServer.Listener?
    /// What the machine is called besides its own name.
    var hosts: [HostAuthority] = []
    /// The socket for proxies: a path, or a name beside the control socket; nil for none.
    var socket: String?
    /// How the view is shown to clients, those of the control socket too.
    var preview = PreviewSettings()

    /// What there is without the section.
    init() {}

    /// - Throws: `ConfigurationError` naming the key and what would be accepted.
    init(_ section: ConfigurationSection) throws(ConfigurationError) {
        try section.accept(["listen", "hosts", "socket", "preview"])
        listener = try Self.listener(section)
        for text in try section.strings("hosts") ?? [] {
            guard let host = HostAuthority(text) else {
                throw section.error(
                    "hosts",
                    "has \(quoted(text)); accepted: names with or without a port, such as"
                        + " lobby.example"
                )
            }
            hosts.append(host)
        }
        socket = try Self.socket(section)
        if let preview = try section.section("preview") {
            self.preview = try PreviewSettings(preview)
        }
    }

    private static func listener(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> ControlServer.Listener? {
        guard let text = try section.string("listen") else { return nil }
        // A name would be asked for, and nobody may answer.
        guard let place = HostAuthority(text.hasPrefix(":") ? "127.0.0.1\(text)" : text),
            place.isAddress || place.host == "localhost", let port = place.port
        else {
            throw section.error(
                "listen",
                "is \(quoted(text)); accepted: ADDRESS:PORT, such as 127.0.0.1:8080"
            )
        }
        return ControlServer.Listener(host: place.host, port: port)
    }

    private static func socket(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> String? {
        guard let text = try section.string("socket") else { return nil }
        guard text.isAbsolutePath || !text.contains("/"), !["", ".", ".."].contains(text),
            text.utf8.count <= SocketLocation.maximumPathBytes
        else {
            throw section.error(
                "socket",
                "is \(quoted(text)); accepted: a name, such as web.sock, or an absolute path"
            )
        }
        return text
    }

    /// The path of the socket for proxies.
    ///
    /// - Parameter control: That of the control socket.
    /// - Returns: nil where there is to be none.
    func socketPath(beside control: String) -> String? {
        guard let socket else { return nil }
        guard !socket.hasPrefix("/"), let slash = control.lastIndex(of: "/") else { return socket }
        return control[...slash] + socket
    }
}
