internal import ControlAPI
internal import Fetching
internal import Glibc
internal import Imaging
internal import Media
internal import MediaLink
internal import Platform
internal import Thumbnails

/// A thumbnail that is to be found or made.
struct ThumbnailJob: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        /// An image or a video of this machine.
        case file(String)
        /// An image of a web server. It is fetched again when the time is another one, in
        /// seconds since 1970-01-01 00:00 UTC.
        case picture(AddressText, changed: Int64)
    }

    typealias Outcome = Result<CachedThumbnail, MediaRefusal>

    let source: Source
    let size: ThumbnailSize

    /// Finds or makes it.
    ///
    /// - Parameters:
    ///   - cache: Where it is kept.
    ///   - fetcher: Of this thread.
    ///   - folder: Where what is fetched lies meanwhile.
    ///   - isCancelled: Whether to give up.
    /// - Returns: Where it is, or why there is none.
    func take(
        in cache: ThumbnailCache,
        with fetcher: Fetcher,
        _ folder: String,
        isCancelled: @escaping @Sendable () -> Bool
    ) -> Outcome {
        do throws(ThumbnailError) {
            switch source {
            case .file(let path):
                return .success(
                    try cache.thumbnail(
                        ofFile: path,
                        size,
                        at: WallClock.now() / 1_000_000,
                        within: ReadingLimits.begin(isCancelled)
                    )
                )
            case .picture(let url, let changed):
                return try picture(url, changed, in: cache, fetcher, folder, isCancelled)
            }
        } catch {
            return .failure(MediaRefusal(error))
        }
    }

    private func picture(
        _ url: AddressText,
        _ changed: Int64,
        in cache: ThumbnailCache,
        _ fetcher: Fetcher,
        _ folder: String,
        _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(ThumbnailError) -> Outcome {
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
        guard let file = FetchedFile(document.body, in: folder) else {
            return .failure(MediaRefusal(.storage, "There is no room in '\(folder)'."))
        }
        defer { file.remove() }
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

    /// Whether some bytes are the beginning of a JPEG, PNG, GIF, BMP, TIFF or WebP file.
    static func begins(_ bytes: [UInt8]) -> Bool {
        let isWebP =
            bytes.starts(with: Array("RIFF".utf8))
            && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        return isWebP || beginnings.contains { bytes.starts(with: $0) }
    }
}

/// What was fetched, while it is read.
private struct FetchedFile {
    let path: String

    /// Nil where it cannot be written.
    init?(_ bytes: [UInt8], in folder: String) {
        // One thread makes thumbnails; what a process left that was killed is replaced.
        path = "\(folder)/fetched-picture"
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        let file = OwnedDescriptor(taking: descriptor)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file.rawValue, $0.baseAddress, $0.count) }
            guard count > 0 else {
                unlink(path)
                return nil
            }
            rest = rest.dropFirst(count)
        }
    }

    func remove() { unlink(path) }
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

extension MediaRefusal {
    fileprivate init(_ error: ThumbnailError) {
        self.init(Kind(error), error.description)
    }
}

extension MediaRefusal.Kind {
    fileprivate init(_ error: ThumbnailError) {
        self =
            switch error {
            case .isNoPath, .isThumbnail: .unknown
            case .isUnreadable, .hasNoPicture, .hasNoImage, .hasFailed: .source
            case .hasNoMemory, .isBeingMade: .away
            case .cache: .storage
            }
    }
}
