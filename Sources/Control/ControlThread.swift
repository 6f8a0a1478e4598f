internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOPosix

/// The one thread of the control plane.
///
/// Its scheduling priority is lower than that of every other thread, so that
/// no client can take time from decoding or presentation.
///
/// Thread: safe.
struct ControlThread: Sendable {
    let group: MultiThreadedEventLoopGroup
    let loop: any EventLoop
    /// Runs tasks on the thread.
    let executor: EventLoopExecutor

    /// The nice value: the lowest priority is 19, the default 0.
    private static let niceValue: CInt = 10

    static func start(logger: Logger) async throws -> Self {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        try await loop.submit { prepareThread(logger: logger) }.get()
        return Self(group: group, loop: loop, executor: EventLoopExecutor(loop: loop))
    }

    /// Ends the thread. Nothing may run on it any more.
    func stop() async {
        // Fails only when called twice.
        try? await group.shutdownGracefully()
    }

    private static func prepareThread(logger: Logger) {
        // 0 is the calling thread: on Linux, each has a nice value of its own.
        if setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceValue) != 0 {
            logger.debug("The control thread keeps its priority: setpriority failed")
        }
        // pthread_setname_np is not importable; this file is the same name.
        let name = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard name >= 0 else { return }
        _ = "pipd-control".withCString { write(name, $0, strlen($0)) }
        _ = close(name)
    }
}

/// Runs tasks on an event loop, so that they need no thread of their own.
final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
