internal import FrameTransport
internal import Media
internal import Platform

/// The body of a stream's thread.
enum IngestThread {
    /// How long a source is waited for that another stream has still open: libav is
    /// interrupted within 100 ms, and what hangs in the system is left behind.
    private static let longestHandOver = Nanoseconds.milliseconds(1_000)

    /// Produces pictures until the stream is stopped.
    ///
    /// - Parameters:
    ///   - shared: Of the stream.
    ///   - predecessor: One more of the streams told to stop whose sources must be closed
    ///     before; nil when there are no others.
    static func run(_ shared: IngestShared, after predecessor: () -> IngestControls?) {
        let deadline = MonotonicClock.now() + longestHandOver
        while let predecessor = predecessor() {
            shared.controls.waitForEnd(of: predecessor, until: deadline)
        }
        let publisher = PicturePublisher(shared: shared, producer: shared.takeProducer())
        switch shared.storage {
        case .pattern(let pattern, let storage):
            PatternProducer(
                shared: shared,
                publisher: publisher,
                pattern: pattern,
                storage: storage
            )
            .run()
        case .camera(let path, let storage):
            CameraProducer(shared: shared, publisher: publisher, path: path, storage: storage)
                .run()
        case .media(let storage):
            MediaProducer(shared: shared, publisher: publisher, storage: storage).run()
        }
    }
}
