internal import Glibc

/// A host with its port, as `Host` has it, and as addresses have it behind their scheme.
public struct HostAuthority: Hashable, Sendable {
    /// In lower case; an IPv6 address without its brackets.
    public let host: String
    /// nil where none is said.
    public let port: Int?
    /// Whether the host is an address, not a name.
    public let isAddress: Bool

    /// - Parameter text: `lobby.example`, `lobby.example:8080`, `192.0.2.1`, `[2001:db8::1]:80`.
    public init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        let isBracketed = text.hasPrefix("[")
        let end = isBracketed ? text.firstIndex(of: "]") : text.lastIndex(of: ":") ?? text.endIndex
        guard let end else { return nil }
        let host = String(
            isBracketed ? text[text.index(after: text.startIndex)..<end] : text[..<end]
        )
        let rest = isBracketed ? text[text.index(after: end)...] : text[end...]
        guard rest.isEmpty || Self.isPort(rest) else { return nil }
        self.host = host
        port = Int(rest.dropFirst())
        isAddress = Self.isAddress(host, isBracketed ? AF_INET6 : AF_INET)
        guard isBracketed ? isAddress : Self.isName(host) else { return nil }
    }

    /// A colon and a number.
    private static func isPort(_ text: Substring) -> Bool {
        let digits = text.dropFirst()
        return text.hasPrefix(":") && (1...5).contains(digits.utf8.count)
            && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && Int(digits).map { $0 <= 65535 } == true
    }

    private static func isName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
                    || [0x2D, 0x2E, 0x5F].contains($0)
            }
    }

    private static func isAddress(_ text: String, _ family: CInt) -> Bool {
        var address = in6_addr()
        return inet_pton(family, text, &address) == 1
    }
}

/// Which hosts a request may be meant for, and which pages it may come from.
///
/// A page of anybody's can give its own name the address of this machine (DNS rebinding), but
/// then that name stands in `Host`; and it can send requests here that a browser adds a cookie
/// to, but then its own address stands in `Origin`.
struct HostRule: Sendable {
    private let named: [HostAuthority]
    private let own: Set<String>

    /// - Parameters:
    ///   - machine: What the machine is called.
    ///   - named: What it is called besides, such as by a proxy; with a port for that alone.
    init(machine: String, named: [HostAuthority]) {
        self.named = named
        let machine = machine.lowercased()
        let short = machine.prefix { $0 != "." }
        own = ["localhost", machine, "\(machine).local", "\(short).local"]
    }

    /// Whether a request with this `Host` may be meant for this machine.
    func accepts(_ host: HostAuthority) -> Bool {
        host.isAddress || own.contains(host.host) || isNamed(host)
    }

    /// Whether a page of an origin may ask a host.
    ///
    /// - Parameters:
    ///   - origin: As `Origin` has it.
    ///   - host: As `Host` has it, and accepted.
    /// - Returns: false for an origin without an address, `null`, too.
    func accepts(origin: String, at host: HostAuthority) -> Bool {
        let parts = origin.lowercased().split(separator: "://", maxSplits: 1)
        guard parts.count == 2, let usual = ["http": 80, "https": 443][String(parts[0])],
            let page = HostAuthority(parts[1])
        else { return false }
        let isSame = page.host == host.host && (page.port ?? usual) == (host.port ?? usual)
        return isSame || isNamed(page, usual: [usual])
    }

    /// - Parameters:
    ///   - host: As it was asked for.
    ///   - usual: What its port is where it does not say.
    /// - Returns: Whether it is one of those that the configuration names.
    private func isNamed(_ host: HostAuthority, usual: [Int] = [80, 443]) -> Bool {
        named.contains { named in
            guard named.host == host.host, let port = named.port else {
                return named.host == host.host
            }
            return host.port.map { $0 == port } ?? usual.contains(port)
        }
    }
}
