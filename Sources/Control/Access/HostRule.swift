internal import ControlAPI

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
