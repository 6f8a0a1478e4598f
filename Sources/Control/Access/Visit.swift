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
    /// The secret of a session.
    var session: String?
    /// Whom wrong tokens are counted for.
    var source = ""

    static let cookie = "pipd-session"
}

extension Visit {
    init(_ request: Request, _ channel: any Channel, door: Door) {
        host = request.head.authority
        origin = request.headers[.origin]
        isWrite = request.method != .get && request.method != .head
        authorization = request.headers[.authorization]
        session = Self.session(of: request)
        let address = channel.remoteAddress?.ipAddress ?? "unknown"
        source = door == .proxy ? Self.client(of: request) : Self.source(address)
    }

    /// Whether a proxy was asked over TLS.
    static func isSecure(_ request: Request, door: Door) -> Bool {
        guard door == .proxy, let name = HTTPField.Name("X-Forwarded-Proto") else { return false }
        return request.headers[name]?.lowercased() == "https"
    }

    /// What a cookie of ours has.
    static func session(of request: Request) -> String? {
        for field in request.headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.trimmingASCIISpaces().split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                if parts.count == 2, parts[0] == cookie { return String(parts[1]) }
            }
        }
        return nil
    }

    /// Whom a proxy asks for: what it added itself, at the end. What stands before that, anybody
    /// may have sent.
    private static func client(of request: Request) -> String {
        guard let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[values: name].last?.split(separator: ",").last
        else { return "a proxy" }
        return source(String(last.trimmingASCIISpaces().prefix(64)))
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
