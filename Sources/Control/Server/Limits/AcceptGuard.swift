internal import Glibc
internal import Logging
internal import NIOCore

/// Keeps a listener in service when the process has no descriptor for another
/// connection: NIO alone would ask for one as fast as it can.
///
///     accept fails ─► the slowest connection closes ─────────────────────────┐
///                 └─► there is none ─► pause ─► refuse who waits ─► ─────────┴─► accept again
///
/// Refusing takes a descriptor as well: a spare one is kept for it.
///
/// Thread: bound to the listener's event loop.
final class AcceptGuard: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = any Channel

    /// How long nothing is accepted. Who connected meanwhile has sent a request by then.
    private static let pause = TimeAmount.milliseconds(50)
    /// Connections refused after a pause, at most.
    private static let refusals = 16

    private let connections: [ConnectionLimits]
    private let logger: Logger
    private var spare = SpareDescriptor()
    private var notice = ShortageNotice()
    private var isPaused = false

    /// - Parameters:
    ///   - connections: Of every listener, since they share the process's descriptors.
    ///   - logger: Told once of each shortage.
    init(connections: [ConnectionLimits], logger: Logger) {
        self.connections = connections
        self.logger = logger
    }

    /// Guards a listener that is bound.
    static func install(
        on listener: any Channel,
        connections: [ConnectionLimits],
        logger: Logger
    ) async throws {
        try await listener.eventLoop.submit {
            try listener.pipeline.syncOperations.addHandler(
                AcceptGuard(connections: connections, logger: logger),
                // Before NIO's own, which only waits.
                position: .first
            )
        }.get()
    }

    func read(context: ChannelHandlerContext) {
        if !isPaused { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What is left is a client that went before it was accepted, or a listener that is closed.
        guard let code = (error as? IOError)?.errnoCode, Self.isShortage(code) else {
            return context.fireErrorCaught(error)
        }
        if notice.isNew(at: .now()) {
            logger.warning(
                "Connections cannot be accepted (\(ControlSocket.message(code))): slow ones are closed, or others refused; let the process have more (LimitNOFILE= of the service, ulimit -n)"
            )
        }
        let channel = context.channel
        suspend(channel)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        if closeSlowest() {
            // Not before this turn is over: NIO still looks at what it has just read.
            context.eventLoop.execute { bound.value.resume(channel) }
        } else {
            context.eventLoop.scheduleTask(in: Self.pause) {
                bound.value.refuseWaiting(at: channel)
                bound.value.resume(channel)
            }
        }
    }

    private static func isShortage(_ code: CInt) -> Bool {
        [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
    }

    /// Stops NIO from polling the listener: a failed `accept` alone does not.
    private func suspend(_ channel: any Channel) {
        isPaused = true
        try? channel.syncOptions?.setOption(.autoRead, value: false)
    }

    private func resume(_ channel: any Channel) {
        isPaused = false
        // Fails for a listener that is closed.
        try? channel.syncOptions?.setOption(.autoRead, value: true)
    }

    /// The listener with the most connections gives one up.
    private func closeSlowest() -> Bool {
        connections.sorted { $0.servedCount > $1.servedCount }.first { $0.closeSlowest() } != nil
    }

    private func refuseWaiting(at channel: any Channel) {
        _ = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { listener in
            for _ in 0..<Self.refusals {
                guard spare.lend({ Self.refuseOne(at: listener) }) else { return }
            }
        }
    }

    /// - Returns: Whether somebody waited.
    private static func refuseOne(at listener: CInt) -> Bool {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return false }
        // Unread bytes would turn the answer into a broken connection.
        var request = [UInt8](repeating: 0, count: 16 * 1024)
        _ = recv(connection, &request, request.count, CInt(MSG_DONTWAIT))
        let answer = Refusal.answer
        let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
        _ = send(connection, answer, answer.count, flags)
        _ = Glibc.close(connection)
        return true
    }
}

/// A descriptor kept so that there is one when the process may have no more.
///
/// Thread: bound to one thread.
struct SpareDescriptor: ~Copyable {
    private var descriptor: CInt

    /// Without a descriptor to be had there is no spare one yet.
    init() {
        descriptor = Self.open()
    }

    deinit {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
    }

    /// Gives the descriptor to `body`, which closes what it makes of it, and takes it back.
    ///
    /// - Returns: What `body` returned; false without a spare descriptor.
    mutating func lend(_ body: () -> Bool) -> Bool {
        if descriptor < 0 { descriptor = Self.open() }
        guard descriptor >= 0 else { return false }
        _ = Glibc.close(descriptor)
        let result = body()
        // Another thread may have been quicker; then there is none until one is free again.
        descriptor = Self.open()
        return result
    }

    private static func open() -> CInt { Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }
}

/// Whether a shortage is told, or was told already: the first one is, and each that comes
/// after a quiet minute.
struct ShortageNotice {
    private static let quiet = TimeAmount.minutes(1)
    private var last: NIODeadline?

    mutating func isNew(at now: NIODeadline) -> Bool {
        defer { last = now }
        guard let last else { return true }
        return now - last > Self.quiet
    }
}
