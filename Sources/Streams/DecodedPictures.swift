internal import Addressing
package import CFFmpeg
package import Decoding
package import FrameTransport
package import Media

/// Publishes pictures that libav's frames hold, whatever made them.
///
/// Thread: bound to the ingest thread.
package final class DecodedPictures {
    private let publisher: PicturePublisher
    private let storage: FrameStorage
    private let shared: IngestShared
    private let converter: PictureConverter

    package init(shared: IngestShared, publisher: PicturePublisher, storage: FrameStorage) {
        self.shared = shared
        self.publisher = publisher
        self.storage = storage
        converter = PictureConverter(converted: shared.board.countConversion)
    }

    /// Publishes a picture, or drops it, which is counted.
    ///
    /// - Parameters:
    ///   - frame: As decoded; its pixels are taken, or stay.
    ///   - sample: What it is; it has no slot yet.
    /// - Returns: Whether it can be shown and was not lost: pictures beyond the rate are
    ///   left out and count as well.
    package func publish(_ frame: UnsafeMutablePointer<AVFrame>, _ sample: SampleBuffer) -> Bool {
        var sample = sample
        if shared.configuration.digests {
            // Of the picture as it was decoded, whatever it is shown as.
            sample.digest = PictureDigest(packing: UnsafePointer(frame))
        }
        if publisher.leavesOut(sample) { return true }
        guard converter.makeShown(frame) else {
            publisher.drop(sample, .format)
            return false
        }
        guard publisher.place(&sample) else { return false }
        publisher.publish(sample, moving: frame, into: storage)
        return true
    }
}

extension PicturePublisher {
    /// Hands a frame's picture to the consumer, and leaves the frame empty.
    package func publish(
        _ sample: SampleBuffer,
        moving frame: UnsafeMutablePointer<AVFrame>,
        into storage: FrameStorage,
        alternate: PicturePool.Alternate? = nil
    ) {
        let kept = UnsafePointer(storage.take(frame, slot: Int(sample.picture.rawValue)))
        publish(
            sample,
            components: kept.components,
            alternate: alternate,
            bytes: kept.bufferBytes
        )
    }
}
