internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// HTTP/1.1 connections that cannot make the server hold more than its limits.
///
///     bytes ─► HTTP/1.1 decoder ─► HostCheck ─► FramingCheck ─► RequestGuard ─► idle time-out
///                                                                                 ─► routes
///
/// Connections beyond the limit never reach the decoder: `Refusal` answers them.
struct LimitedHTTPChannel: ServerChildChannel {
    /// An accepted connection; `http` is nil for one that is not served.
    struct Connection: ServerChildChannelValue {
        let channel: any Channel
        let http: HTTP1Channel.Value?
    }

    private let http: HTTP1Channel
    private let connections: ConnectionLimits
    private let limits: ControlLimits

    init(
        responder: @escaping HTTPChannelHandler.Responder,
        connections: ConnectionLimits,
        limits: ControlLimits
    ) {
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                RequestGuard(limits: limits, connections: connections)
            ],
            idleTimeout: TimeAmount(inSeconds: limits.idleSeconds),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headerBytes,
                maxHeaderListSize: limits.headerBytes,
                maxHeaderFieldCount: 100
            )
        )
        http = HTTP1Channel(responder: responder, configuration: configuration)
        self.connections = connections
        self.limits = limits
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
        switch connections.admit(channel) {
        case .served:
            return serve(channel, logger: logger)
        case .refused:
            return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(Refusal())
                return Connection(channel: channel, http: nil)
            }
        case .dropped:
            channel.close(promise: nil)
            return channel.eventLoop.makeSucceededFuture(Connection(channel: channel, http: nil))
        }
    }

    /// Serves a connection until it closes. What its client was waiting for is cancelled then.
    func handle(value: Connection, logger: Logger) async {
        guard let connection = value.http else { return }
        await withTaskGroup { group in
            group.addTask { await http.handle(value: connection, logger: logger) }
            group.addTask { try? await value.channel.closeFuture.get() }
            await group.next()
            group.cancelAll()
        }
    }

    private func serve(_ channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
        // What one client leaves unread in memory, besides the kernel's buffer.
        let unread = ChannelOptions.Types.WriteBufferWaterMark(low: 8 * 1024, high: 32 * 1024)
        return channel.setOption(.writeBufferWaterMark, value: unread)
            .flatMap { http.setup(channel: channel, logger: logger) }
            .flatMapThrowing { connection in
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(
                    type: ByteToMessageHandler<HTTPRequestDecoder>.self
                )
                try pipeline.addHandlers(
                    [HostCheck(), FramingCheck()],
                    position: .after(decoder)
                )
                return connection
            }
            .map { Connection(channel: channel, http: $0) }
    }
}

extension TimeAmount {
    /// - Parameter seconds: Not negative; rounded to a nanosecond.
    init(inSeconds seconds: Double) {
        self = .nanoseconds(Int64(seconds * 1e9))
    }
}
