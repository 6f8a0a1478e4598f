internal import FrameTransport
internal import Media

/// The body of a stream's thread.
enum IngestThread {
    /// Produces pictures until the stream is stopped.
    static func run(_ shared: IngestShared) {
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
