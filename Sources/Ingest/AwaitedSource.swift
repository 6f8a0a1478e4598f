internal import Addressing
internal import Drawing
internal import Media
internal import Streams

/// In place of what is not known yet: cannot be opened, and says why.
///
/// Thread: bound to the ingest thread.
final class AwaitedSource: VideoSource {
    let continuity: SourceContinuity
    private let reason: String

    static func parts(_ reason: String) -> SourceParts {
        let smallest = TestPattern(size: PixelSize(width: 16, height: 16), rate: .thirty)
        let storage = PatternStorage(pattern: smallest, capacity: 1)
        return SourceParts(storage: storage) { AwaitedSource($0, $1, reason) }
    }

    private init(_ shared: IngestShared, _ publisher: PicturePublisher, _ reason: String) {
        self.reason = reason
        continuity = SourceContinuity(shared: shared, publisher: publisher, frames: nil)
    }

    func open() throws(SourceError) { throw SourceError(.notFound, reason, isRefusal: true) }

    func step() throws(SourceError) -> SourceStep { .ended }

    func close() {}

    func returning(after error: SourceError) -> (() -> Bool)? { nil }
}
