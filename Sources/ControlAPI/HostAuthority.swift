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
