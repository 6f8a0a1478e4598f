public import Logging
internal import NIOCore
public import ServiceLifecycle

/// The HTTP API on a Unix socket and, if asked for, where tokens are needed: on a TCP port, and
/// on a socket for proxies.
///
///     client ──► socket ──► ConnectionLimits ──► HTTP/1.1 ──► Route ──► ControlBackends
///                                                               ▲
///                                                            EventHub
///
/// All of it runs on one thread of low priority, named `pipd-control`. What a
/// client can make the server hold is bounded (`ControlLimits`).
///
/// Thread: safe.
public struct ControlServer: Service {
    /// A TCP address.
    public struct Listener: Hashable, Sendable {
        public var host: String
        /// 0 lets the system choose.
        public var port: Int

        public init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    /// A socket that the service manager made: bound, and listening already.
    public struct InheritedListener: Hashable, Sendable {
        /// The server takes it over, which closes it in the end.
        public var descriptor: CInt
        /// Where it is, for messages.
        public var address: String
        /// Whether it is a Unix socket, which proxies connect to.
        public var isForProxies: Bool

        public init(descriptor: CInt, address: String, isForProxies: Bool) {
            self.descriptor = descriptor
            self.address = address
            self.isForProxies = isForProxies
        }
    }

    /// Where the server listens for clients that must present a token.
    public struct Web: Sendable {
        /// nil: no port.
        public var listener: Listener?
        /// A socket for proxies, which was prepared; nil: none.
        public var socket: ControlSocket?
        public var inherited: [InheritedListener] = []

        public init() {}
    }

    /// What the server listens on, and what it lets clients do.
    public struct Configuration: Sendable {
        /// At most 107 bytes; see `SocketLocation`.
        public var socketPath: String
        /// A Unix socket that is bound to `socketPath` and listens already, made by the service
        /// manager; nil: the server makes its own. The server takes the descriptor over, which
        /// it closes in the end, but neither makes nor removes the file.
        public var inheritedSocket: CInt?
        /// `socketPath`, if it was prepared already; nil: the server prepares it.
        public var preparedSocket: ControlSocket?
        public var web: Web
        public var limits: ControlLimits

        public init(
            socketPath: String,
            inheritedSocket: CInt? = nil,
            preparedSocket: ControlSocket? = nil,
            web: Web = Web(),
            limits: ControlLimits = ControlLimits()
        ) {
            self.socketPath = socketPath
            self.inheritedSocket = inheritedSocket
            self.preparedSocket = preparedSocket
            self.web = web
            self.limits = limits
        }
    }

    let configuration: Configuration
    let backends: ControlBackends
    let events: EventHub
    let gate: AccessGate
    let logger: Logger
    var unread = UnreadAnswers()

    public init(
        configuration: Configuration,
        backends: ControlBackends,
        events: EventHub,
        gate: AccessGate,
        logger: Logger
    ) {
        self.configuration = configuration
        self.backends = backends
        self.events = events
        self.gate = gate
        self.logger = logger
    }

    /// Serves until the task is cancelled or the service is shut down, then
    /// ends within a second or two, whatever clients do, and removes the socket if it made it.
    ///
    /// - Throws: `ControlSocketError` when the socket cannot be made; an error
    ///   of NIO when the TCP address cannot be bound; `SystemCallError` without a thread.
    public func run() async throws {
        try await run(on: .start()) {}
    }

    /// As `run()`, and calls `whenListening` once clients can connect.
    ///
    /// - Parameters:
    ///   - thread: Ends with the server.
    ///   - whenListening: Called once, on the control thread.
    /// - Throws: As `run()`.
    public func run(
        on thread: ControlThread,
        whenListening: @escaping @Sendable () -> Void
    ) async throws {
        do {
            try await publish(on: thread, whenListening: whenListening)
        } catch {
            await thread.stop()
            throw error
        }
        await thread.stop()
    }

    /// Serves on the socket, which is there for as long.
    private func publish(
        on thread: ControlThread,
        whenListening: @escaping @Sendable () -> Void
    ) async throws {
        let socket = try socket()
        defer {
            socket?.remove()
            configuration.web.socket?.remove()
        }
        try await withTaskExecutorPreference(thread.executor) {
            try await serve(on: socket, thread: thread, whenListening: whenListening)
        }
    }

    /// nil where the service manager made it.
    private func socket() throws(ControlSocketError) -> ControlSocket? {
        guard configuration.inheritedSocket == nil else { return nil }
        if let prepared = configuration.preparedSocket { return prepared }
        return try ControlSocket.prepare(configuration.socketPath)
    }
}

extension ControlServer: CustomStringConvertible {
    public var description: String { "control server at \(configuration.socketPath)" }
}

extension ControlServer.Listener: CustomStringConvertible {
    public var description: String { "\(host):\(port)" }
}
