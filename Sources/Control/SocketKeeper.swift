internal import Logging
internal import Media
internal import Platform
internal import ServiceLifecycle

/// Gives the control socket its name back when somebody has removed it: a daemon that
/// nobody can reach cannot be told anything but to stop.
struct SocketKeeper: Service {
    let socket: ControlSocket
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var standing = Standing.unknown
            while true {
                try? await Task.sleep(nanoseconds: 1_000_000_000)
                if Task.isCancelled { return }
                look(&standing)
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
    private func look(_ standing: inout Standing) {
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

/// Keeps the threads that timers of the language's runtime need; see `RuntimeThreads`.
struct RuntimeKeeper: Service {
    func run() async throws {
        await cancelWhenGracefulShutdown { await RuntimeThreads.keep() }
    }
}
