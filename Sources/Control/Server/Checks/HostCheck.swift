internal import Media
internal import NIOCore
internal import NIOHTTP1

/// Refuses requests of HTTP/1.1 that do not say whom they are for, and those that say
/// it more than once (RFC 9112, § 3.2). The host of a target such as `http://host/v1/status`
/// takes the place of `Host` (§ 3.2.2).
///
/// `RequestGuard` tells the client, as it does of what cannot be parsed.
///
/// Thread: bound to the connection's event loop.
final class HostCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Whether the connection is being closed: nothing more is let through.
    private var isEnding = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        guard case .head(var head) = unwrapInboundIn(data) else {
            return context.fireChannelRead(data)
        }
        if let refusal = Self.refusal(of: head) {
            isEnding = true
            return context.fireErrorCaught(refusal)
        }
        guard let authority = Self.authority(of: head.uri) else {
            return context.fireChannelRead(data)
        }
        head.headers.replaceOrAdd(name: "host", value: authority)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Whom a target names; nil where it does not begin with a scheme.
    private static func authority(of target: String) -> String? {
        guard target.first?.isLetter == true, let scheme = target.firstRange(of: "://") else {
            return nil
        }
        return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }

    private static func refusal(of head: HTTPRequestHead) -> ControlError? {
        let hosts = head.headers["host"].count
        if hosts == 0, head.version.major == 1, head.version.minor > 0 {
            return .badRequest("A request of HTTP/1.1 has a `Host` field, such as `Host: pipd`.")
        }
        return hosts > 1 ? .badRequest("A request has one `Host` field, not \(hosts).") : nil
    }
}
