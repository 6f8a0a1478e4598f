internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// One request and its answer, on a connection of their own.
struct DaemonExchange {
    private typealias Channel = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    /// How long it may take until somebody takes the connection.
    private static let connectTimeout = TimeAmount.seconds(2)

    private let head: HTTPRequestHead
    private let body: ByteBuffer?

    /// A request for a path with its query, percent-encoded; `fields` are further lines of the
    /// header, and say what the body is.
    init(
        _ method: HTTPMethod,
        _ target: String,
        fields: [(String, String)],
        body: ByteBuffer? = nil
    ) {
        // RFC 9112 §3.2: a server without a name of its own is asked for by any.
        var headers: HTTPHeaders = ["Host": "pipd", "Connection": "close"]
        headers.add(contentsOf: fields)
        if method != .GET {
            headers.add(name: "Content-Length", value: String(body?.readableBytes ?? 0))
        }
        head = HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: headers)
        self.body = body
    }

    /// Sends the request, and gives `receive` the parts of the answer as they arrive, its head
    /// first. The connection is closed then, and when the task is cancelled.
    ///
    /// - Parameters:
    ///   - path: The daemon's Unix socket.
    ///   - silence: How long the daemon may send nothing; nil: as long as the task goes on.
    ///   - receive: Takes a part.
    /// - Throws: `IOError`, `HTTPParserError`, `DaemonSilence`, `ConnectionEnd`, and what
    ///   `receive` throws.
    func run(
        at path: String,
        silence: TimeAmount?,
        _ receive: (HTTPClientResponsePart) throws -> Void
    ) async throws {
        let channel = try await Self.connect(to: path, silence)
        try await channel.executeThenClose { answer, request in
            // An answer may come, and the connection end, before all is sent.
            try? await request.write(contentsOf: parts)
            // Not before: to the parser, what answers no request is no answer.
            try? await channel.channel.setOption(.autoRead, value: true).get()
            for try await part in answer {
                try receive(part)
                if case .end = part { return }
            }
            throw ConnectionEnd()
        }
    }

    private var parts: [HTTPClientRequestPart] {
        [.head(head)] + (body.map { [.body(.byteBuffer($0))] } ?? []) + [.end(nil)]
    }

    private static func connect(
        to path: String,
        _ silence: TimeAmount?
    ) async throws -> Channel {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.ofPipctl)
            .connectTimeout(connectTimeout)
            .channelOption(.autoRead, value: false)
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandlers(
                        IdleStateHandler(readTimeout: silence),
                        SilenceGuard()
                    )
                    return try Channel(wrappingChannelSynchronously: channel)
                }
            }
    }
}

/// The daemon has sent nothing for too long.
struct DaemonSilence: Error {}

/// The daemon has closed the connection before the end of its answer.
struct ConnectionEnd: Error {}

/// Ends a connection on which nothing arrives any more, as long as somebody reads.
private final class SilenceGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart

    private var isReading = false

    func read(context: ChannelHandlerContext) {
        isReading = true
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case IdleStateHandler.IdleStateEvent.read? = event as? IdleStateHandler.IdleStateEvent
        else { return context.fireUserInboundEventTriggered(event) }
        guard isReading else { return }
        context.fireErrorCaught(DaemonSilence())
        context.close(promise: nil)
    }
}

extension MultiThreadedEventLoopGroup {
    /// One thread for all connections; it lives as long as the program.
    fileprivate static let ofPipctl = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}
