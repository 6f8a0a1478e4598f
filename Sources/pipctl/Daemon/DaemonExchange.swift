internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Platform

/// One request and its answer, on a connection of their own.
struct DaemonExchange {
    private typealias Channel = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    private let place: DaemonPlace
    private let head: HTTPRequestHead
    private let body: ByteBuffer?

    /// A request for a path with its query, percent-encoded; `fields` are further lines of the
    /// header, and say what the body is.
    init(
        _ place: DaemonPlace,
        _ method: HTTPMethod,
        _ target: String,
        fields: [(String, String)],
        body: ByteBuffer? = nil
    ) {
        var headers = HTTPHeaders(place.fields + [("Connection", "close")] + fields)
        if method != .GET {
            headers.add(name: "Content-Length", value: String(body?.readableBytes ?? 0))
        }
        self.place = place
        head = HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: headers)
        self.body = body
    }

    /// Sends the request, and gives `receive` the parts of the answer as they arrive, its head
    /// first. The connection is closed then, and when the task is cancelled.
    ///
    /// - Parameters:
    ///   - patience: How long the daemon may take to be connected to, which has 10 s at most, and
    ///     then to begin.
    ///   - silence: How long the daemon may send nothing; nil: as long as the task goes on.
    ///   - receive: Takes a part.
    /// - Throws: `IOError`, `NIOConnectionError`, `ChannelError`, `HTTPParserError`,
    ///   `DaemonSilence`, `ConnectionEnd`, and what `receive` throws.
    func run(
        patience: Duration,
        silence: TimeAmount?,
        _ receive: (HTTPClientResponsePart) throws -> Void
    ) async throws {
        let channel = try await place.connect(in: patience) { try Self.prepare($0, silence) }
        let lateness = Self.close(channel.channel, in: patience)
        defer { lateness.cancel() }
        try await channel.executeThenClose { answer, request in
            // An answer may come, and the connection end, before all is sent.
            try? await request.write(contentsOf: parts)
            // Not before: to the parser, what answers no request is no answer.
            try? await channel.channel.setOption(.autoRead, value: true).get()
            for try await part in answer {
                lateness.cancel()
                try receive(part)
                if case .end = part { return }
            }
            throw ConnectionEnd()
        }
    }

    private var parts: [HTTPClientRequestPart] {
        [.head(head)] + (body.map { [.body(.byteBuffer($0))] } ?? []) + [.end(nil)]
    }

    /// Closes a connection, after so long a time, as one that is silent.
    private static func close(
        _ channel: any NIOCore.Channel,
        in time: Duration
    ) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: TimeAmount(time)) {
            channel.pipeline.fireErrorCaught(DaemonSilence())
            channel.close(promise: nil)
        }
    }

    private static func prepare(
        _ channel: any NIOCore.Channel,
        _ silence: TimeAmount?
    ) throws -> Channel {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHTTPClientHandlers()
        try pipeline.addHandlers(IdleStateHandler(readTimeout: silence), SilenceGuard())
        return try Channel(wrappingChannelSynchronously: channel)
    }
}

extension DaemonPlace {
    /// What a request says of whom it is for, and from.
    fileprivate var fields: [(String, String)] {
        switch self {
        // RFC 9112 §3.2: a server without a name of its own is asked for by any.
        case .socket: [("Host", "pipd")]
        case .web(let address, let token):
            [("Host", address.authority)]
                + (token.map { [("Authorization", "Bearer \($0.secret)")] } ?? [])
        }
    }

    /// Connects, and gives the connection to `prepare`; nothing is read from it until then. The
    /// addresses that a name has, of IPv6 and IPv4, are tried one beside the other.
    fileprivate func connect<Output: Sendable>(
        in time: Duration,
        _ prepare: @escaping @Sendable (any Channel) throws -> Output
    ) async throws -> Output {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.ofPipctl)
            .channelOption(.autoRead, value: false)
        switch self {
        case .socket(_, let path):
            return try await bootstrap.connectTimeout(.seconds(2))
                .connect(unixDomainSocketPath: path.text) { channel in
                    channel.eventLoop.makeCompletedFuture { try prepare(channel) }
                }
        case .web(let address, _):
            // Of which a name that nobody knows may take the half.
            return try await bootstrap.connectTimeout(TimeAmount(min(time, .seconds(10))))
                .connect(host: address.host, port: address.port) { channel in
                    channel.eventLoop.makeCompletedFuture { try prepare(channel) }
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
