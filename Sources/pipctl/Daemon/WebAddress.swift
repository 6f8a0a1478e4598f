internal import ControlAPI
internal import Media

/// Where the daemon of another machine is asked: an address of HTTP without TLS.
struct WebAddress: Hashable {
    /// In lower case; an IPv6 address without its brackets.
    let host: String
    /// 1–65535.
    let port: Int
    /// As in `Host`.
    let authority: String

    /// - Parameter text: `http://kiosk.local:8080`, with a slash at its end or without.
    /// - Throws: `CommandFailure` that says what would be accepted, and shows no secret.
    init(_ text: String) throws(CommandFailure) {
        guard !text.contains("#"), !text.contains("@") else { throw .secretAddress }
        let scheme = SourceText.scheme(of: text)
        let place = text.dropFirst((scheme?.utf8.count ?? 0) + 3)
        let named = HostAuthority(place.hasSuffix("/") ? place.dropLast() : place)
        if scheme == "https" { throw .encryptedAddress(named?.host ?? "HOST") }
        guard scheme == "http", let named, named.port != 0 else {
            throw .wrongUsage(
                "'\(text)' is no address of a daemon; accepted: http://HOST:PORT, such as "
                    + "http://kiosk.local:8080\(Self.rest(of: place))."
            )
        }
        host = named.host
        port = named.port ?? 80
        let shown = host.contains(":") ? "[\(host)]" : host
        authority = shown + (named.port.map { ":\($0)" } ?? "")
    }

    /// What is accepted of addresses of IPv6, to who has written one: of many colons the last
    /// may begin a port or not. Of one with its brackets it is the port or a path that is wrong.
    private static func rest(of place: Substring) -> MessageText {
        let authority = place.prefix { $0 != "/" }
        guard authority.count(where: { $0 == ":" }) > 1 else { return "" }
        guard !authority.contains("%") else {
            return ", or an address without a zone, which only this machine knows"
        }
        guard !authority.hasPrefix("[") || !authority.contains("]") else { return "" }
        return ", with brackets around an address of IPv6, as in http://[2001:db8::7]:8080"
    }
}

extension WebAddress: CustomStringConvertible {
    var description: String { "http://\(authority)" }
}

extension CommandFailure {
    fileprivate static let secretAddress = wrongUsage(
        "The address of a daemon has no token and no user in it, since whoever lists processes "
            + "sees them; put the token into a file, and name that with --token-file FILE."
    )

    fileprivate static func encryptedAddress(_ host: String) -> Self {
        wrongUsage(
            """
            pipctl speaks no TLS, which https:// takes. Its daemon's socket can be had over ssh,
            `ssh -nNT -L ./pipd.sock:/run/pipd/pipd.sock \(host)`, and --socket ./pipd.sock then;
            in a network that you trust there is http:// with the port of `web.listen`.
            """
        )
    }
}
