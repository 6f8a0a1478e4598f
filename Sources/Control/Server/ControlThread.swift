internal import NIOCore
internal import NIOPosix
public import Platform
internal import Synchronization

/// The one thread of the control plane.
///
/// Its scheduling priority is lower than that of every other thread, so that
/// no client can take time from decoding or presentation.
///
/// NIO ends the process where it is refused a thread, so this one is our own, which NIO
/// is lent. Timers are the runtime's; see `RuntimeThreads`.
///
/// Thread: safe.
public struct ControlThread: Sendable {
    let loop: any EventLoop
    /// Runs tasks on the thread.
    let executor: EventLoopExecutor

    /// The nice value: the lowest priority is 19, the default 0.
    private static let niceValue = 10

    /// Starts the thread, `pipd-control`. Waits until it runs.
    ///
    /// - Throws: `pthread_create`, when the system has no more threads to give; `eventfd`.
    public static func start() throws(SystemCallError) -> Self {
        let isRunning = try WakeUp()
        let starting = Starting(isRunning)
        let thread = try WorkerThread(name: "pipd-control", nice: niceValue) {
            MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { starting.finish($0) }
            withExtendedLifetime(starting) {}
        }
        starting.keep(thread)
        while true {
            isRunning.wait()
            if let loop = starting.takeLoop() { return Self(loop: loop) }
        }
    }

    private init(loop: any EventLoop) {
        self.loop = loop
        executor = EventLoopExecutor(loop: loop)
    }

    /// Does something on the thread; nothing once that has ended.
    public func perform(_ body: @escaping @Sendable () async -> Void) {
        Task.detached(executorPreference: executor, operation: body)
    }

    /// Ends the thread. What is still to be done on it is dropped.
    func stop() async {
        executor.close()
        // Fails only when called twice.
        try? await loop.shutdownGracefully()
    }

    /// What the thread has while it starts, and until it ends.
    private final class Starting: Sendable {
        private let loop = Mutex<(any EventLoop)?>(nil)
        /// A thread keeps itself: its last owner is the thread that ends.
        private let thread = Mutex<WorkerThread?>(nil)
        /// Nil once it was signalled: its descriptor is of no more use.
        private let isRunning: Mutex<WakeUp?>

        init(_ isRunning: WakeUp) {
            self.isRunning = Mutex(isRunning)
        }

        func finish(_ loop: any EventLoop) {
            self.loop.withLock { $0 = loop }
            isRunning.withLock { $0.take() }?.signal()
        }

        func keep(_ thread: WorkerThread) { self.thread.withLock { $0 = thread } }

        func takeLoop() -> (any EventLoop)? { loop.withLock { $0.take() } }
    }
}

/// Runs tasks on an event loop, so that they need no thread of their own.
final class EventLoopExecutor: TaskExecutor {
    /// Nil once it is closed: a loop that has ended takes nothing, and says so on standard
    /// error.
    private let loop: Mutex<(any EventLoop)?>

    init(loop: any EventLoop) {
        self.loop = Mutex(loop)
    }

    /// Takes nothing more: the rest of a task that is suspended is dropped.
    func close() { loop.withLock { $0 = nil } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Under the lock, so that the loop cannot end between the look and the call.
        loop.withLock {
            $0?.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
