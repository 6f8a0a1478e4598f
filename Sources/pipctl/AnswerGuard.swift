internal import NIOCore
internal import NIOHTTP1

/// Ends a connection whose answer has a status below 100. The client library takes no notice
/// of such a head, and ends the process when the answer is complete.
final class AnswerGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var isBroken = false

    /// Puts one into a connection, behind the parser.
    @Sendable static func install(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(AnswerGuard(), position: .after(parser))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isBroken else { return }
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            isBroken = true
            context.fireErrorCaught(StrangeAnswer.notHTTP)
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }
}
