internal import Media
internal import NIOCore
internal import NIOHTTP1

/// Keeps requests and answers to the framing that both ends understand: versions, transfer
/// codings, expectations, and which answer is the last one (RFC 9110, § 10.1.1; RFC 9112, § 6
/// and § 9).
///
/// `RequestGuard` tells the client of a refusal, as it does of what cannot be parsed.
///
/// Thread: bound to the connection's event loop.
final class FramingCheck: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Whether the connection is being closed: nothing more is let through.
    private var isEnding = false
    /// Of each request that is not answered yet, whether it is of HTTP/1.0, which knows no
    /// chunks: the end of an answer without a length is that of the connection. The next
    /// request may be of another version, and be here before the answer to this one.
    private var areOld = CircularBuffer<Bool>()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        guard case .head(var head) = unwrapInboundIn(data) else {
            return context.fireChannelRead(data)
        }
        let isOld = head.version == .http1_0
        areOld.append(isOld)
        if let refusal = Self.refusal(of: head) {
            isEnding = true
            return context.fireErrorCaught(refusal)
        }
        // An older client's expectation does not count.
        if isOld { head.headers.remove(name: "expect") }
        // Hummingbird knows this one value.
        if isOld || Self.words("connection", of: head).contains("close") {
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(
        context: ChannelHandlerContext,
        data: NIOAny,
        promise: EventLoopPromise<Void>?
    ) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where areOld.first == true:
            head.version = .http1_0
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end: _ = areOld.popFirst()
        case .head, .body: break
        }
        context.write(data, promise: promise)
    }

    private static func refusal(of head: HTTPRequestHead) -> ControlError? {
        // The decoder refuses every version but these two.
        let isOld = head.version == .http1_0
        let codings = words("transfer-encoding", of: head)
        if isOld, !codings.isEmpty {
            return .badRequest("HTTP/1.0 has no `Transfer-Encoding`; send a `Content-Length`.")
        }
        guard codings.isEmpty || codings == ["chunked"] else {
            return ControlError(
                status: 501,
                title: "Not implemented",
                detail: "Of the transfer codings, `chunked` alone is accepted."
            )
        }
        guard isOld || words("expect", of: head).allSatisfy({ $0 == "100-continue" }) else {
            return ControlError(
                status: 417,
                title: "Expectation failed",
                detail: "Of the expectations, `100-continue` is met, and no other."
            )
        }
        return nil
    }

    /// The comma-separated words of every field of that name, in lower case.
    private static func words(_ name: String, of head: HTTPRequestHead) -> [String] {
        head.headers[canonicalForm: name].map { $0.lowercased() }
    }
}
