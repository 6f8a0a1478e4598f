internal import GRDB
internal import Synchronization

/// What outlives a start: feeds with their items, what was played, where playlists were, and the
/// library with what people say of it.
///
/// It is one file of SQLite, for one process. A file that turns out to be damaged, at the start
/// or at any later call, is set aside and a new one begun: what was in it is fetched again, or
/// forgotten.
///
///     open ── a call finds damage ──► rebuilding ──► open (empty)
///      ▲                                   │
///      └────── the next call ◄── away ◄────┘ no room, read-only
///
/// Once it is closed it stays so.
///
/// What is in it is reached by tables, each of which knows one thing: `store.feeds.all()`.
///
/// Calls block until they are done. What is answered outlives the process; what a power cut takes
/// are the last moments at most. What belongs together is one transaction.
///
/// Thread: safe.
public final class MediaStore: Sendable {
    /// In microseconds since 1970-01-01 00:00 UTC.
    public typealias Clock = @Sendable () -> Int64

    private enum State {
        case open(DatabasePool)
        /// A call sets the damaged file aside.
        case rebuilding
        /// There is no file; the next call opens one.
        case away
        /// No call opens it any more.
        case closed
    }

    let limits: StoreLimits
    private let files: StoreFiles
    private let clock: Clock
    private let state = Mutex(State.rebuilding)
    private let allRecoveries = Mutex<[Recovery]>([])

    /// Opens the file, or makes it. A damaged one is set aside, which `recoveries` tells.
    ///
    /// - Parameters:
    ///   - path: The file's; its folder must be there.
    ///   - limits: How much is kept.
    ///   - clock: Names damaged files. Any thread calls it.
    /// - Throws: `noFolder`, `isNewer`, `isFull`, `isReadOnly`, `isBusy`, `failed`;
    ///   `isNotBegunAnew` where a damaged one was set aside.
    public init(
        path: String,
        limits: StoreLimits = StoreLimits(),
        clock: @escaping Clock
    ) throws(StoreError) {
        self.limits = limits
        self.clock = clock
        files = StoreFiles(path: path)
        do throws(StoreError) {
            try open()
        } catch {
            guard let recovery = recoveries.last else { throw error }
            throw .isNotBegunAnew(recovery, because: error)
        }
    }

    /// The damaged files that this store met, the first one first; 16 at most, the latest.
    public var recoveries: [Recovery] { allRecoveries.withLock { $0 } }

    /// Looks through the whole file, for damage that no call has met. It takes about a second for
    /// 100,000 items on a fast disk, and holds no other call up.
    ///
    /// - Throws: `wasDamaged` where there is some; what any call throws.
    public func check() throws(StoreError) {
        try read { database in
            if let reason = try StoreFile.damage(database) { throw UnsoundFile(reason: reason) }
        }
    }

    /// Moves the log into the file, removes it, and closes the file for good. Calls that are under
    /// way are waited for.
    ///
    /// - Throws: `isFull`, `isReadOnly`, `isBusy`, `failed`: the log stays then, and is moved when
    ///   the file is opened the next time. Every later call throws `failed`.
    public func close() throws(StoreError) {
        guard let pool = take() else { return }
        do {
            try pool.close()
            try StoreFile.removeLog(files.path)
        } catch {
            switch StoreFault(error, path: files.path) {
            case .error(let error): throw error
            // The next one to open the file finds it, and says so.
            case .damage(let reason), .suspicion(let reason):
                throw .failed(path: files.path, reason: reason)
            }
        }
    }

    private func take() -> DatabasePool? {
        state.withLock { state in
            defer { state = .closed }
            guard case .open(let pool) = state else { return nil }
            return pool
        }
    }
}

// The tables. They are as good as the store: none keeps anything of its own.
extension MediaStore {
    /// The feeds that are wanted.
    public var feeds: FeedTable { FeedTable(store: self) }
    /// What came of visits to feeds.
    public var visits: FeedVisits { FeedVisits(store: self) }
    /// The items of feeds.
    public var items: ItemTable { ItemTable(store: self) }
    /// What there is to be found in all feeds.
    public var catalogue: FeedCatalogue { FeedCatalogue(store: self) }
    /// What was played.
    public var plays: PlayTable { PlayTable(store: self) }
    /// Where playlists were.
    public var positions: PositionTable { PositionTable(store: self) }
    /// The folders that the library has its files from.
    public var roots: RootTable { RootTable(store: self) }
    /// The folders of roots of which something is known.
    public var folders: FolderTable { FolderTable(store: self) }
    /// What going through roots has met.
    public var scans: AssetScans { AssetScans(store: self) }
    /// Files that are somewhere else than when they were met last.
    public var traces: AssetTraces { AssetTraces(store: self) }
    /// The files that are to be looked into.
    public var probes: AssetProbes { AssetProbes(store: self) }
    /// The pictures and videos of the library.
    public var assets: AssetTable { AssetTable(store: self) }
    /// The parts of the library that have a name.
    public var albums: AlbumTable { AlbumTable(store: self) }
    /// What somebody has selected.
    public var selections: SelectionTable { SelectionTable(store: self) }
    /// What is and was exported.
    public var exports: ExportTable { ExportTable(store: self) }
    /// What is kept beside the database, too.
    public var kept: KeptTable { KeptTable(store: self) }
}

extension MediaStore {
    /// Runs `body` on the file as it is now, beside other reads and a write.
    func read<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
        try onPool { pool in try pool.read(body) }
    }

    /// Runs `body` as one transaction, after other writes.
    func write<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
        try onPool { pool in try pool.write(body) }
    }

    private func onPool<Result>(
        _ body: (DatabasePool) throws -> Result
    ) throws(StoreError) -> Result {
        let pool = try current()
        do { return try body(pool) } catch { throw self.error(of: error, from: pool) }
    }

    private func current() throws(StoreError) -> DatabasePool {
        let found = state.withLock { state in
            defer { if case .away = state { state = .rebuilding } }
            return state
        }
        switch found {
        case .open(let pool): return pool
        case .rebuilding: throw .isRebuilding(path: files.path)
        case .away: return try open()
        case .closed: throw .failed(path: files.path, reason: "it is closed")
        }
    }
}

// Only who made the state `rebuilding` calls what is here.
extension MediaStore {
    @discardableResult
    private func open() throws(StoreError) -> DatabasePool {
        do throws(StoreError) {
            // A damaged one is set aside at the first try.
            for _ in 0..<2 {
                guard let pool = try openOnce() else { continue }
                leave(for: .open(pool))
                return pool
            }
            throw StoreError.failed(path: files.path, reason: "a new file is damaged, too")
        } catch {
            leave(for: .away)
            throw error
        }
    }

    /// It is made anew no more; one that was closed meanwhile stays so.
    private func leave(for next: State) {
        state.withLock { if case .rebuilding = $0 { $0 = next } }
    }

    /// - Returns: Nil where the file was damaged; it is set aside then.
    private func openOnce() throws(StoreError) -> DatabasePool? {
        try files.make()
        do {
            return try StoreFile.open(files.path, limits: limits)
        } catch let error as StoreError {
            throw error
        } catch {
            switch StoreFault(error, path: files.path) {
            case .damage(let reason), .suspicion(let reason):
                try setAside(reason: reason)
                return nil
            case .error(let error): throw error
            }
        }
    }

    @discardableResult
    private func setAside(reason: String) throws(StoreError) -> Recovery {
        let time = clock()
        let target = try files.setAside(at: time)
        let recovery = Recovery(path: files.path, setAside: target, reason: reason, at: time)
        allRecoveries.withLock { $0 = $0.suffix(15) + [recovery] }
        return recovery
    }
}

extension MediaStore {
    /// What a call throws for what went wrong in it. Damage is mended first.
    private func error(of error: any Error, from pool: DatabasePool) -> StoreError {
        if let error = error as? StoreError { return error }
        switch StoreFault(error, path: files.path) {
        case .error(let error):
            return isCurrent(pool) ? error : .isRebuilding(path: files.path)
        case .damage(let reason): return mend(pool, reason: reason)
        case .suspicion(let reason):
            // A statement that is wrong must not cost a sound file.
            do {
                guard try pool.read(StoreFile.damage) != nil else {
                    return .failed(path: files.path, reason: reason)
                }
            } catch {
                guard case .damage = StoreFault(error, path: files.path) else {
                    return .failed(path: files.path, reason: reason)
                }
            }
            return mend(pool, reason: reason)
        }
    }

    private func isCurrent(_ pool: DatabasePool) -> Bool {
        state.withLock { state in
            guard case .open(let current) = state else { return false }
            return current === pool
        }
    }

    private func mend(_ pool: DatabasePool, reason: String) -> StoreError {
        let isMine = state.withLock { state in
            guard case .open(let current) = state, current === pool else { return false }
            state = .rebuilding
            return true
        }
        guard isMine else { return .isRebuilding(path: files.path) }
        // Ends when the calls that use it have; what they wrote is in the damaged file.
        try? pool.close()
        do throws(StoreError) {
            let recovery = try setAside(reason: reason)
            try open()
            return .wasDamaged(recovery)
        } catch {
            leave(for: .away)
            return error
        }
    }
}
