internal import Logging
internal import Media
internal import Platform
internal import ServiceLifecycle

/// Looks after the server once a second: gives the control socket its name back when somebody
/// has removed it, since a daemon that nobody can reach cannot be told anything but to stop.
///
/// Its timer is also what the runtime's threads stay for; see `RuntimeThreads`.
struct SocketKeeper: Service {
    /// Nil where another made it; the timer goes all the same.
    let socket: ControlSocket?
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var standing = Standing.unknown
            while true {
                try? await Task.sleep(nanoseconds: 1_000_000_000)
                if Task.isCancelled { return }
                if let socket { look(at: socket, &standing) }
            }
        }
    }

    private enum Standing {
        /// It has not been seen yet.
        case unknown
        case there
        /// It cannot be given its name.
        case lost
    }

    /// Says once what it did, or cannot do.
    private func look(at socket: ControlSocket, _ standing: inout Standing) {
        if socket.isThere { return standing = .there }
        guard standing != .unknown || socket.isPublished else { return }
        do throws(ControlSocketError) {
            try socket.restore()
            standing = .there
            let path = OutsideText.shown(socket.path)
            logger.warning("control: the socket was removed, and is there again: \(path)")
        } catch {
            if standing != .lost {
                logger.error("control: the socket was removed, for good until a restart: \(error)")
            }
            standing = .lost
        }
    }
}
