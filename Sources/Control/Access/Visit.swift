internal import ControlAPI
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// By which way a client comes in.
enum Door: Sendable {
    /// The control socket: whoever may open it may do anything.
    case control
    /// A port.
    case port
    /// The socket for proxies, which say whom they ask for.
    case proxy
    /// None of HTTP's, such as a broker: whoever may use that may do what an `operator` may.
    case inner
}

/// What a request says of who asks, and from where.
struct Visit: Sendable {
    /// As in `Host`.
    var host: String?
    var origin: String?
    /// Whether it may change something.
    var isWrite = false
    /// As in `Authorization`.
    var authorization: String?
    /// What may be the secrets of sessions: any page of the same host can add a cookie.
    var sessions: [String] = []
    /// Whether a browser says that it is none of another address's pages that asks; true where
    /// it says nothing.
    var isOfOwnPage = true
    /// Whom wrong tokens are counted for.
    var source = ""

    /// How many cookies are looked at.
    private static let mostSessions = 4
}

extension Visit {
    init(_ request: Request, _ channel: (any Channel)?, door: Door) {
        host = request.head.authority
        origin = request.headers[.origin]
        isWrite = request.method != .get && request.method != .head
        authorization = request.headers[.authorization]
        sessions = Self.sessions(of: request, door: door)
        isOfOwnPage = ["same-origin", "none", nil].contains(request.headers[.secFetchSite])
        let address = channel?.remoteAddress?.ipAddress ?? "unknown"
        source = door == .proxy ? Self.client(of: request) : Self.source(address)
    }

    /// Whether a proxy was asked over TLS.
    static func isSecure(_ request: Request, door: Door) -> Bool {
        guard door == .proxy else { return false }
        // What the nearest proxy added is last.
        return last(of: request.headers[values: .xForwardedProto])?.lowercased() == "https"
    }

    /// What a session's cookie is called: by port, since a browser sends cookies of one port to
    /// all others of the host; and over TLS so that no other host may set one.
    static func cookie(of request: Request, isSecure: Bool) -> String {
        let port = request.head.authority.flatMap { HostAuthority($0)?.port }
        return "\(isSecure ? "__Host-" : "")pipd-session\(port.map { "-\($0)" } ?? "")"
    }

    /// What cookies of ours have.
    static func sessions(of request: Request, door: Door) -> [String] {
        let fields = request.headers[values: .cookie]
        guard !fields.isEmpty else { return [] }
        // Over TLS none that another host, or a page without TLS, can have set.
        let name = cookie(of: request, isSecure: isSecure(request, door: door))
        var found: [String] = []
        for field in fields {
            for pair in field.split(separator: ";") {
                let parts = pair.trimmingASCIISpaces().split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                guard parts.count == 2, parts[0] == name else { continue }
                found.append(String(parts[1]))
                if found.count == mostSessions { return found }
            }
        }
        return found
    }

    /// The last of the values of a list that goes over several fields.
    private static func last(of fields: [String]) -> Substring? {
        fields.last?.split(separator: ",").last?.trimmingASCIISpaces()
    }

    /// Whom a proxy asks for: what it added itself, at the end. What stands before that, anybody
    /// may have sent.
    private static func client(of request: Request) -> String {
        guard let client = last(of: request.headers[values: .xForwardedFor])?.prefix(64) else {
            return "a proxy"
        }
        // Some proxies say from which port, too.
        let address = HostAuthority(client).flatMap { $0.isAddress ? $0.host : nil }
        return source(address ?? String(client))
    }

    /// An IPv6 address without its second half, which every client chooses for itself; anything
    /// else as it is.
    static func source(_ text: String) -> String {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return text }
        let bytes = withUnsafeBytes(of: address) { Array($0.prefix(8)) }
        // The loopback, and addresses of IPv4.
        guard bytes.contains(where: { $0 != 0 }) else { return text }
        let groups = stride(from: 0, to: 8, by: 2).map { index in
            String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
        }
        return groups.joined(separator: ":") + "::/64"
    }
}
