public import Media
internal import Platform
internal import Synchronization

/// How far an export is, and whether it is still wanted.
///
/// Thread: safe.
public final class ExportProgress: Sendable {
    private struct State {
        var bytes: Int64 = 0
        var files = 0
        var isCancelled = false
        var movedAt: MonotonicTime?
    }

    private let state = Mutex(State())

    public init() {}

    /// How many were written.
    public var bytes: Int64 { state.withLock { $0.bytes } }

    /// How many have appeared, each as a whole.
    public var files: Int { state.withLock { $0.files } }

    /// When it last got further, nil before it was begun: what does not for long hangs.
    public var movedAt: MonotonicTime? { state.withLock { $0.movedAt } }

    /// Gives it up before its next piece.
    public func cancel() { state.withLock { $0.isCancelled = true } }

    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func add(_ bytes: Int) {
        let now = MonotonicClock.now()
        state.withLock { state in
            state.bytes += Int64(bytes)
            state.movedAt = now
        }
    }

    /// It was begun, or got further and wrote nothing for that.
    public func move() {
        let now = MonotonicClock.now()
        state.withLock { $0.movedAt = now }
    }

    /// A file has appeared.
    func finish() { state.withLock { $0.files += 1 } }

    func check() throws(ExportError) {
        if isCancelled { throw .cancelled }
    }
}
