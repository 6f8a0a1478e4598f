internal import Media
internal import Platform
internal import Synchronization

/// Reads the configuration file again, and looks at the library it names, on a thread of
/// its own: a network file system may not answer, and the main thread has signals to.
///
/// Thread: bound to the main thread.
final class ReloadTask {
    typealias Outcome = Result<Settings, any Error>

    /// Readable when a reading is over.
    let finished: WakeUp
    private var current: Reading?
    private var isAskedAgain = false

    /// A thread that hangs keeps itself, and is left to the end of the process.
    private final class Reading: Sendable {
        let thread = Mutex<WorkerThread?>(nil)
        let outcome = Mutex<Outcome?>(nil)
    }

    init() throws(SystemCallError) {
        finished = try WakeUp()
    }

    /// Begins to read; while it already does, it reads once more afterwards.
    ///
    /// - Parameters:
    ///   - launch: Knows the command line, and where the file is.
    ///   - old: What is in force.
    ///   - present: The streams there are.
    /// - Returns: Whether a reading has begun.
    /// - Throws: `SystemCallError` without a thread to spare.
    func start(
        _ launch: Launch,
        from old: Settings,
        present: Set<StreamID>
    ) throws(SystemCallError) -> Bool {
        isAskedAgain = current != nil
        guard current == nil else { return false }
        let reading = Reading()
        let finished = finished
        let thread = try WorkerThread(name: "pipd-reload") {
            let outcome = Result { try launch.loadSettings(after: old, present: present) }
            reading.outcome.withLock { $0 = outcome }
            finished.signal()
        }
        reading.thread.withLock { $0 = thread }
        current = reading
        return true
    }

    /// What was read; nil when nothing is.
    ///
    /// - Returns: With it, whether it was asked for again since the reading began.
    func take() -> (outcome: Outcome, isAskedAgain: Bool)? {
        finished.drain()
        guard let outcome = current?.outcome.withLock({ $0.take() }) else { return nil }
        current?.thread.withLock { $0.take() }?.join()
        current = nil
        return (outcome, isAskedAgain)
    }
}
