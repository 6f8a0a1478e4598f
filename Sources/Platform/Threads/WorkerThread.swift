internal import CLinux
internal import Glibc
public import Media
internal import Synchronization

/// A thread of the program's own: named, joined by its owner.
///
/// Thread: safe. `join` is for the owner, from another thread than this one.
public final class WorkerThread: Sendable {
    /// Whether the kernel granted real-time scheduling (`SCHED_FIFO`).
    public let isRealtime: Bool
    private let thread: pthread_t
    private let isJoined = Atomic<Bool>(false)
    private let isLeft = Atomic<Bool>(false)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: Shown by `ps -L` and `top -H`; cut after 15 bytes.
    ///   - stackBytes: Address space; pages never touched cost nothing. At least 64 KiB is taken.
    ///   - realtimePriority: 1 to 99 asks for `SCHED_FIFO`, before all normal threads, and for
    ///     exact timers. Where the system does not permit it, the thread is a normal one. So
    ///     are the threads that it starts itself, such as those of a graphics library.
    ///   - nice: Above zero, a normal thread yields to others; -20 to 19. A request, too.
    ///   - body: What the thread does; the thread ends when this returns.
    /// - Throws: `pthread_create`, when the system has no more threads to give.
    public init(
        name: String,
        stackBytes: Int = 8 << 20,
        realtimePriority: Int? = nil,
        nice: Int = 0,
        body: sending @escaping () -> Void
    ) throws(SystemCallError) {
        let start = ThreadStart(
            name: name,
            nice: nice,
            isTimeCritical: realtimePriority != nil,
            body: body
        )
        var realtimeThread: pthread_t?
        if let realtimePriority {
            realtimeThread = try? start.create(
                ThreadAttributes(stackBytes: stackBytes, realtimePriority: realtimePriority)
            )
        }
        isRealtime = realtimeThread != nil
        if let realtimeThread {
            thread = realtimeThread
        } else {
            thread = try start.create(ThreadAttributes(stackBytes: stackBytes))
        }
    }

    deinit {
        // The last owner may be the thread itself, which cannot wait for its own end.
        guard pthread_equal(thread, pthread_self()) != 0 else { return join() }
        if !isJoined.load(ordering: .relaxed) { pthread_detach(thread) }
    }

    /// Waits until the body has returned. Every call but the first returns at once.
    public func join() {
        guard !isJoined.exchange(true, ordering: .relaxed) else { return }
        pthread_join(thread, nil)
    }

    /// Waits until the body has returned, or the deadline has come: a thread that hangs, such as in
    /// a disk that does not answer, is left to the end of the process then, and nobody else waits
    /// for it either. Every further call, of `join` as well, returns at once.
    ///
    /// - Parameter deadline: When to leave it.
    /// - Returns: False when it was left, now or before.
    @discardableResult
    public func join(until deadline: MonotonicTime) -> Bool {
        guard !isJoined.exchange(true, ordering: .relaxed) else {
            return !isLeft.load(ordering: .relaxed)
        }
        if clinux_join_thread(thread, max(0, deadline.nanoseconds)) == 0 { return true }
        isLeft.store(true, ordering: .relaxed)
        pthread_detach(thread)
        return false
    }
}

/// What a new thread is told.
private final class ThreadStart {
    private let name: String
    private let nice: Int
    private let isTimeCritical: Bool
    private let body: () -> Void

    init(
        name: String,
        nice: Int,
        isTimeCritical: Bool,
        body: sending @escaping () -> Void
    ) {
        self.name = name
        self.nice = nice
        self.isTimeCritical = isTimeCritical
        self.body = body
    }

    /// Starts the thread. On failure nothing has run and this can be used again.
    func create(_ attributes: borrowing ThreadAttributes) throws(SystemCallError) -> pthread_t {
        let context = Unmanaged.passRetained(self)
        do {
            return try attributes.createThread(context: context.toOpaque()) { context in
                guard let context else { return nil }
                Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }
        } catch {
            context.release()
            throw error
        }
    }

    /// The requests may be refused (containers, limits); the thread runs all the same.
    private func run() {
        // Bytes, not characters: the kernel's limit is one of bytes.
        let bytes = name.utf8.prefix(15).map(CChar.init(bitPattern:)) + [0]
        _ = clinux_set_thread_name(bytes)
        if nice != 0 { _ = clinux_set_thread_nice(CInt(nice)) }
        if isTimeCritical {
            _ = clinux_reset_scheduling_on_fork()
            // The slack of normal threads is 50 µs by default; real-time ones have none.
            _ = clinux_set_timer_slack(1)
        }
        body()
    }
}

/// `pthread_attr_t`, destroyed by its owner.
private struct ThreadAttributes: ~Copyable {
    private let value: UnsafeMutablePointer<pthread_attr_t>

    init(stackBytes: Int, realtimePriority: Int? = nil) {
        value = .allocate(capacity: 1)
        pthread_attr_init(value)
        pthread_attr_setstacksize(value, max(stackBytes, 64 << 10))
        guard let realtimePriority else { return }
        var parameters = sched_param()
        parameters.sched_priority = CInt(realtimePriority)
        pthread_attr_setinheritsched(value, CInt(PTHREAD_EXPLICIT_SCHED))
        pthread_attr_setschedpolicy(value, SCHED_FIFO)
        pthread_attr_setschedparam(value, &parameters)
    }

    deinit {
        pthread_attr_destroy(value)
        value.deallocate()
    }

    func createThread(
        context: UnsafeMutableRawPointer,
        main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    ) throws(SystemCallError) -> pthread_t {
        var thread = pthread_t()
        // Returns its error rather than set `errno`.
        try systemCall("pthread_create") {
            errno = pthread_create(&thread, value, main, context)
            return errno == 0 ? 0 : -1
        }
        return thread
    }
}
