internal import Media
internal import Platform
internal import Synchronization

/// Does what may take its time, one piece after another, on a thread of its own: a network file
/// system may not answer, and the main thread has signals to.
///
/// Thread: bound to the main thread, but for the work itself.
final class BackgroundWork {
    /// Readable when a piece is done.
    let finished: WakeUp
    private var waiting: [Piece] = []
    private var current: (piece: Piece, run: Run)?

    private struct Piece {
        /// nil where there is nothing to be done any more.
        let begin: () -> (@Sendable () -> Void)?
        /// Told why it could not be begun; nil: it is done.
        let finish: (SystemCallError?) -> Void
    }

    /// A thread that hangs keeps itself, and is left to the end of the process.
    private final class Run: Sendable {
        let thread = Mutex<WorkerThread?>(nil)
        let isDone = Mutex(false)
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Result<Value, any Error>?>(nil)
    }

    init() throws(SystemCallError) {
        finished = try WakeUp()
    }

    /// Adds a piece of work behind those that wait.
    ///
    /// - Parameters:
    ///   - begin: Called on the main thread when it is its turn, makes the work; nil for none,
    ///     and nothing more is said of it.
    ///   - finish: Called on the main thread with what the work returned or threw, and with
    ///     `SystemCallError` where there is no thread to spare.
    func add<Value: Sendable>(
        _ begin: @escaping () -> (@Sendable () throws -> Value)?,
        then finish: @escaping (Result<Value, any Error>) -> Void
    ) {
        let outcome = Outcome<Value>()
        let beginning: () -> (@Sendable () -> Void)? = {
            guard let work = begin() else { return nil }
            return {
                let result = Result { try work() }
                outcome.value.withLock { $0 = result }
            }
        }
        let end: (SystemCallError?) -> Void = { failure in
            if let failure { return finish(.failure(failure)) }
            if let result = outcome.value.withLock({ $0.take() }) { finish(result) }
        }
        waiting.append(Piece(begin: beginning, finish: end))
        beginNext()
    }

    /// Takes note of a piece that is done, and begins the next.
    func attend() {
        finished.drain()
        guard let (piece, run) = current, run.isDone.withLock({ $0 }) else { return }
        run.thread.withLock { $0.take() }?.join()
        current = nil
        piece.finish(nil)
        beginNext()
    }

    private func beginNext() {
        while current == nil, !waiting.isEmpty {
            let piece = waiting.removeFirst()
            guard let work = piece.begin() else { continue }
            let run = Run()
            let finished = finished
            do throws(SystemCallError) {
                let thread = try WorkerThread(name: "pipd-reload") {
                    work()
                    run.isDone.withLock { $0 = true }
                    finished.signal()
                }
                run.thread.withLock { $0 = thread }
                current = (piece, run)
            } catch {
                piece.finish(error)
            }
        }
    }
}
