public import Imaging
internal import Media
internal import Platform
public import Stills
internal import Synchronization

extension ThumbnailCache {
    /// Finds the thumbnail of a file of this machine, or makes it.
    ///
    /// Blocking: see `Thumbnailer.draw`.
    ///
    /// - Parameters:
    ///   - path: Absolute, always written the same way.
    ///   - root: As `root` of `StreamConfiguration`.
    ///   - size: What it is to fit into.
    ///   - now: In seconds since 1970-01-01 00:00 UTC.
    ///   - limit: When to give up. Too much work is a failure of the file; that nobody waits any
    ///     more, or that time is up, is none.
    ///   - isReadable: Whether its disk gives the file, which is asked when that looks damaged:
    ///     where it does not, it is no failure.
    /// - Returns: Where it is.
    /// - Throws: `ThumbnailError`.
    public func thumbnail(
        ofFile path: String,
        beneath root: String? = nil,
        _ size: ThumbnailSize,
        at now: Int64,
        within limit: SearchLimit,
        isReadable: () -> Bool = { true }
    ) throws(ThumbnailError) -> CachedThumbnail {
        // The standard wants none, since there would be no end to them.
        guard !path.hasPrefix("\(self.path)/") else { throw .isThumbnail(path: path) }
        // As it is before it is read: what is written meanwhile makes the thumbnail a stale one.
        let source = try ThumbnailSource.file(path)
        return try thumbnail(of: source, size, at: now) { () throws(ThumbnailError) in
            do throws(ThumbnailError) {
                return try Thumbnailer.draw(path, beneath: root, size, within: limit)
            } catch {
                guard error.isDamage, !isReadable() else { throw error }
                throw .isUnreadable(path: path, .inputOutput)
            }
        }
    }

    /// Finds a thumbnail, or makes it of what `draw` draws.
    ///
    /// - Parameters:
    ///   - source: What it is of, as that is now.
    ///   - size: What it is to fit into.
    ///   - now: In seconds since 1970-01-01 00:00 UTC.
    ///   - draw: Reads what may be the end of the process.
    /// - Returns: Where it is, or what, where there is no room for it.
    /// - Throws: What `draw` throws, which is remembered where it `isLasting`; `hasFailed` where
    ///   that was so before, `isBeingMade`, `hasNoImage`, `cache`.
    public func thumbnail(
        of source: ThumbnailSource,
        _ size: ThumbnailSize,
        at now: Int64,
        draw: () throws(ThumbnailError) -> Bitmap
    ) throws(ThumbnailError) -> CachedThumbnail {
        if case .thumbnail(let found) = find(source, size, at: now) { return found }
        try begin(source)
        defer { state.withLock { _ = $0.attempts.removeValue(forKey: source.digest) } }
        if let failure = failure(of: source) {
            throw .hasFailed(uri: source.uri, isDamage: failure.isDamage)
        }
        var made: (png: [UInt8], pixels: PixelSize)?
        func make() throws(ThumbnailError) -> (png: [UInt8], pixels: PixelSize) {
            if let made { return made }
            if isAbandoned { throw .hasNoPicture(path: source.uri, .cancelled) }
            let bitmap = try draw().scaled(toFit: size)
            let png = try Thumbnailer.png(of: bitmap, source, version: version)
            made = (png, bitmap.size)
            return (png, bitmap.size)
        }
        var unkept: MessageText?
        do throws(ThumbnailError) {
            try keep(source, size, at: now) { () throws(ThumbnailError) in try make().png }
            state.withLock { $0.hasNoRoom = false }
        } catch {
            guard error.isWantOfRoom, let reason = error.cacheFault else { throw error }
            state.withLock { $0.hasNoRoom = true }
            unkept = reason
        }
        let (png, pixels) = try make()
        return CachedThumbnail(
            path: folder(size).file(source.digest),
            size: pixels,
            bytes: png.count,
            isNew: true,
            unkept: unkept.map { CachedThumbnail.Unkept(png: png, reason: $0) }
        )
    }

    private func keep(
        _ source: ThumbnailSource,
        _ size: ThumbnailSize,
        at now: Int64,
        _ make: () throws(ThumbnailError) -> [UInt8]
    ) throws(ThumbnailError) {
        try makeRoom(at: now)
        for folder in [failures, folder(size)] {
            try ThumbnailError.cache(folder.file(source.digest)) { () throws(SystemCallError) in
                try folder.clear(source.digest)
            }
        }
        let png = try attempt(source, at: now, make)
        try write(png, to: folder(size), source, at: now)
    }

    /// Calls `body` while the attempt counts as one in which the process ended, of which so many
    /// are a failure. Where it throws an error that is lasting the source is a failure at once, or
    /// after as many where several are made at a time.
    ///
    /// The failure goes before the thumbnail is there: one that stayed beside it would be in the
    /// way of the other sizes.
    private func attempt<Result>(
        _ source: ThumbnailSource,
        at now: Int64,
        _ body: () throws(ThumbnailError) -> Result
    ) throws(ThumbnailError) -> Result {
        var attempt = Attempt(source: source)
        attempt.earlier = self.attempt(at: source)?.doubtfulAttempts ?? 0
        state.withLock { $0.attempts[source.digest] = attempt }
        let number = attempt.earlier + 1
        let doubtful = number < Self.mostDoubtful ? number : nil
        try writeFailure(of: source, doubtful: doubtful, at: now)
        let result: Result
        do throws(ThumbnailError) {
            result = try body()
        } catch {
            // What went wrong first is what is told.
            if error.isLasting {
                try? writeFailure(
                    of: source,
                    doubtful: isShared ? doubtful : nil,
                    isDamage: error.isDamage,
                    at: now
                )
            } else {
                try? withdraw(attempt, at: now)
            }
            throw error
        }
        try forgetFailure(of: source)
        return result
    }

    /// So many have to end the process, or to fail beside others, as of files that are looked into:
    /// what ended it may have been anything else.
    private static let mostDoubtful = 3

    private var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    private func begin(_ source: ThumbnailSource) throws(ThumbnailError) {
        let isFree = state.withLock { state in
            guard state.attempts[source.digest] == nil else { return false }
            state.attempts[source.digest] = Attempt(source: source)
            return true
        }
        guard isFree else { throw .isBeingMade(uri: source.uri) }
    }

    /// Makes of an attempt that it never was.
    func withdraw(_ attempt: Attempt, at now: Int64) throws(ThumbnailError) {
        guard attempt.earlier > 0 else { return try forgetFailure(of: attempt.source) }
        try writeFailure(of: attempt.source, doubtful: attempt.earlier, at: now)
    }

    private func writeFailure(
        of source: ThumbnailSource,
        doubtful number: Int?,
        isDamage: Bool = false,
        at now: Int64
    ) throws(ThumbnailError) {
        var texts = ThumbnailTags(source: source, version: version).texts
        if let number { texts.append(PNGText(key: .attempt, value: "\(number)")) }
        if isDamage { texts.append(PNGText(key: .damage, value: "1")) }
        let failure = try ThumbnailError.imaging(source.uri) { () throws(ImagingError) in
            try PNGText.failure(texts)
        }
        try write(failure, to: failures, source, at: now)
    }

    private func write(
        _ png: [UInt8],
        to folder: CacheFolder,
        _ source: ThumbnailSource,
        at now: Int64
    ) throws(ThumbnailError) {
        try ThumbnailError.cache(folder.file(source.digest)) { () throws(SystemCallError) in
            try folder.write(png, to: source.digest, at: now)
        }
        // One that it replaces counts until the next look.
        state.withLock { $0.bytes? += CacheSurvey.taken(png.count) }
    }
}

extension Bitmap {
    fileprivate func scaled(toFit size: ThumbnailSize) -> Bitmap {
        scaled(toFit: PixelSize(width: size.pixels, height: size.pixels))
    }
}
