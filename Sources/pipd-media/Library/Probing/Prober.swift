internal import Media
internal import MediaStore
internal import Platform
internal import Synchronization

/// Looks into one file after the other, on a thread for whose writes no answer waits.
///
///     ┌─► one transaction: the last one is kept, the next one is tried ─► it is read ─┐
///     └───────────────────────────────────────────────────────────────────────────────┘
///
/// So a process that ends anywhere has one file at most to read again, and its row says so.
///
/// Thread: safe.
final class Prober: Sendable {
    /// A failure of the database leaves what came of the last file to the next pass.
    typealias Outcome = Result<Void, StoreError>

    private enum File {
        case none
        case reading(UnreadAsset, since: MonotonicTime)
        /// What came of it may not be kept yet.
        case read(ProbedAsset)

        /// What is to be kept of it where nothing more is done.
        var done: ProbedAsset? {
            switch self {
            case .none: nil
            case .reading(let asset, _): ProbedAsset(asset, .later)
            case .read(let done): done
            }
        }
    }

    private struct State {
        var file = File.none
        /// Files that are kept, and that nobody was told of.
        var news = 0
    }

    private let probes: AssetProbes
    private let state = Mutex(State())

    /// - Parameter probes: Say which files are there, and keep what comes of them.
    init(probes: AssetProbes) {
        self.probes = probes
    }

    /// Looks into all files that were not, from the first one to the last.
    ///
    /// - Parameter isCancelled: Whether to give up, which leaves the rest for the next time.
    /// - Returns: Whether the database has stood by it.
    func take(isCancelled: @escaping @Sendable () -> Bool) -> Outcome {
        var last: AssetID?
        do throws(StoreError) {
            while let asset = try begin(after: last, isCancelled) {
                let outcome = ProbeJob(asset: asset).take(isCancelled: isCancelled)
                state.withLock { $0.file = .read(ProbedAsset(asset, outcome)) }
                last = asset.id
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Keeps what came of the last file, and begins the next one.
    private func begin(
        after last: AssetID?,
        _ isCancelled: () -> Bool
    ) throws(StoreError) -> UnreadAsset? {
        let done = state.withLock { $0.file.done }
        do throws(StoreError) {
            let next = try probes.next(after: last, keeping: done) { asset in
                guard !isCancelled() else { return false }
                let now = MonotonicClock.now()
                state.withLock { $0.file = .reading(asset, since: now) }
                return true
            }
            state.withLock { state in
                if next == nil { state.file = .none }
                if let done, done.isNews { state.news += 1 }
            }
            return next
        } catch {
            state.withLock { $0.file = done.map { .read($0) } ?? .none }
            throw error
        }
    }

    /// When the file was begun that is being read; nil where none is.
    var begunAt: MonotonicTime? {
        state.withLock { state in
            guard case .reading(_, let since) = state.file else { return nil }
            return since
        }
    }

    /// How many files were looked into since the last call.
    func takeNews() -> Int {
        state.withLock { state in
            defer { state.news = 0 }
            return state.news
        }
    }

    /// The process ends, and not because of the file that is being read, which is not waited for.
    /// Whoever works here is cancelled by now, so that it begins no other behind this.
    func giveUp() {
        _ = try? probes.settle { state.withLock { $0.file.done } }
    }
}

extension ProbedAsset {
    /// Whether something is known of it that was not.
    fileprivate var isNews: Bool {
        switch outcome {
        case .read, .failed: true
        case .unreadable: !asset.isUnreadable
        case .later: false
        }
    }
}
