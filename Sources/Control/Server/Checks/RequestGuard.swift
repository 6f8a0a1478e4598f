internal import HTTPTypes
internal import Media
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Ends a connection whose client breaks the protocol, sends too much or too
/// slowly, or does not read its answers, and tells `ConnectionLimits` whose turn it is.
/// A client that asks before it sends a body is told to go on (`100-continue`).
///
/// The client is told why before the connection closes, behind the answers to what it asked
/// for earlier; not where the answer to the very request has begun.
///
/// Thread: bound to the connection's event loop.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ControlLimits
    private let connections: ConnectionLimits
    private var standing = ConnectionRoster<ObjectIdentifier>.Standing.newcomer
    private var hasFinishedRequest = false
    /// Requests whose head was read and whose answer is not finished.
    private var unanswered = 0
    private var isReadingBody = false
    private var bodyBytes = 0
    /// Whether the client waits to be told to send the body.
    private var awaitsGoAhead = false
    private var isAnswering = false
    /// What is told once the answers to earlier requests are out. Nothing more is read.
    private var refusal: ControlError?
    /// Whether the connection is being closed here: nothing more is let through.
    private var isEnding = false
    private var bodyDeadline: Scheduled<Void>?
    private var writeDeadline: Scheduled<Void>?

    /// - Parameters:
    ///   - limits: Of each connection.
    ///   - connections: Where this one is counted.
    init(limits: ControlLimits, connections: ConnectionLimits) {
        self.limits = limits
        self.connections = connections
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        bodyDeadline?.cancel()
        writeDeadline?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding, refusal == nil else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            isReadingBody = true
            bodyBytes = 0
            if let length = head.headerFields[.contentLength].flatMap({ Int($0) }),
                length > limits.bodyBytes
            {
                return end(context, bodyTooLarge)
            }
            awaitsGoAhead = head.headerFields[.expect] != nil
        case .body(let buffer):
            awaitsGoAhead = false
            bodyBytes += buffer.readableBytes
            guard bodyBytes <= limits.bodyBytes else { return end(context, bodyTooLarge) }
        case .end:
            isReadingBody = false
            awaitsGoAhead = false
            bodyDeadline?.cancel()
            bodyDeadline = nil
            noteStanding(context)
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isReadingBody, bodyDeadline == nil { startBodyDeadline(context) }
        giveGoAhead(context)
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ConnectionEviction else {
            return context.fireUserInboundEventTriggered(event)
        }
        // Between two requests a client expects no answer; others wait for the place.
        guard !hasFinishedRequest, owed == 0 else { return context.close(promise: nil) }
        end(
            context,
            .unavailable(
                "There are too many connections, and this one took longest to send a request; "
                    + "send it at once."
            )
        )
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let refusal = error as? ControlError { return end(context, refusal) }
        guard let error = error as? HTTPParserError else {
            return context.fireErrorCaught(error)
        }
        switch error {
        case .headerOverflow:
            end(
                context,
                .headerTooLarge(
                    "A request's line and header fields have at most "
                        + "\(limits.headerBytes) bytes and 100 fields."
                )
            )
        // What comes after a last request is not read; that one is answered all the same.
        case .closedConnection: break
        default: end(context, .badRequest("This is not an HTTP/1.1 request."))
        }
    }

    func write(
        context: ChannelHandlerContext,
        data: NIOAny,
        promise: EventLoopPromise<Void>?
    ) {
        guard !isEnding else {
            promise?.fail(ChannelError.alreadyClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head:
            isAnswering = true
            // The answer comes without the body.
            if unanswered == 1 { awaitsGoAhead = false }
        case .body: break
        case .end:
            isAnswering = false
            unanswered -= 1
            hasFinishedRequest = true
            noteStanding(context)
        }
        context.write(data, promise: promise)
        giveGoAhead(context)
        if let refusal, owed == 0 { end(context, refusal) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeDeadline?.cancel()
        writeDeadline = nil
        if context.channel.isWritable {
            noteStanding(context)
        } else {
            startWriteDeadlines(context)
        }
        context.fireChannelWritabilityChanged()
    }

    /// Tells the client to send the body, once the answers to earlier requests are finished.
    private func giveGoAhead(_ context: ChannelHandlerContext) {
        guard awaitsGoAhead, unanswered == 1, !isEnding, refusal == nil else { return }
        awaitsGoAhead = false
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponse(status: .continue))),
            promise: nil
        )
    }

    /// Requests that were read whole and whose answer is not finished.
    private var owed: Int { unanswered - (isReadingBody ? 1 : 0) }

    private func noteStanding(_ context: ChannelHandlerContext) {
        note(owed > 0 ? .busy : hasFinishedRequest ? .idle : .newcomer, context.channel)
    }

    private func note(
        _ new: ConnectionRoster<ObjectIdentifier>.Standing,
        _ channel: any Channel
    ) {
        guard new != standing else { return }
        standing = new
        connections.note(new, of: channel)
    }

    /// First others may have the connection's place, then it closes.
    private func startWriteDeadlines(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let grace = limits.writeSeconds / 10
        writeDeadline = context.eventLoop.scheduleTask(in: TimeAmount(inSeconds: grace)) {
            let (guardian, context) = bound.value
            guardian.note(.stalled, context.channel)
            let channel = context.channel
            guardian.writeDeadline = context.eventLoop.scheduleTask(
                in: TimeAmount(inSeconds: guardian.limits.writeSeconds - grace)
            ) {
                channel.close(promise: nil)
            }
        }
    }

    private var bodyTooLarge: ControlError {
        .bodyTooLarge("A request's body has at most \(limits.bodyBytes) bytes.")
    }

    private func startBodyDeadline(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        bodyDeadline = context.eventLoop.scheduleTask(in: TimeAmount(inSeconds: limits.bodySeconds))
        {
            let (guardian, context) = bound.value
            guardian.end(
                context,
                .timedOut(
                    "A request's body arrives within \(guardian.limits.bodySeconds) seconds."
                )
            )
        }
    }

    /// Answers with `problem` if that is still possible, then closes.
    private func end(_ context: ChannelHandlerContext, _ problem: ControlError) {
        guard !isEnding else { return }
        // The answers to earlier requests come first on the wire.
        guard owed == 0 else {
            refusal = refusal ?? problem
            return
        }
        isEnding = true
        // Only closing can be understood after half of an answer.
        guard !isAnswering else { return context.close(promise: nil) }
        let answer = ProblemText(problem)
        let head = HTTPResponse(
            status: .init(code: problem.status),
            headerFields: answer.headerFields(closing: true)
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: answer.bytes))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }
}
