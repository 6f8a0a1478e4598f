internal import Logging
internal import Media
internal import Platform
internal import ServiceLifecycle

/// Looks after the server once a second: gives each socket its name back when somebody
/// has removed it, since a daemon that nobody can reach cannot be told anything but to stop.
///
/// Its timer is also what the runtime's threads stay for; see `RuntimeThreads`.
struct SocketKeeper: Service {
    /// Those that the server made; the timer goes without any, too.
    let sockets: [ControlSocket]
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var standings = [Standing](repeating: .unknown, count: sockets.count)
            while true {
                try? await Task.sleep(nanoseconds: 1_000_000_000)
                if Task.isCancelled { return }
                for index in sockets.indices { look(at: sockets[index], &standings[index]) }
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
