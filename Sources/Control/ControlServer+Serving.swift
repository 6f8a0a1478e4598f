internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

extension ControlServer {
    /// Serves on the socket, and on the TCP address if there is one, until the
    /// task is cancelled or the service is shut down.
    func serve(
        on socket: ControlSocket,
        thread: ControlThread,
        whenListening: @escaping @Sendable () -> Void
    ) async throws {
        let local = ConnectionLimits(maximum: configuration.limits.connections)
        let remote = ConnectionLimits(maximum: configuration.limits.connections)
        let logger = logger
        let startup = Startup(listeners: configuration.listener == nil ? 1 : 2, whenListening)
        var services: [any Service] = [
            application(
                at: .unixDomainSocket(path: socket.temporaryPath),
                token: nil,
                connections: local,
                thread: thread
            ) { _ in
                try socket.publish()
                logger.info("Listening", metadata: ["socket": "\(socket.path)"])
                startup.listenerIsReady()
            }
        ]
        if let listener = configuration.listener {
            services.append(
                application(
                    at: .hostname(listener.host, port: listener.port),
                    token: listener.token,
                    connections: remote,
                    thread: thread
                ) { channel in
                    let address = channel.localAddress.map { "\($0)" } ?? listener.host
                    logger.info("Listening", metadata: ["address": "\(address)"])
                    startup.listenerIsReady()
                }
            )
        }
        services.append(Heartbeat(events: events, seconds: configuration.limits.heartbeatSeconds))
        try await run(services, connections: [local, remote], thread: thread)
    }

    /// Runs the services, and ends them in bounded time.
    private func run(
        _ services: [any Service],
        connections: [ConnectionLimits],
        thread: ControlThread
    ) async throws {
        var quiet = logger
        quiet.logLevel = .error
        let group = ServiceGroup(configuration: .init(services: services, logger: quiet))
        let serving = Task(executorPreference: thread.executor) { try await group.run() }
        let events = events
        let patience = TimeAmount(inSeconds: configuration.limits.shutdownSeconds)
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await serving.value
        } onCancelOrGracefulShutdown: {
            events.close()
            Task(executorPreference: thread.executor) { await group.triggerGracefulShutdown() }
            thread.loop.scheduleTask(in: patience) {
                for limits in connections { limits.closeAll() }
            }
        }
    }

    private func application(
        at address: BindAddress,
        token: String?,
        connections: ConnectionLimits,
        thread: ControlThread,
        whenBound: @escaping @Sendable (any Channel) throws -> Void
    ) -> some Service {
        let limits = configuration.limits
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        return Application(
            responder: ControlRouter.responder(
                RouteServices(backend: backend, events: events, limits: limits, logger: logger),
                token: token
            ),
            server: HTTPServerBuilder { responder in
                LimitedHTTPChannel(
                    responder: responder,
                    connections: connections,
                    limits: limits
                )
            },
            configuration: ApplicationConfiguration(address: address),
            onServerRunning: { channel in
                do {
                    try whenBound(channel)
                } catch {
                    logger.error("\(error)")
                    channel.close(promise: nil)
                }
            },
            eventLoopGroupProvider: .shared(thread.group),
            logger: quiet
        )
    }
}
