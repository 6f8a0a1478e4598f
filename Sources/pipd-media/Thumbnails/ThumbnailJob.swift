internal import Fetching
internal import Imaging
internal import Media
internal import MediaFiles
internal import MediaLink
internal import Platform
internal import Thumbnails

/// A thumbnail that is to be found or made.
struct ThumbnailJob: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        /// An image or a video of this machine, beneath a root of the library where it is of that.
        case file(String, beneath: String? = nil)
        /// An image of a web server. It is fetched again when the time is another one, in
        /// seconds since 1970-01-01 00:00 UTC.
        case picture(AddressText, changed: Int64)

        // Two files may have names that look the same.
        static func == (one: Self, other: Self) -> Bool {
            switch (one, other) {
            case (.file(let path, let root), .file(let otherPath, let otherRoot)):
                PathKey(path) == PathKey(otherPath)
                    && root.map(PathKey.init) == otherRoot.map(PathKey.init)
            case (.picture(let url, let changed), .picture(let otherURL, let otherChanged)):
                url == otherURL && changed == otherChanged
            case (.file, _), (.picture, _): false
            }
        }

        func hash(into hasher: inout Hasher) {
            switch self {
            case .file(let path, _): hasher.combine(PathKey(path))
            case .picture(let url, _): hasher.combine(url)
            }
        }

        /// Whether its disk gives a file of a root: one that went meanwhile makes all files look
        /// damaged. Blocking.
        fileprivate var isReadable: Bool {
            guard case .file(let path, let root?) = self else { return true }
            guard let file = try? OpenedFile(path, beneath: root)
            else { return false }
            return file.isReadable
        }

        var isFile: Bool { if case .file = self { true } else { false } }

        /// For people, without a password.
        var text: String {
            switch self {
            case .file(let path, _): path
            case .picture(let url, _): "\(url)"
            }
        }
    }

    struct Outcome: Sendable {
        let thumbnail: Result<CachedThumbnail, MediaRefusal>
        let result: ThumbnailReport.Result
        var seconds = 0.0
        /// Whether nothing of the file can be shown, to whomever.
        var isDamaged = false
        /// As that of `ThumbnailError`.
        var isShortage = false
        /// As that of `ThumbnailError`.
        var cacheFault: String?
    }

    let source: Source
    let size: ThumbnailSize

    /// Finds or makes it.
    ///
    /// - Parameters:
    ///   - cache: Where it is kept.
    ///   - fetcher: Of this thread.
    ///   - isCancelled: Whether to give up.
    /// - Returns: Where it is, or why there is none.
    func take(
        in cache: ThumbnailCache,
        with fetcher: Fetcher,
        isCancelled: @escaping @Sendable () -> Bool
    ) -> Outcome {
        let begin = MonotonicClock.now()
        var outcome: Outcome
        do throws(ThumbnailError) {
            let thumbnail = try find(in: cache, with: fetcher, isCancelled)
            let result: ThumbnailReport.Result? = (try? thumbnail.get())
                .map { $0.isNew ? .made : .found }
            outcome = Outcome(thumbnail: thumbnail, result: result ?? .unavailable)
            outcome.cacheFault = (try? thumbnail.get())?.unkept?.reason.description
        } catch {
            outcome = Outcome(error)
        }
        outcome.seconds = (MonotonicClock.now() - begin).seconds
        return outcome
    }

    private func find(
        in cache: ThumbnailCache,
        with fetcher: Fetcher,
        _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(ThumbnailError) -> Result<CachedThumbnail, MediaRefusal> {
        switch source {
        case .file(let path, let root):
            .success(
                try cache.thumbnail(
                    ofFile: path,
                    beneath: root,
                    size,
                    at: WallClock.now() / 1_000_000,
                    within: ReadingLimits.begin(isCancelled),
                    isReadable: { source.isReadable }
                )
            )
        case .picture(let url, let changed):
            try picture(url, changed, in: cache, fetcher, isCancelled)
        }
    }

    private func picture(
        _ url: AddressText,
        _ changed: Int64,
        in cache: ThumbnailCache,
        _ fetcher: Fetcher,
        _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(ThumbnailError) -> Result<CachedThumbnail, MediaRefusal> {
        let now = WallClock.now() / 1_000_000
        // Without its password, which the file would tell.
        let source = try ThumbnailSource(uri: "\(url)", modified: changed)
        switch cache.find(source, size, at: now) {
        case .thumbnail(let found): return .success(found)
        case .failure: throw .hasFailed(uri: source.uri)
        case .isBeingMade, .nothing: break
        }
        let outcome = fetcher.fetch(
            FetchRequest(url, accept: "image/*"),
            isCancelled: { isCancelled() }
        )
        guard case .fetched(let document) = outcome else {
            return .failure(MediaRefusal(.source, outcome.reason(of: url)))
        }
        // A playlist that a server sends for a picture would lead to files of this machine.
        guard ImageSignature.begins(document.body) else {
            return .failure(MediaRefusal(.source, "'\(url)' is no image."))
        }
        guard let file = MemoryFile.make(of: document.body, name: "fetched") else {
            throw .hasNoMemory(path: source.uri)
        }
        return .success(
            try cache.thumbnail(of: source, size, at: now) { () throws(ThumbnailError) in
                try Thumbnailer.draw(file.path, size, within: ReadingLimits.begin(isCancelled))
            }
        )
    }
}

/// How the files of images begin.
private enum ImageSignature {
    private static let beginnings: [[UInt8]] = [
        [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("BM".utf8),
        [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A],
    ]

    /// Whether some bytes are the beginning of a JPEG, PNG, GIF, BMP, TIFF, WebP or AVIF file.
    static func begins(_ bytes: [UInt8]) -> Bool {
        let isWebP =
            bytes.starts(with: Array("RIFF".utf8))
            && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        let rest = bytes.dropFirst(4)
        let isAVIF = ["ftypavif", "ftypavis"].contains { rest.starts(with: $0.utf8) }
        return isWebP || isAVIF || beginnings.contains { bytes.starts(with: $0) }
    }
}

extension FetchOutcome {
    /// Why there is no document.
    fileprivate func reason(of url: AddressText) -> String {
        switch self {
        case .failed(let failure): failure.message.description
        case .gone: "'\(url)' is not there any more."
        case .busy: "'\(url)' asks to be left alone for a while."
        case .fetched, .unchanged: "'\(url)' is empty."
        }
    }
}

extension ThumbnailJob.Outcome {
    fileprivate init(_ error: ThumbnailError) {
        thumbnail = .failure(MediaRefusal(error))
        result =
            if case .hasFailed = error { .failedBefore } else {
                error.isLasting ? .failed : .unavailable
            }
        (isDamaged, isShortage) = (error.isDamage, error.isShortage)
        cacheFault = error.cacheFault?.description
    }
}

extension MediaRefusal {
    fileprivate init(_ error: ThumbnailError) {
        self.init(Kind(error), error.description)
    }
}

extension MediaRefusal.Kind {
    fileprivate init(_ error: ThumbnailError) {
        self =
            switch error {
            case _ where error.isShortage: .busy
            case .isNoPath, .isThumbnail: .unknown
            case .isUnreadable, .hasNoPicture, .hasNoImage, .hasFailed: .source
            case .hasNoMemory, .isBeingMade: .busy
            case .cache: .storage
            }
    }
}
