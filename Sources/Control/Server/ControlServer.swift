public import Logging
internal import NIOCore
public import ServiceLifecycle

/// The HTTP API on a Unix socket and, if asked for, on a TCP port.
///
///     client ──► socket ──► ConnectionLimits ──► HTTP/1.1 ──► Route ──► ControlBackend
///                                                               ▲
///                                                            EventHub
///
/// All of it runs on one thread of low priority, named `pipd-control`. What a
/// client can make the server hold is bounded (`ControlLimits`).
///
/// Thread: safe.
public struct ControlServer: Service {
    /// A TCP address; clients must present the token.
    public struct Listener: Hashable, Sendable {
        public var host: String
        /// 0 lets the system choose.
        public var port: Int
        /// What clients send as `Authorization: Bearer …`. Not empty.
        public var token: String

        public init(host: String, port: Int, token: String) {
            precondition(!token.isEmpty, "A TCP listener needs a token")
            self.host = host
            self.port = port
            self.token = token
        }
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
        /// nil: no TCP.
        public var listener: Listener?
        public var limits: ControlLimits

        public init(
            socketPath: String,
            inheritedSocket: CInt? = nil,
            preparedSocket: ControlSocket? = nil,
            listener: Listener? = nil,
            limits: ControlLimits = ControlLimits()
        ) {
            self.socketPath = socketPath
            self.inheritedSocket = inheritedSocket
            self.preparedSocket = preparedSocket
            self.listener = listener
            self.limits = limits
        }
    }

    let configuration: Configuration
    let backend: any ControlBackend
    let events: EventHub
    let logger: Logger
    var unread = UnreadAnswers()

    public init(
        configuration: Configuration,
        backend: any ControlBackend,
        events: EventHub,
        logger: Logger
    ) {
        self.configuration = configuration
        self.backend = backend
        self.events = events
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
        defer { socket?.remove() }
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

// Both are logged when the service starts: the token must not be.

extension ControlServer: CustomStringConvertible {
    public var description: String { "control server at \(configuration.socketPath)" }
}

extension ControlServer.Listener: CustomStringConvertible {
    public var description: String { "\(host):\(port)" }
}
