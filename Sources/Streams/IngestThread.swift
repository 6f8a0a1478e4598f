internal import Addressing
internal import Media
internal import Platform

/// The body of a stream's thread: keeps a source alive.
///
/// No loss is for good: a server may be repaired, a missing file may come, and
/// one that is no video may be replaced.
package struct IngestThread {
    private let shared: IngestShared
    private let publisher: PicturePublisher
    private let source: any VideoSource

    /// How long a source is waited for that another stream has still open: libav is
    /// interrupted within 100 ms, and what hangs in the system is left behind.
    private static let longestHandOver = Nanoseconds.milliseconds(1_000)

    /// Produces pictures until the stream is stopped.
    ///
    /// - Parameters:
    ///   - shared: Of the stream.
    ///   - predecessor: One more of the streams told to stop whose sources must be closed
    ///     before; nil when there are no others.
    package static func run(_ shared: IngestShared, after predecessor: () -> IngestControls?) {
        let deadline = MonotonicClock.now() + longestHandOver
        while let predecessor = predecessor() {
            shared.controls.waitForEnd(of: predecessor, until: deadline)
        }
        Self(shared).run()
    }

    private init(_ shared: IngestShared) {
        self.shared = shared
        publisher = PicturePublisher(shared: shared, producer: shared.takeProducer())
        source = shared.parts.make(shared, publisher)
    }

    private func run() {
        while !shared.controls.isStopped {
            do throws(SourceError) {
                if try play() == .ended { source.continuity.finish() }
            } catch {
                guard !shared.controls.isStopped else { return }
                let isBack = source.returning(after: error)
                source.continuity.backOff(after: error, isBack: isBack)
            }
        }
    }

    /// Plays until the stream is stopped, or the source is to be opened again.
    private func play() throws(SourceError) -> SourceStep {
        try source.open()
        defer { source.close() }
        while !shared.controls.isStopped {
            let step: SourceStep
            if let seek = shared.controls.takeSeek() {
                step = try begin(seek)
            } else if waitsWhileIdle() {
                continue
            } else {
                step = try source.step()
            }
            guard step == .goOn else { return step }
        }
        return .goOn
    }

    private func begin(_ seek: IngestControls.Seek) throws(SourceError) -> SourceStep {
        publisher.begin(seek.epoch)
        return try source.seek(to: seek.position)
    }

    /// Whether the thread slept because nobody wants pictures: files wait where they are.
    private func waitsWhileIdle() -> Bool {
        guard shared.controls.mode == .idle, !shared.isLive, !shared.configuration.keepWarm,
            source.continuity.hasPicture
        else { return false }
        publisher.rest(until: nil)
        source.continuity.waitedForConsumer()
        return true
    }
}
