internal import Addressing
internal import Decoding
internal import Media
internal import Streams

/// In place of what is not known yet: cannot be opened, and says why. What is shown of it is a
/// placeholder.
///
/// Thread: bound to the ingest thread.
final class AwaitedSource: VideoSource {
    let continuity: SourceContinuity
    private let reason: String

    static func parts(_ reason: String, capacity: Int) throws(AVError) -> SourceParts {
        let storage = try FrameStorage(capacity: capacity)
        return SourceParts(storage: storage) {
            AwaitedSource(reason, SourceContinuity(shared: $0, publisher: $1, frames: storage))
        }
    }

    private init(_ reason: String, _ continuity: SourceContinuity) {
        self.reason = reason
        self.continuity = continuity
    }

    func open() throws(SourceError) { throw SourceError(.notFound, reason, isRefusal: true) }

    func step() throws(SourceError) -> SourceStep { .ended }

    func close() {}

    func returning(after error: SourceError) -> (() -> Bool)? { nil }
}
