public import FrameTransport
public import Media
internal import Streams

/// The picture that a stream displays, held for as long as this lives.
///
/// Holding it takes one slot of the stream's pool, which has one to spare for
/// each of `IngestStream.borrowers`: convert it, and let it go.
///
/// Thread: bound to the thread that borrowed it.
public struct BorrowedPicture: ~Copyable {
    public let sample: SampleBuffer
    private let ingest: IngestStream

    fileprivate init?(from ingest: IngestStream) {
        guard let picture = ingest.pool.borrow() else { return nil }
        self.ingest = ingest
        sample = ingest.pool.sample(of: picture)
    }

    deinit {
        ingest.pool.release(sample.picture)
        ingest.roomMade()
    }

    /// Where the pixels are; valid while this lives.
    public var components: PictureComponents { ingest.pool.components(of: sample.picture) }
}

extension IngestStream {
    /// How many pictures of a stream may be borrowed at a time without its
    /// decoder feeling it.
    public static let borrowers = IngestShared.borrowers

    /// The picture that the stream displays now, in a view or, where it has none,
    /// in its place; nil before the first, and while a placeholder is displayed.
    ///
    /// Takes some nanoseconds, and nobody's time but the caller's.
    ///
    /// Thread: any.
    public func borrowDisplayed() -> BorrowedPicture? { BorrowedPicture(from: self) }

    /// How long ago the picture that is displayed now came; nil while there is none.
    ///
    /// Thread: any.
    public func displayedAge(at now: MonotonicTime) -> Nanoseconds? {
        guard let picture = borrowDisplayed() else { return nil }
        return max(now - picture.sample.decoded, .zero)
    }

    /// Whether a picture is displayed now that came at `time` or later; nil takes any.
    ///
    /// Thread: any.
    public func isDisplaying(since time: MonotonicTime? = nil) -> Bool {
        guard let picture = borrowDisplayed() else { return false }
        return time.map { picture.sample.decoded >= $0 } ?? true
    }
}
