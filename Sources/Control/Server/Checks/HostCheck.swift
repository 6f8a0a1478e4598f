internal import Media
internal import NIOCore
internal import NIOHTTP1

/// Refuses requests of HTTP/1.1 that do not say whom they are for, and those that say
/// it more than once (RFC 9112, § 3.2).
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
        if case .head(let head) = unwrapInboundIn(data), let refusal = Self.refusal(of: head) {
            isEnding = true
            return context.fireErrorCaught(refusal)
        }
        context.fireChannelRead(data)
    }

    private static func refusal(of head: HTTPRequestHead) -> ControlError? {
        let hosts = head.headers["host"].count
        if hosts == 0, head.version.major == 1, head.version.minor > 0 {
            return .badRequest("A request of HTTP/1.1 has a `Host` field, such as `Host: pipd`.")
        }
        return hosts > 1 ? .badRequest("A request has one `Host` field, not \(hosts).") : nil
    }
}
