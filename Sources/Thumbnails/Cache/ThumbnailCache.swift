public import Media
internal import Platform
internal import Synchronization

/// Keeps thumbnails where all programs of a desktop do, by freedesktop.org's Thumbnail Managing
/// Standard, so that each is made once.
///
///     ROOT/thumbnails/normal/MD5.png      of at most 128x128 pixels
///                     large, x-large, xx-large
///                     fail/pipd-VERSION/MD5.png   of what there is no thumbnail of
///
/// A thumbnail counts only if its file says the very URI and time of change that its source has
/// now, and the same size, if it says one. Others are made anew, whoever wrote them.
///
/// **An attempt is a failure until it has succeeded.** The entry for that is written before a
/// file is read, and goes when its picture is made. So a file at which the process died is not
/// tried again before it changes. It is meant for one process: another one that looks meanwhile
/// sees a failure, and whatever was tried when the process was killed is one. Where several are
/// made at a time, it may be one of the others at which it died, or which took the memory: there
/// it takes three attempts to be a failure.
///
/// **What was used longest ago goes first.** A file's time of change says when it was written or
/// last found here, to the hour; its time of access would change when it is looked at, and in a
/// backup. Files of other programs are used, and neither removed nor counted; only what has become
/// stale is replaced. Those whose texts are compressed, as KDE's are, count as stale.
///
/// Nothing is kept in memory but a sum, so that killing the process at any moment costs the one
/// thumbnail. A file that was being written then is removed later (`tidy`).
///
/// Where its disk has no room, thumbnails are made and not kept, and nothing remembers an attempt.
///
/// Thread: safe. Every call may wait for the disk.
public final class ThumbnailCache: Sendable {
    /// What changes. No system call is made with it locked.
    struct State {
        /// What the files take, or more; nil before they were looked at.
        var bytes: Int?
        var evictions = 0
        var budget: Int
        var isShared = false
        var hasNoRoom = false
        var isAbandoned = false
        /// What is being made, by its digest.
        var attempts: [String: Attempt] = [:]
    }

    /// A thumbnail that is being made.
    struct Attempt {
        let source: ThumbnailSource
        /// How many have failed before, maybe for another one's sake.
        var earlier = 0
    }

    let path: String
    let version: String
    let state: Mutex<State>
    /// Is held by who brings the cache to its budget.
    private let upkeep = Mutex(())

    /// Nothing is read or written before it is used.
    ///
    /// - Parameters:
    ///   - root: Absolute; the directory in which `thumbnails` is, or will be.
    ///   - version: pipd's. Failures of others count no more.
    ///   - budget: What pipd's own files may take before the next one is made, in bytes.
    public init(root: String, version: String, budget: Int = .max) {
        path = "\(root)/thumbnails"
        self.version = version.replacing("/", with: "_")
        state = Mutex(State(budget: max(budget, 0)))
    }

    /// What pipd's own files may take before the next one is made, in bytes. What they take
    /// beyond that goes then.
    public var budget: Int {
        get { state.withLock { $0.budget } }
        set { state.withLock { $0.budget = max(newValue, 0) } }
    }

    /// Whether several thumbnails are made at a time, of which one may take another's memory.
    public var isShared: Bool {
        get { state.withLock { $0.isShared } }
        set { state.withLock { $0.isShared = newValue } }
    }

    /// Whether the last one that was to be kept had no room: failures are not remembered either.
    public var hasNoRoom: Bool { state.withLock { $0.hasNoRoom } }

    /// Where caches go: the first directory of `CACHE_DIRECTORY`, which the service manager sets
    /// (systemd.exec(5)), else `XDG_CACHE_HOME`, else `.cache` in `HOME`.
    ///
    /// - Parameter environment: Its variables. Paths that are not absolute are passed over.
    /// - Returns: Nil where none of them is set.
    public static func root(in environment: [String: String]) -> String? {
        let service = environment["CACHE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        let home = environment["HOME"].map { "\($0)/.cache" }
        return [service, environment["XDG_CACHE_HOME"], home].lazy.compactMap { $0 }
            .first { $0.hasPrefix("/") }
    }

    /// What is known of a thumbnail without making one.
    public enum Finding: Hashable, Sendable {
        case thumbnail(CachedThumbnail)
        /// It cannot be made, as an earlier attempt found out.
        case failure
        /// Another thread is making it.
        case isBeingMade
        case nothing
    }

    /// Looks for a thumbnail; one that is found counts as used.
    ///
    /// What cannot be read is not there.
    ///
    /// - Parameters:
    ///   - source: What it is of, as that is now.
    ///   - size: What it is to fit into.
    ///   - now: In seconds since 1970-01-01 00:00 UTC.
    /// - Returns: What there is.
    public func find(_ source: ThumbnailSource, _ size: ThumbnailSize, at now: Int64) -> Finding {
        let folder = folder(size)
        let file = CachedFile(folder.file(source.digest))
        if let file, file.header.isValid(for: source), file.header.size.fits(size) {
            let age = now - file.used
            if file.header.isOwn, !(0..<Self.hour).contains(age) {
                folder.touch(source.digest, at: now)
            }
            let path = folder.file(source.digest)
            return .thumbnail(
                CachedThumbnail(
                    path: path,
                    size: file.header.size,
                    bytes: file.bytes,
                    isNew: false
                )
            )
        }
        guard attempt(at: source) != nil else { return .nothing }
        if state.withLock({ $0.attempts[source.digest] != nil }) { return .isBeingMade }
        // An attempt may have ended meanwhile.
        return failure(of: source) == nil ? .nothing : .failure
    }

    /// What is known of an attempt that has failed for the source's own sake, or is being made.
    func failure(of source: ThumbnailSource) -> PNGHeader? {
        attempt(at: source).flatMap { $0.doubtfulAttempts == nil ? $0 : nil }
    }

    /// What is known of an attempt that has failed, or is being made.
    func attempt(at source: ThumbnailSource) -> PNGHeader? {
        let header = CachedFile(failures.file(source.digest))?.header
        return header?.isValid(for: source) == true ? header : nil
    }

    /// Lets what is being made be tried again, and makes nothing more: the process ends, and not
    /// because of that.
    public func abandonAttempts(at now: Int64) {
        let attempts = state.withLock { state in
            state.isAbandoned = true
            return state.attempts.values
        }
        for attempt in attempts { try? withdraw(attempt, at: now) }
    }

    /// Forgets that there was no thumbnail of a source, which is tried again then.
    ///
    /// - Throws: `cache`.
    public func forgetFailure(of source: ThumbnailSource) throws(ThumbnailError) {
        let wasThere = try ThumbnailError.cache(failures.file(source.digest)) {
            () throws(SystemCallError) in
            try failures.remove(source.digest)
        }
        // A file of a few texts takes one block.
        if wasThere { state.withLock { $0.bytes? -= CacheSurvey.taken(1) } }
    }

    /// Brings the cache to its budget, and removes what is of no use: files that killed processes
    /// left half, and failures of other versions of pipd.
    ///
    /// It is done before the first thumbnail is made, and whenever the budget is exceeded. Here
    /// it can be done at a better time.
    ///
    /// - Parameter now: In seconds since 1970-01-01 00:00 UTC.
    /// - Throws: `cache`; what could be removed is removed.
    public func tidy(at now: Int64) throws(ThumbnailError) {
        try upkeep.withLock { (_) throws(ThumbnailError) in try tidyAlone(at: now) }
    }

    private func tidyAlone(at now: Int64) throws(ThumbnailError) {
        let survey = CacheSurvey(
            shared: ThumbnailSize.allCases.map(folder),
            failures: failures,
            now: now
        )
        let (budget, known) = (self.budget, self.bytes)
        let left = try ThumbnailError.cache(path) { () throws(SystemCallError) in
            try discardOldFailures()
            let total = try survey.total()
            guard total > budget else { return (bytes: total, evictions: 0) }
            return try survey.evict(beyond: budget)
        }
        state.withLock {
            // With what others have written meanwhile.
            $0.bytes = left.bytes + max(0, ($0.bytes ?? 0) - (known ?? 0))
            $0.evictions += left.evictions
        }
    }

    private func discardOldFailures() throws(SystemCallError) {
        let all = CacheFolder(path: "\(path)/fail")
        var old: [CacheFolder] = []
        try all.forEachName { name in
            let folder = CacheFolder(path: "\(all.path)/\(name)")
            if name.hasPrefix("pipd-"), folder != failures, folder.isThere { old.append(folder) }
        }
        for folder in old { try folder.discard() }
    }

    /// What the files take, in bytes of whole blocks: pipd's own, or, as long as that is within
    /// the budget, with those of other programs; nil before the first thumbnail is made.
    public var bytes: Int? { state.withLock { $0.bytes } }

    /// How many files were removed to keep to the budget, since that was asked last.
    public func takeEvictions() -> Int {
        state.withLock { state in
            defer { state.evictions = 0 }
            return state.evictions
        }
    }

    /// Brings the cache to its budget where it exceeds that, or nobody has looked yet.
    func makeRoom(at now: Int64) throws(ThumbnailError) {
        try upkeep.withLock { (_) throws(ThumbnailError) in
            if let bytes, bytes <= budget { return }
            try tidyAlone(at: now)
        }
    }

    func folder(_ size: ThumbnailSize) -> CacheFolder {
        CacheFolder(path: "\(path)/\(size.rawValue)")
    }

    var failures: CacheFolder { CacheFolder(path: "\(path)/fail/pipd-\(version)") }

    private static let hour: Int64 = 3_600
}

/// A thumbnail on the disk, as it was when it was looked at, or one for which that has no room.
public struct CachedThumbnail: Hashable, Sendable {
    /// Of a PNG file, which may be replaced or removed at any time, but never changes; of one that
    /// is not kept, where it would be.
    public let path: String
    public let size: PixelSize
    /// How long the file is.
    public let bytes: Int
    /// Whether it was made just now.
    public let isNew: Bool
    /// The file, where it is not kept.
    public var unkept: Unkept?

    /// A PNG file that is nowhere else.
    public struct Unkept: Hashable, Sendable {
        public let png: [UInt8]
        /// For people.
        public let reason: MessageText
    }
}

extension PixelSize {
    fileprivate func fits(_ size: ThumbnailSize) -> Bool {
        width <= size.pixels && height <= size.pixels
    }
}
