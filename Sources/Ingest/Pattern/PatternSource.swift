internal import Addressing
internal import Decoding
internal import Drawing
internal import Media
internal import Platform
internal import Streams

/// Draws the test pattern as fast as room is made for it; the display layer paces it.
///
/// Thread: bound to the ingest thread.
final class PatternSource: VideoSource {
    let continuity: SourceContinuity
    private let shared: IngestShared
    private let publisher: PicturePublisher
    private let pattern: TestPattern
    private let storage: PatternStorage

    static func parts(_ pattern: TestPattern, capacity: Int) -> SourceParts {
        let storage = PatternStorage(pattern: pattern, capacity: capacity)
        return SourceParts(storage: storage) { PatternSource($0, $1, pattern, storage) }
    }

    private init(
        _ shared: IngestShared,
        _ publisher: PicturePublisher,
        _ pattern: TestPattern,
        _ storage: PatternStorage
    ) {
        self.shared = shared
        self.publisher = publisher
        self.pattern = pattern
        self.storage = storage
        continuity = SourceContinuity(shared: shared, publisher: publisher, frames: nil)
    }

    func open() {
        shared.board.setMedia(MediaDescription(codec: nil, frameRate: pattern.rate, duration: nil))
        publisher.expectPictures(every: pattern.rate.interval)
        continuity.connected(frameInterval: pattern.rate.interval)
    }

    func close() {}

    func returning(after error: SourceError) -> (() -> Bool)? { nil }

    func step() -> SourceStep {
        var sample = sample(publisher.countReceived())
        guard !publisher.leavesOut(sample), publisher.place(&sample) else { return .goOn }
        let canvas = storage.canvas(slot: Int(sample.picture.rawValue))
        pattern.draw(sample.number, on: canvas)
        if shared.configuration.digests {
            sample.digest = PictureDigest(packing: canvas.components, format: pattern.format)
        }
        sample.decoded = MonotonicClock.now()
        publisher.publish(sample, components: canvas.components, bytes: storage.bytes)
        continuity.published(sample.format)
        return .goOn
    }

    private func sample(_ number: UInt64) -> SampleBuffer {
        let pts = pattern.pts(of: number)
        return SampleBuffer(
            picture: .none,
            format: pattern.format,
            number: number,
            pts: pts,
            duration: pattern.pts(of: number + 1) - pts,
            attachments: number == 0 ? .discontinuity : [],
            decoded: MonotonicClock.now()
        )
    }
}
