internal import FrameTransport
internal import Media
internal import Platform

/// Draws the test pattern as fast as room is made for it; the display layer paces it.
///
/// Thread: bound to the ingest thread.
struct PatternProducer {
    let shared: IngestShared
    let publisher: PicturePublisher
    let pattern: TestPattern
    let storage: PatternStorage

    func run() {
        shared.board.setMedia(MediaDescription(codec: nil, frameRate: pattern.rate, duration: nil))
        publisher.expectPictures(every: pattern.rate.interval)
        var isFirst = true
        // The first picture is drawn for nobody as well: it tells the format.
        while isFirst ? !shared.controls.isStopped : waitUntilWanted() {
            let number = publisher.number
            publisher.countReceived()
            guard let slot = publisher.acquireSlot() else {
                publisher.countDropped(.flush)
                return
            }
            publish(number, in: slot, attachments: isFirst ? .discontinuity : [])
            if isFirst {
                shared.board.setFormat(pattern.format)
                shared.enter(.playing, event: .ready(pattern.format))
                isFirst = false
            }
        }
    }

    private func publish(
        _ number: UInt64,
        in slot: PictureID,
        attachments: SampleBuffer.Attachments
    ) {
        let canvas = storage.canvas(slot: Int(slot.rawValue))
        pattern.draw(number, on: canvas)
        let pts = pattern.pts(of: number)
        let sample = SampleBuffer(
            picture: slot,
            format: pattern.format,
            number: number,
            pts: pts,
            duration: pattern.pts(of: number + 1) - pts,
            attachments: attachments,
            decoded: MonotonicClock.now(),
            digest: shared.configuration.digests
                ? PictureDigest(packing: canvas.components, format: pattern.format) : nil
        )
        publisher.publish(sample, components: canvas.components, bytes: storage.bytes)
    }

    /// Sleeps while nobody wants pictures; false when stopped.
    private func waitUntilWanted() -> Bool {
        while !shared.controls.isStopped {
            if shared.controls.mode != .idle { return true }
            publisher.rest(until: nil)
        }
        return false
    }
}
