internal import HTTPTypes
internal import Media
internal import NIOCore

/// Answers the first bytes of a connection that is not served with 503.
///
/// The answer waits for those bytes, so that a client has sent its request
/// before the connection closes, but no longer than a second.
///
/// Thread: bound to the connection's event loop.
final class Refusal: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let patience = TimeAmount.seconds(1)

    /// What a client reads that is one too many, from the status line on.
    static let answer: [UInt8] = {
        let problem = ControlError.unavailable(
            "There are too many connections; close one, or try again."
        )
        let text = ProblemText(problem)
        var head = "HTTP/1.1 503 Service Unavailable\r\n"
        for field in text.headerFields(closing: true) {
            head += "\(field.name): \(field.value)\r\n"
        }
        return Array("\(head)\r\n".utf8) + text.bytes
    }()

    private var deadline: Scheduled<Void>?
    private var hasAnswered = false

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: Self.patience) {
            channel.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasAnswered else { return }
        hasAnswered = true
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: Self.answer))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }
}
