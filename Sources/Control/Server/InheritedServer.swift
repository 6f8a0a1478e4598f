internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle

/// Serves on a listening socket that the service manager made.
///
/// Hummingbird's server binds its address by itself; this one does the same on
/// a socket that is bound and listens already.
struct InheritedServer: Service {
    /// Owned: closed when the server ends. The file is the manager's and stays.
    let descriptor: CInt
    let responder: RouterResponder<ControlContext>
    let connections: ConnectionLimits
    /// Of every listener, this one among them.
    let allConnections: [ConnectionLimits]
    let limits: ControlLimits
    let group: any EventLoopGroup
    let logger: Logger
    let whenListening: @Sendable (any Channel) -> Void

    func run() async throws {
        let http = LimitedHTTPChannel(responder: answer, connections: connections, limits: limits)
        let logger = logger
        let listener = try await ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .bind(descriptor) { http.setup(channel: $0, logger: logger) }
        try await AcceptGuard.install(
            on: listener.channel,
            connections: allConnections,
            logger: logger
        )
        whenListening(listener.channel)
        try await withGracefulShutdownHandler {
            try await Self.serve(listener, as: http, logger: logger)
        } onGracefulShutdown: {
            listener.channel.close(promise: nil)
            connections.quiesce()
        }
    }

    private static func serve(
        _ listener: NIOAsyncChannel<LimitedHTTPChannel.Connection, Never>,
        as http: LimitedHTTPChannel,
        logger: Logger
    ) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            try await listener.executeThenClose { accepted in
                for try await connection in accepted {
                    group.addTask { await http.handle(value: connection, logger: logger) }
                }
            }
        }
    }

    /// Answers one request. The routes turn their own errors into answers.
    private func answer(
        _ request: Request,
        writer: consuming ResponseWriter,
        channel: any Channel
    ) async throws {
        let context = ControlContext(source: .init(channel: channel, logger: logger))
        var response = try await responder.respond(to: request, context: context)
        response.headers[.date] = HTTPDate.now()
        try await writer.write(response: response.head, body: response.body)
    }
}
