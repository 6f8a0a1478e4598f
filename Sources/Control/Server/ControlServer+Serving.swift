internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import Media
internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization

extension ControlServer {
    /// Serves on the socket, and wherever else it is asked for, until the
    /// task is cancelled or the service is shut down.
    func serve(
        on socket: ControlSocket?,
        thread: ControlThread,
        whenListening: @escaping @Sendable () -> Void
    ) async throws {
        let web = configuration.web
        let sockets = [(socket, Door.control), (web.socket, .proxy)]
        let count = sockets.filter { $0.0 != nil }.count + inherited.count
        let startup = Startup(listeners: count + (web.listener == nil ? 0 : 1), whenListening)
        var places: [Place] = []
        for case (let socket?, let door) in sockets { places.append(own(socket, door, startup)) }
        if let listener = web.listener { places.append(port(listener, startup)) }
        let keepers = sockets.compactMap(\.0)
        try await run(
            places,
            SocketKeeper(sockets: keepers, logger: logger),
            startup: startup,
            thread: thread
        )
    }

    /// What the service manager made, with the way by which clients come in.
    private var inherited: [(InheritedListener, Door)] {
        let control = configuration.inheritedSocket.map {
            InheritedListener(
                descriptor: $0,
                address: configuration.socketPath,
                isForProxies: false
            )
        }
        return (control.map { [($0, Door.control)] } ?? [])
            + configuration.web.inherited.map { ($0, $0.isForProxies ? .proxy : .port) }
    }

    private func own(_ socket: ControlSocket, _ door: Door, _ startup: Startup) -> Place {
        let logger = logger
        return Place(
            name: socket.path,
            address: .unixDomainSocket(path: socket.temporaryPath),
            door: door
        ) { _ in
            try socket.publish()
            let path = OutsideText.shown(socket.path)
            logger.info("control: listening on \(path)", metadata: ["socket": "\(path)"])
            startup.listenerIsReady()
        }
    }

    private func port(_ listener: Listener, _ startup: Startup) -> Place {
        let (logger, gate) = (logger, gate)
        return Place(
            name: "\(listener)",
            address: .hostname(listener.host, port: listener.port),
            door: .port,
            whenRefused: { error in
                logger.error(
                    "control: \(error); the page is not served, and tried for every \(Listening.pauseSeconds) s"
                )
                startup.listenerIsReady()
            }
        ) { channel in
            let bound = Self.note(channel, gate) ?? "\(listener)"
            logger.info("control: listening on \(bound)", metadata: ["address": "\(bound)"])
            startup.listenerIsReady()
        }
    }

    /// Tells where browsers find a port.
    ///
    /// - Returns: Its address; nil for what is no port.
    private static func note(_ channel: any Channel, _ gate: AccessGate) -> String? {
        guard let address = channel.localAddress, let name = name(address) else { return nil }
        if let host = address.ipAddress, let port = address.port {
            gate.isServed(host: host, port: port)
        }
        return name
    }

    /// Such as `127.0.0.1:8080`; nil for what is no address of the Internet.
    private static func name(_ address: SocketAddress) -> String? {
        guard let host = address.ipAddress, let port = address.port else { return nil }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Runs the listeners, and ends them in bounded time.
    private func run(
        _ places: [Place],
        _ keeper: SocketKeeper,
        startup: Startup,
        thread: ControlThread
    ) async throws {
        let inherited = inherited
        let listeners = places.count + inherited.count
        let all = (0..<listeners).map { _ in ConnectionLimits(maximum: limits.connections) }
        var services: [any Service] = zip(places, all).map { place, connections in
            listener(at: place, connections: connections, of: all, thread: thread)
        }
        for (index, (listener, door)) in inherited.enumerated() {
            let connections = all[places.count + index]
            services.append(server(on: listener, door, connections, all, startup, thread: thread))
        }
        services.append(keeper)
        services.append(
            Heartbeat(events: events, seconds: limits.heartbeatSeconds, loop: thread.loop)
        )
        var quiet = logger
        quiet.logLevel = .critical
        let group = ServiceGroup(configuration: .init(services: services, logger: quiet))
        let serving = Task(executorPreference: thread.executor) { try await group.run() }
        let events = events
        let pause = TimeAmount(inSeconds: limits.shutdownSeconds / Double(Self.closingTurns))
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await serving.value
        } onCancelOrGracefulShutdown: {
            events.close()
            Task(executorPreference: thread.executor) { await group.triggerGracefulShutdown() }
            Self.close(all, after: Self.closingTurns, pause, on: thread.loop)
        }
    }

    /// Turns that the thread has before connections are closed. What was ready goes out in
    /// each, so that an answer which is known reaches its client however little of a busy
    /// processor the thread gets: its timers are not met before its work.
    private static let closingTurns = 10

    /// Closes every connection after some turns of the loop, each `pause` long at least.
    private static func close(
        _ all: [ConnectionLimits],
        after turns: Int,
        _ pause: TimeAmount,
        on loop: any EventLoop
    ) {
        guard turns > 0 else {
            for limits in all { limits.closeAll() }
            return
        }
        loop.scheduleTask(in: pause) { close(all, after: turns - 1, pause, on: loop) }
    }

    private func server(
        on listener: InheritedListener,
        _ door: Door,
        _ connections: ConnectionLimits,
        _ all: [ConnectionLimits],
        _ startup: Startup,
        thread: ControlThread
    ) -> InheritedServer {
        let (logger, gate) = (logger, gate)
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        return InheritedServer(
            descriptor: listener.descriptor,
            responder: responder(door),
            connections: connections,
            allConnections: all,
            limits: limits,
            group: thread.loop,
            logger: quiet
        ) { channel in
            let bound = Self.note(channel, gate)
            let place = bound ?? OutsideText.shown(listener.address)
            logger.info(
                "control: listening on \(place) for the service manager",
                metadata: [bound == nil ? "socket" : "address": "\(place)"]
            )
            startup.listenerIsReady()
        }
    }

    /// The same routes, for what comes into the process by another way than HTTP.
    public var innerRoutes: InnerRoutes {
        InnerRoutes(responder: responder(.inner), logger: logger)
    }

    private func responder(_ door: Door) -> RouterResponder<ControlContext> {
        ControlRouter.responder(
            RouteServices(
                backends: backends,
                events: events,
                limits: limits,
                unread: unread,
                gate: gate,
                logger: logger
            ),
            door: door
        )
    }

    private func listener(
        at place: Place,
        connections: ConnectionLimits,
        of all: [ConnectionLimits],
        thread: ControlThread
    ) -> Listening {
        let (limits, responder) = (limits, responder(place.door))
        let failure = Listening.Failure()
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        return Listening(place: place, failure: failure) { [quiet] in
            Application(
                responder: responder,
                server: HTTPServerBuilder { responder in
                    LimitedHTTPChannel(
                        responder: responder,
                        connections: connections,
                        limits: limits
                    )
                },
                configuration: ApplicationConfiguration(address: place.address),
                onServerRunning: { channel in
                    do {
                        try await AcceptGuard.install(on: channel, connections: all, logger: quiet)
                        try place.whenBound(channel)
                    } catch {
                        // The socket of a server that is stopped already may be gone.
                        if !Task.isShuttingDownGracefully, !Task.isCancelled {
                            failure.record(error)
                        }
                        channel.close(promise: nil)
                    }
                },
                eventLoopGroupProvider: .shared(thread.loop),
                logger: quiet
            )
        }
    }

    private var limits: ControlLimits { configuration.limits }
}

/// Where to listen, and what to do once that is so.
private struct Place {
    /// For messages.
    let name: String
    let address: BindAddress
    let door: Door
    /// Told once that nobody can listen there now, where that is to be tried for; nil where the
    /// server cannot be without.
    var whenRefused: (@Sendable (ControlSocketError) -> Void)?
    let whenBound: @Sendable (any Channel) throws -> Void

    /// Why nobody can listen there, in words.
    func refusal(_ error: any Error) -> ControlSocketError {
        if let told = error as? ControlSocketError { return told }
        let reason = (error as? IOError).map { ControlSocket.message($0.errnoCode) }
        return ControlSocketError(path: name, reason: "\(message: reason ?? "\(error)")")
    }
}

/// One listener, whose failure names its place, and is tried again where others need not wait for it.
private struct Listening: Service {
    /// Why a listener was given up after it was bound.
    final class Failure: Sendable {
        private let error = Mutex<(any Error)?>(nil)

        func record(_ error: any Error) { self.error.withLock { $0 = error } }

        func check() throws {
            if let error = error.withLock({ $0 }) { throw error }
        }
    }

    /// Between two attempts to listen where the network may not be there yet.
    static let pauseSeconds = 5

    let place: Place
    let failure: Failure
    let application: @Sendable () -> any Service

    func run() async throws {
        var isTold = false
        while !Task.isShuttingDownGracefully {
            do {
                try await application().run()
                return try failure.check()
            } catch {
                if error is CancellationError { throw error }
                let refusal = place.refusal(error)
                guard let whenRefused = place.whenRefused else { throw refusal }
                if !isTold { whenRefused(refusal) }
                isTold = true
            }
            await cancelWhenGracefulShutdown {
                try? await Task.sleep(nanoseconds: UInt64(Self.pauseSeconds) * 1_000_000_000)
            }
            if Task.isCancelled { return }
        }
    }
}
